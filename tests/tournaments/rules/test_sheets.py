"""A match at a table: its score sheet, the answers to it, disputes and rulings."""

from typing import Any

import pytest

from tests.tournaments.rules.play import LOST, MINUTE_MS, WON, Play, started
from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.errors import (
    DisputeOpen,
    ImplausibleScore,
    InvalidRuling,
    MatchNotDue,
    NoDispute,
    NoSheet,
    NotASide,
    OwnSheet,
    ReasonRequired,
    ResultExists,
    WrongMode,
)

BEST_OF_THREE = {"best_of": 3}


def reported(**regulation: Any) -> Play:
    play = started(4, **regulation)
    play.sheet("R1M1")
    return play


def disputed(**regulation: Any) -> Play:
    play = reported(**regulation)
    play.dispute("R1M1")
    return play


def kinds(events: tuple[ev.Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_a_sheet_stands_once_the_other_side_confirms_it() -> None:
    play = started(4)
    play.sheet("R1M1")
    assert play.match("R1M1").status == "reported"
    assert kinds(play.confirm("R1M1")) == ["SheetConfirmed", "MatchDecided"]
    result = play.match("R1M1").result
    assert result
    assert (result.winner, result.loser, result.how, result.legs) == ("e001", "e004", "played", WON)


def test_the_next_round_is_never_drawn_from_an_unconfirmed_result() -> None:
    play = started(4)
    play.win("R1M2")
    play.sheet("R1M1")
    assert play.match("R2M1").sides == (None, "e002")
    play.dispute("R1M1")
    play.move()
    assert play.match("R2M1").status == "waiting"
    assert play.match("R2M1").sides == (None, "e002")


def test_either_side_may_hand_in_the_sheet_and_the_other_answers_it() -> None:
    play = started(4)
    play.sheet("R1M1", LOST, by=1)
    with pytest.raises(OwnSheet):
        play.confirm("R1M1", by=1)
    with pytest.raises(OwnSheet):
        play.dispute("R1M1", by=1)
    play.confirm("R1M1", by=0)
    assert play.match("R1M1").result


def test_a_scorers_sheet_needs_both_sides() -> None:
    play = started(4)
    play.sheet("R1M1", by=None)
    assert kinds(play.confirm("R1M1", by=1)) == ["SheetConfirmed"]
    assert play.confirm("R1M1", by=1) == ()
    with pytest.raises(OwnSheet):
        play.dispute("R1M1", by=1)
    assert kinds(play.confirm("R1M1", by=0)) == ["SheetConfirmed", "MatchDecided"]


def test_an_official_settles_a_sheet_at_once() -> None:
    play = reported()
    confirmed, _decided = play.confirm("R1M1", by=None)
    assert isinstance(confirmed, ev.SheetConfirmed)
    assert confirmed.how == "official"


def test_silence_confirms_a_sheet_if_the_regulation_says_so() -> None:
    play = reported(confirm_minutes=10)
    assert play.wait(9) == []
    confirmed, *_ = play.wait(1)
    assert isinstance(confirmed, ev.SheetConfirmed)
    assert confirmed.how == "clock"
    assert play.match("R1M1").result


def test_without_a_time_to_answer_a_sheet_waits_for_ever() -> None:
    play = reported()
    play.match("R1M1")
    play.wait(24 * 60)
    assert play.match("R1M1").status == "reported"


def test_two_reports_of_one_match_are_counted_once() -> None:
    play = reported()
    assert play.sheet("R1M1") == ()
    assert kinds(play.sheet("R1M1", by=1)) == ["SheetConfirmed", "MatchDecided"]
    with pytest.raises(ResultExists):
        play.sheet("R1M1", by=1)
    assert play.match("R2M1").sides == ("e001", None)


def test_a_different_sheet_is_refused_so_that_it_is_disputed_instead() -> None:
    play = reported()
    with pytest.raises(ResultExists) as caught:
        play.sheet("R1M1", LOST, by=1)
    assert caught.value.code == "result_exists"
    play.dispute("R1M1")
    with pytest.raises(DisputeOpen):
        play.sheet("R1M1", by=1)


def test_only_the_sides_of_a_match_hand_in_confirm_or_dispute() -> None:
    play = started(4)
    other = play.side("R1M2", 0)
    with pytest.raises(NotASide) as caught:
        play.do(cmd.HandInSheet, match="R1M1", entry=other, legs=WON)
    assert caught.value.code == "not_a_side"
    play.sheet("R1M1")
    with pytest.raises(NotASide):
        play.do(cmd.ConfirmSheet, match="R1M1", entry=other)
    with pytest.raises(NotASide):
        play.do(cmd.DisputeSheet, match="R1M1", entry=other, reason="no")


def test_there_must_be_a_sheet_to_answer() -> None:
    play = started(4)
    with pytest.raises(NoSheet):
        play.confirm("R1M1")
    with pytest.raises(NoSheet):
        play.dispute("R1M1")
    play.win("R1M1")
    with pytest.raises(NoSheet):
        play.confirm("R1M1")


def test_a_match_whose_sides_are_not_known_takes_no_sheet() -> None:
    play = started(4)
    with pytest.raises(MatchNotDue) as caught:
        play.sheet("R2M1", by=None)
    assert caught.value.code == "match_not_due"


def test_an_online_match_takes_no_sheet() -> None:
    play = started(4, stage={"mode": "online"})
    with pytest.raises(WrongMode):
        play.sheet("R1M1")


@pytest.mark.parametrize(
    "legs",
    [
        (),
        ((0, 0),),
        ((12, 12),),
        ((11, 9),),
        ((13, 9),),
        ((12, -1),),
        ((12,),),
        ((12, 9, 3),),
        ((12, "9"),),
        ((12, True),),
        ((12, 9), (12, 7)),
        ((7, 12), (12, 9)),
    ],
)
def test_legs_that_cannot_have_ended_so_are_refused(legs: Any) -> None:
    play = started(4)
    with pytest.raises(ImplausibleScore) as caught:
        play.sheet("R1M1", legs)
    assert caught.value.params["field"].startswith("legs")
    assert play.match("R1M1").sheet is None


@pytest.mark.parametrize(
    ("legs", "plausible"),
    [
        (((12, 9), (12, 7)), True),
        (((12, 9), (7, 12), (12, 10)), True),
        (((9, 12), (7, 12)), True),
        (((12, 9),), False),
        (((12, 9), (7, 12)), False),
        (((12, 9), (12, 7), (12, 10)), False),
        (((12, 9), (7, 12), (12, 10), (12, 3)), False),
    ],
)
def test_a_match_of_three_ends_exactly_when_two_legs_are_won(legs: Any, plausible: bool) -> None:
    play = started(4, stage=BEST_OF_THREE)
    if plausible:
        assert play.sheet("R1M1", legs)
    else:
        with pytest.raises(ImplausibleScore):
            play.sheet("R1M1", legs)


def test_the_final_may_have_more_legs() -> None:
    play = started(2, stage={"best_of": {"default": 1, "rounds": {"final": 5}}})
    with pytest.raises(ImplausibleScore):
        play.sheet("R1M1", WON * 2)
    play.sheet("R1M1", WON * 3)
    play.confirm("R1M1")
    assert play.state.phase == "finished"


def test_a_dispute_needs_a_reason_and_waits_for_an_arbiter() -> None:
    play = reported()
    with pytest.raises(ReasonRequired):
        play.do(cmd.DisputeSheet, match="R1M1", entry="e004", reason=" ")
    play.dispute("R1M1")
    assert play.match("R1M1").status == "disputed"
    for answer in (play.confirm, play.dispute):
        with pytest.raises(DisputeOpen):
            answer("R1M1")
    with pytest.raises(DisputeOpen):
        play.confirm("R1M1", by=None)


def test_silence_does_not_settle_a_dispute() -> None:
    play = disputed(confirm_minutes=10)
    play.wait(60)
    assert play.match("R1M1").status == "disputed"


def rule(play: Play, ruling: str, **fields: Any) -> tuple[ev.Event, ...]:
    return play.do(cmd.RuleDispute, match="R1M1", ruling=ruling, reason="seen by the arbiter", **fields)


def test_an_arbiter_upholds_the_sheet() -> None:
    play = disputed()
    ruled, decided = rule(play, "uphold")
    assert isinstance(ruled, ev.DisputeRuled)
    assert (ruled.reason, ruled.by) == ("seen by the arbiter", "user:somebody")
    assert isinstance(decided, ev.MatchDecided)
    assert (decided.winner, decided.how, decided.legs) == ("e001", "played", WON)


def test_an_arbiter_adjusts_the_legs() -> None:
    play = disputed()
    with pytest.raises(ImplausibleScore):
        rule(play, "adjust", legs=((11, 9),))
    rule(play, "adjust", legs=((9, 12),))
    result = play.match("R1M1").result
    assert result
    assert (result.winner, result.how, result.legs) == ("e004", "adjudicated", ((9, 12),))


def test_an_arbiter_takes_the_match_from_a_side() -> None:
    play = disputed()
    with pytest.raises(NotASide):
        rule(play, "forfeit", entry="e002")
    rule(play, "forfeit", entry="e001")
    result = play.match("R1M1").result
    assert result
    assert (result.winner, result.loser, result.how, result.legs) == ("e004", "e001", "forfeit", ())


def test_an_arbiter_has_the_match_played_again() -> None:
    play = disputed()
    rule(play, "replay")
    assert play.match("R1M1").status == "ready"
    called, *_ = play.move()
    assert isinstance(called, ev.MatchCalled)
    play.win("R1M1", side=1)
    assert play.side("R2M1", 0) == "e004"


@pytest.mark.parametrize(
    "fields",
    [
        {"ruling": "shrug"},
        {"ruling": "adjust"},
        {"ruling": "uphold", "legs": WON},
        {"ruling": "forfeit"},
        {"ruling": "replay", "entry": "e001"},
    ],
)
def test_a_ruling_needs_exactly_what_belongs_to_it(fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidRuling):
        rule(disputed(), **fields)


def test_a_ruling_needs_a_reason_and_a_dispute() -> None:
    play = disputed()
    with pytest.raises(ReasonRequired):
        play.do(cmd.RuleDispute, match="R1M1", ruling="uphold", reason="")
    with pytest.raises(NoDispute):
        rule(reported(), "uphold")


def test_a_table_is_free_again_once_the_sheet_is_handed_in() -> None:
    play = started(8, tables=1)
    assert play.match("R1M1").status == "called"
    play.sheet("R1M1")
    called, *_ = play.move()
    assert isinstance(called, ev.MatchCalled)
    assert called.table == 1


def test_times_to_answer_run_from_the_sheet() -> None:
    play = reported(confirm_minutes=7)
    sheet = play.match("R1M1").sheet
    assert sheet
    assert sheet.deadline_ms == play.now_ms + 7 * MINUTE_MS

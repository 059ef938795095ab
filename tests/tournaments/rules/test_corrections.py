"""Corrections, before a later match has begun: the bracket becomes what it would have been."""

from typing import Any

import pytest

from tests.tournaments.rules.play import LOST, WON, Play, started
from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.errors import (
    DisputeOpen,
    FollowsFromBracket,
    ImplausibleScore,
    InvalidRuling,
    LaterMatchBegun,
    MatchNotDue,
    MatchOver,
    NotASide,
    NotDecided,
    ReasonRequired,
)


def correct(play: Play, match: str = "R1M1", legs: Any = LOST, **fields: Any) -> tuple[ev.Event, ...]:
    return play.do(
        cmd.CorrectResult, **{"match": match, "legs": legs, "reason": "sides were mixed up", **fields}
    )


def test_the_right_winner_takes_the_seat_in_the_next_match() -> None:
    play = started(4)
    play.win("R1M1")
    correct(play)
    assert play.side("R2M1", 0) == "e004"
    result = play.match("R1M1").result
    assert result
    assert (result.how, result.corrected, result.legs) == ("adjudicated", True, LOST)


def test_a_match_that_was_called_with_the_wrong_side_is_called_anew() -> None:
    play = started(4)
    play.win("R1M1")
    play.win("R1M2")
    play.move()
    play.do(cmd.MarkPresent, match="R2M1", entry="e001")
    correct(play)
    final = play.match("R2M1")
    assert (final.status, final.sides, final.present) == ("ready", ("e004", "e002"), (False, False))
    play.move()
    assert play.match("R2M1").status == "called"


def test_once_the_next_match_has_begun_nothing_is_corrected() -> None:
    play = started(4)
    play.win("R1M1")
    play.win("R1M2")
    play.move()
    for side in (0, 1):
        play.do(cmd.MarkPresent, match="R2M1", side=side)
    with pytest.raises(LaterMatchBegun) as caught:
        correct(play)
    assert caught.value.code == "later_match_begun"
    assert caught.value.params["later"] == "R2M1"


def test_a_sheet_or_a_result_of_the_next_match_shuts_the_door_as_well() -> None:
    play = started(4)
    play.win("R1M1")
    play.win("R1M2")
    play.move()
    play.sheet("R2M1")
    with pytest.raises(LaterMatchBegun):
        correct(play)
    play.confirm("R2M1")
    with pytest.raises(LaterMatchBegun):
        correct(play)


def test_the_last_result_can_be_corrected_after_the_end() -> None:
    play = started(4)
    play.finish()
    first = play.state.podium
    *_, finished = correct(play, "R2M1")
    assert isinstance(finished, ev.ChampionshipFinished)
    assert first
    assert (finished.champion, finished.runner_up) == (first.runner_up, first.champion)
    assert play.state.phase == "finished"


def test_the_match_for_third_place_counts_as_a_later_match_too() -> None:
    play = started(4, stage={"third_place": True})
    play.win("R1M1")
    play.win("R1M2")
    play.move()
    play.sheet("third_place")
    with pytest.raises(LaterMatchBegun) as caught:
        correct(play)
    assert caught.value.params["later"] == "third_place"


def test_what_followed_by_itself_follows_anew() -> None:
    """The winner of R1M1 went through an opponent who had left; the right winner does as well."""
    play = started(8)
    play.win("R1M1")
    play.win("R1M2")
    play.do(cmd.WithdrawEntry, entry_id=play.side("R2M1", 1))
    assert play.side("R3M1", 0) == "e001"
    correct(play)
    assert play.side("R2M1", 0) == "e008"
    assert play.side("R3M1", 0) == "e008"
    result = play.match("R2M1").result
    assert result
    assert (result.winner, result.how) == ("e008", "withdrawal")


def test_a_correction_for_one_who_left_since_gives_the_next_match_to_the_opponent() -> None:
    play = started(4)
    play.win("R1M1")
    play.win("R1M2")
    play.do(cmd.WithdrawEntry, entry_id="e004")
    correct(play)
    assert play.state.phase == "finished"
    assert play.state.podium
    assert play.state.podium.champion == "e002"


def test_a_result_that_follows_from_the_bracket_cannot_be_corrected_itself() -> None:
    play = started(4)
    play.do(cmd.WithdrawEntry, entry_id="e001")
    with pytest.raises(FollowsFromBracket):
        correct(play)


def test_a_walkover_can_be_corrected_into_legs_or_a_forfeit() -> None:
    play = started(4, tolerance_minutes=5)
    play.do(cmd.MarkPresent, match="R1M1", side=0)
    play.do(cmd.MarkPresent, match="R1M2", side=0)
    play.wait(5)
    correct(play, legs=WON)
    result = play.match("R1M1").result
    assert result
    assert result.how == "adjudicated"
    correct(play, "R1M2", legs=(), entry="e002")
    assert play.side("R2M1", 1) == "e003"


def test_a_double_walkover_can_be_taken_back_and_the_match_played() -> None:
    play = started(4, tolerance_minutes=5)
    play.do(cmd.MarkPresent, match="R1M2", side=0)
    play.wait(5)
    assert play.state.phase == "finished"
    play.do(cmd.ReopenMatch, match="R1M1", reason="the call was not heard")
    assert play.state.phase == "running"
    assert play.match("R1M1").status == "ready"
    assert play.match("R2M1").status == "waiting"
    assert play.state.podium is None
    play.finish()
    assert play.state.podium
    assert play.state.podium.champion == "e001"


def test_a_correction_is_checked_like_a_sheet_and_needs_a_reason() -> None:
    play = started(4)
    play.win("R1M1")
    with pytest.raises(ImplausibleScore):
        correct(play, legs=((11, 9),))
    with pytest.raises(ReasonRequired):
        correct(play, reason="")
    with pytest.raises(InvalidRuling):
        correct(play, legs=())
    with pytest.raises(InvalidRuling):
        correct(play, entry="e001")
    with pytest.raises(NotASide):
        correct(play, legs=(), entry="e002")
    with pytest.raises(NotDecided):
        correct(play, "R1M2")
    with pytest.raises(ReasonRequired):
        play.do(cmd.ReopenMatch, match="R1M1", reason=" ")


def test_an_arbiter_takes_an_open_match_from_a_side_for_a_reason() -> None:
    play = started(4)
    play.do(cmd.ForfeitMatch, match="R1M1", entry="e001", reason="conduct")
    result = play.match("R1M1").result
    assert result
    assert (result.winner, result.how) == ("e004", "forfeit")
    with pytest.raises(MatchOver):
        play.do(cmd.ForfeitMatch, match="R1M1", entry="e004", reason="conduct")
    with pytest.raises(ReasonRequired):
        play.do(cmd.ForfeitMatch, match="R1M2", entry="e002", reason="")
    with pytest.raises(NotASide):
        play.do(cmd.ForfeitMatch, match="R1M2", entry="e001", reason="conduct")
    play.sheet("R1M2")
    play.dispute("R1M2")
    with pytest.raises(DisputeOpen):
        play.do(cmd.ForfeitMatch, match="R1M2", entry="e002", reason="conduct")


def test_a_match_without_an_opponent_yet_cannot_be_forfeited() -> None:
    play = started(4)
    play.win("R1M1")
    with pytest.raises(MatchNotDue):
        play.do(cmd.ForfeitMatch, match="R2M1", entry="e001", reason="conduct")

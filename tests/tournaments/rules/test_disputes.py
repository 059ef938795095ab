"""A dispute about a hand: when it may be opened, and what waits for it."""

import pytest

from tests.tournaments.rules.play import MINUTE_MS, Play, started
from tests.tournaments.rules.quarrels import (
    HAND,
    ONLINE,
    accept,
    claim,
    decided,
    leg,
    playing_online,
    rule,
    status,
)
from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.errors import (
    DisputeOpen,
    FollowsFromBracket,
    MatchNotDue,
    NotASide,
    ReasonRequired,
)
from tournaments.rules.errors_disputes import (
    DisputeDecided,
    DisputeOver,
    DisputeTooLate,
    FrozenByDispute,
    InvalidClaim,
    InvalidEvidence,
    NotTheirDispute,
    RulingGiven,
)

# Opening


def test_a_side_disputes_a_hand_of_a_decided_match_and_the_result_stands_until_the_ruling() -> None:
    play = decided()
    claim(play, record="{}", photos=("ab", "ab"))
    dispute = play.state.disputes["D1"]
    assert (dispute.status, dispute.instance, dispute.claim) == ("open", "arbiter", HAND)
    assert dispute.due_ms == dispute.at_ms + 60 * MINUTE_MS
    assert dispute.photos == ("ab",)
    assert play.match("R1M1").status == "decided"
    assert play.match("R1M1").disputed == "D1"


def test_who_does_not_play_in_the_match_disputes_nothing_in_it() -> None:
    play = decided()
    with pytest.raises(NotASide):
        play.do(cmd.OpenDispute, match="R1M1", entry=play.side("R1M2", 0), reason="no")


def test_a_dispute_needs_a_reason_and_something_that_was_played() -> None:
    play = started(4)
    with pytest.raises(MatchNotDue):
        claim(play)
    play.win("R1M1")
    with pytest.raises(ReasonRequired):
        play.do(cmd.OpenDispute, match="R1M1", entry=play.side("R1M1", 1), reason=" ")
    with pytest.raises(InvalidEvidence):
        claim(play, photos=tuple(map(str, range(9))))


@pytest.mark.parametrize(
    "about",
    [
        ev.Claim(hand=1),
        ev.Claim(leg=1, action=1),
        ev.Claim(leg=2),
        ev.Claim(leg=0),
        ev.Claim(leg=1, hand=0),
    ],
)
def test_what_there_is_not_cannot_be_disputed(about: ev.Claim) -> None:
    with pytest.raises(InvalidClaim):
        claim(decided(), about=about)


def test_a_result_can_be_disputed_until_the_time_of_the_regulation_is_over() -> None:
    play = decided(disputes={"protest_minutes": 10})
    result = play.match("R1M1").result
    assert result
    play.now_ms = result.at_ms + 10 * MINUTE_MS - 2
    claim(play)
    late = decided(disputes={"protest_minutes": 10})
    late.now_ms += 10 * MINUTE_MS
    with pytest.raises(DisputeTooLate):
        claim(late)


def test_without_a_limit_any_result_can_be_disputed() -> None:
    play = decided(disputes={"protest_minutes": None})
    play.now_ms += 10_000 * MINUTE_MS
    claim(play)


def test_what_follows_from_the_bracket_alone_is_not_disputed() -> None:
    play = started(4)
    play.do(cmd.WithdrawEntry, entry_id=play.side("R1M1", 1))
    with pytest.raises(FollowsFromBracket):
        claim(play, by=0, about=ev.Claim())


def test_a_match_has_one_pending_dispute_at_a_time_and_the_same_is_not_disputed_twice() -> None:
    play = decided()
    claim(play)
    with pytest.raises(DisputeOpen):
        claim(play, by=0)
    rule(play)
    accept(play, 0, 1)
    with pytest.raises(DisputeDecided):
        claim(play)
    assert claim(play, about=ev.Claim(leg=1, hand=4)) == "D2"


def test_a_disputed_score_sheet_is_a_dispute_too() -> None:
    play = started(4)
    play.sheet("R1M1")
    disputed, opened = play.dispute("R1M1")
    assert isinstance(disputed, ev.SheetDisputed)
    assert isinstance(opened, ev.DisputeOpened)
    assert play.state.disputes["D1"].of_sheet
    with pytest.raises(RulingGiven):
        play.do(cmd.WithdrawDispute, dispute="D1", entry=play.side("R1M1", 1))


def test_who_opened_a_dispute_takes_it_back_and_all_goes_on() -> None:
    play = decided()
    claim(play)
    with pytest.raises(NotTheirDispute):
        play.do(cmd.WithdrawDispute, dispute="D1", entry=play.side("R1M1", 0))
    play.do(cmd.WithdrawDispute, dispute="D1", entry=play.side("R1M1", 1))
    assert (status(play), play.match("R1M1").disputed, play.match("R2M1").frozen_by) == ("withdrawn", "", "")
    with pytest.raises(DisputeOver):
        rule(play)


# What waits


def test_what_depends_on_it_waits_and_nothing_else() -> None:
    play = decided(8)
    claim(play)
    assert play.state.disputes["D1"].frozen == ("R2M1", "R3M1")
    for match in ("R1M2", "R1M3", "R1M4"):
        play.win(match)
    play.move()
    assert (play.match("R2M1").status, play.match("R2M2").status) == ("frozen", "called")
    play.win("R2M2")
    with pytest.raises(FrozenByDispute):
        play.sheet("R2M1")
    with pytest.raises(FrozenByDispute):
        play.do(cmd.CallMatch, match="R2M1")
    rule(play)
    play.move()
    assert play.match("R2M1").status == "frozen"
    accept(play, 0, 1)
    play.move()
    assert play.match("R2M1").status == "called"


def test_a_match_that_was_called_but_not_begun_is_called_anew_afterwards() -> None:
    play = decided()
    play.win("R1M2")
    play.move()
    assert play.match("R2M1").call
    claim(play)
    assert (play.match("R2M1").call, play.match("R2M1").status) == (None, "frozen")
    assert play.wait(20) == []
    rule(play)
    accept(play, 0, 1)
    (called,) = play.move()
    assert isinstance(called, ev.MatchCalled)


def test_what_has_begun_already_is_played_to_its_end() -> None:
    play = decided()
    play.win("R1M2")
    play.move()
    play.sheet("R2M1")
    claim(play)
    assert play.match("R2M1").status == "reported"
    play.confirm("R2M1")
    assert play.match("R2M1").result
    assert play.state.phase == "running"
    rule(play)
    accept(play, 0, 1)
    assert play.state.phase == "finished"


def test_a_sheet_is_not_confirmed_while_the_match_is_disputed() -> None:
    play = started(4)
    play.sheet("R1M1")
    claim(play)
    assert play.match("R1M1").status == "disputed"
    with pytest.raises(DisputeOpen):
        play.confirm("R1M1")
    rule(play)
    play.confirm("R1M1")
    assert play.match("R1M1").result


def test_silence_confirms_no_sheet_of_a_disputed_match() -> None:
    play = started(4, confirm_minutes=10)
    play.sheet("R1M1")
    claim(play)
    play.wait(30)
    assert play.match("R1M1").status == "disputed"
    rule(play)
    play.move()
    assert play.match("R1M1").result


def test_online_the_running_game_goes_on_and_no_next_one_begins() -> None:
    play = playing_online()
    claim(play)
    leg(play, 1)
    assert play.match("R1M1").status == "disputed"
    assert not [event for event in play.move() if isinstance(event, ev.LegOpened)]
    rule(play)
    assert [event.leg for event in play.move() if isinstance(event, ev.LegOpened)] == [3]


def test_online_the_last_game_decides_nothing_before_the_ruling() -> None:
    play = playing_online()
    claim(play)
    (played,) = leg(play, 0)
    assert isinstance(played, ev.LegPlayed)
    _ruled, result = rule(play)
    assert isinstance(result, ev.MatchDecided)
    assert (result.how, result.winner) == ("played", play.side("R1M1", 0))


def test_online_who_is_ahead_at_the_bell_has_won_only_after_the_ruling() -> None:
    stage = {"mode": "online", "best_of": 3, "time_limit": {"minutes": 10, "then": "leader"}}
    play = started(4, stage=stage, **ONLINE)
    leg(play, 0)
    play.move()
    claim(play)
    play.wait(10)
    assert play.match("R1M1").expired == "leader"
    game = play.match("R1M1").game_id
    play.do(cmd.ReportLeg, match="R1M1", game_id=game, winner=1, score=(11, 12))
    assert play.match("R1M1").status == "disputed"
    assert play.move() == []
    rule(play)
    result = play.match("R1M1").result
    assert result
    assert result.winner == play.side("R1M1", 0)


def test_online_a_dispute_taken_back_lets_the_match_be_decided_as_played() -> None:
    play = playing_online()
    claim(play)
    leg(play, 0)
    play.do(cmd.WithdrawDispute, dispute="D1", entry=play.side("R1M1", 1))
    assert play.match("R1M1").result


def test_the_end_of_a_championship_is_taken_back_until_the_last_word() -> None:
    play = started(2)
    play.win("R1M1")
    assert play.state.phase == "finished"
    claim(play)
    assert (play.state.phase, play.state.podium) == ("running", None)
    rule(play)
    assert play.state.phase == "running"
    play.wait(15)
    assert (status(play), play.state.phase) == ("closed", "finished")


SWISS = [{"format": "swiss", "rounds": 3, "criteria": ["points", "wins", "lots"], "seeding": "rank"}]


def test_no_round_is_paired_from_a_result_that_is_disputed() -> None:
    play = Play(stages=SWISS)
    play.enter(4)
    play.start()
    play.move()
    first, second = list(play.state.matches)
    play.win(first)
    claim(play, first)
    play.win(second)
    assert len(play.state.matches) == 2
    rule(play)
    assert len(play.state.matches) == 2
    play.wait(15)
    assert len(play.state.matches) == 4


def test_a_round_that_was_paired_already_waits() -> None:
    play = Play(stages=SWISS)
    play.enter(4)
    play.start()
    play.move()
    first, second = list(play.state.matches)
    play.win(first)
    play.win(second)
    claim(play, first)
    assert {match.status for match in play.state.matches.values()} == {"decided", "frozen"}


def test_no_stage_is_drawn_from_a_stage_in_which_something_is_disputed() -> None:
    groups = {
        "id": "groups",
        "format": "groups",
        "groups": 2,
        "seeding": "rank",
        "criteria": ["points", "seed"],
    }
    final = {"id": "final", "from": [{"stage": "groups", "per_group": 1}]}
    play = Play(stages=[groups, final])
    play.enter(4)
    play.start()
    play.move()
    first, second = list(play.state.matches)
    play.win(first)
    claim(play, first)
    play.win(second)
    play.move()
    assert "final" not in play.state.stages
    with pytest.raises(FrozenByDispute):
        play.do(cmd.DrawStage, stage="final", seed="5eed" * 16)
    rule(play)
    play.wait(15)
    assert "final" in play.state.stages

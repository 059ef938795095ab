"""A dispute about a hand: when it may be opened, what waits for it, who rules and what a ruling does."""

from typing import Any

import pytest

from tests.tournaments.rules.play import MINUTE_MS, Play, started
from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.errors import (
    DisputeOpen,
    FollowsFromBracket,
    InvalidRuling,
    LaterMatchBegun,
    MatchNotDue,
    NotASide,
    ReasonRequired,
)
from tournaments.rules.errors_disputes import (
    AppealRefused,
    AppealTooLate,
    ArbiterNotNeutral,
    DisputeDecided,
    DisputeOver,
    DisputeTooLate,
    FrozenByDispute,
    InvalidClaim,
    InvalidEvidence,
    NotTheirDispute,
    OwnRuling,
    RulingGiven,
    RulingTooLate,
    RulingTooSoon,
    TooMuchEvidence,
    UnknownDispute,
)

HAND = ev.Claim(leg=1, hand=3, action=2)
ONLINE = {"presence": "assumed", "entry_kind": "single"}


def claim(play: Play, match: str = "R1M1", by: int = 1, about: ev.Claim = HAND, **more: Any) -> str:
    """Open a dispute; its name."""
    entry = play.side(match, by)
    play.do(cmd.OpenDispute, match=match, entry=entry, reason="A card was hidden.", claim=about, **more)
    return f"D{len(play.state.disputes)}"


def rule(play: Play, ruling: str = "uphold", dispute: str = "D1", **more: Any) -> tuple[ev.Event, ...]:
    reason = more.pop("reason", "seen by all")
    return play.do(cmd.RuleDispute, dispute=dispute, ruling=ruling, reason=reason, **more)


def appeal(play: Play, by: int = 0, dispute: str = "D1") -> tuple[ev.Event, ...]:
    entry = play.side(play.state.disputes[dispute].match, by)
    return play.do(cmd.AppealRuling, dispute=dispute, entry=entry, reason="He looked away.")


def heard(play: Play, ruling: str, **more: Any) -> tuple[ev.Event, ...]:
    """The organizer, who is another person, rules."""
    play.now_ms += 1
    command = cmd.RuleDispute(
        actor="user:organizer",
        now_ms=play.now_ms,
        dispute="D1",
        instance="organizer",
        ruling=ruling,
        reason="heard both",
        **more,
    )
    return play.give(command)


def accept(play: Play, *sides: int) -> None:
    for side in sides:
        play.do(cmd.AcceptRuling, dispute="D1", entry=play.side("R1M1", side))


def status(play: Play, dispute: str = "D1") -> str:
    return play.state.disputes[dispute].status


def decided(count: int = 4, **regulation: Any) -> Play:
    """R1M1 is decided for home."""
    play = started(count, **regulation)
    play.win("R1M1")
    return play


def playing_online(best_of: int = 3, **regulation: Any) -> Play:
    """The first leg of R1M1 was won by home, the second runs."""
    play = started(4, stage={"mode": "online", "best_of": best_of}, **ONLINE, **regulation)
    leg(play, 0)
    play.move()
    return play


def leg(play: Play, winner: int, match: str = "R1M1") -> tuple[ev.Event, ...]:
    game = play.match(match).game_id
    score = (12, 7) if winner == 0 else (7, 12)
    return play.do(cmd.ReportLeg, match=match, game_id=game, winner=winner, score=score)


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


# Ruling


def test_a_ruling_needs_a_reason_and_what_belongs_to_it() -> None:
    play = decided()
    claim(play)
    with pytest.raises(ReasonRequired):
        rule(play, reason=" ")
    with pytest.raises(UnknownDispute):
        rule(play, dispute="D9")
    for fields in ({"ruling": "shrug"}, {"ruling": "adjust"}, {"ruling": "uphold", "legs": ((12, 1),)}):
        with pytest.raises(InvalidRuling):
            rule(play, **fields)


def test_another_result_by_a_ruling_is_a_correction_with_all_that_follows() -> None:
    play = decided()
    play.win("R1M2")
    claim(play)
    rule(play, "adjust", legs=((9, 12),))
    assert play.side("R2M1", 0) == "e004"
    result = play.match("R1M1").result
    assert result
    assert (result.winner, result.corrected) == ("e004", True)


def test_what_was_played_on_the_strength_of_it_stands_or_is_played_again_by_the_arbiters_word() -> None:
    play = decided()
    play.win("R1M2")
    play.move()
    play.win("R2M1")
    claim(play)
    with pytest.raises(LaterMatchBegun):
        rule(play, "forfeit", entry="e001")
    rule(play, "forfeit", entry="e001", again=("R2M1",))
    assert play.match("R2M1").status == "frozen"
    accept(play, 0, 1)
    play.move()
    assert (play.match("R2M1").status, play.side("R2M1", 0)) == ("called", "e004")


def test_two_arbiters_cannot_rule_twice() -> None:
    play = decided()
    claim(play)
    rule(play)
    with pytest.raises(RulingGiven):
        rule(play, "forfeit", entry="e001")


def test_an_arbiter_of_neither_club_where_the_regulation_says_so() -> None:
    play = Play(stages=[{"seeding": "rank"}], disputes={"arbiter": "neutral"})
    play.do(cmd.OpenEntries)
    for number, club in enumerate(("Copas", None), 1):
        members = (f"p{number}", f"q{number}")
        play.do(cmd.RegisterEntry, entry_id=f"e{number}", name=str(number), members=members, club=club)
        play.do(cmd.ConfirmEntry, entry_id=f"e{number}")
    play.start()
    play.move()
    play.win("R1M1")
    claim(play)
    with pytest.raises(ArbiterNotNeutral):
        rule(play, clubs=("Zap", " copas"))
    rule(play, clubs=("Zap",))


def test_where_the_regulation_does_not_say_so_any_arbiter_rules() -> None:
    play = decided()
    claim(play)
    rule(play, clubs=("Copas",))


def test_at_a_table_a_hand_is_played_again_with_a_new_sheet() -> None:
    play = decided()
    claim(play, about=ev.Claim(leg=1, hand=3, score=(8, 6), dealer=2))
    rule(play, "replay")
    match = play.match("R1M1")
    assert (match.status, match.result, match.sheet) == ("playing", None, None)
    assert match.resume
    assert (match.resume.hand, match.resume.score, match.resume.dealer) == (3, (8, 6), 2)
    play.win("R1M1", side=1)
    assert play.match("R1M1").result
    assert play.match("R1M1").resume is None


def test_who_has_played_again_may_dispute_that_and_has_no_appeal_left() -> None:
    play = decided()
    claim(play)
    rule(play, "replay")
    play.sheet("R1M1")
    _, closed, opened = play.dispute("R1M1")
    assert isinstance(closed, ev.DisputeClosed)
    assert isinstance(opened, ev.DisputeOpened)
    assert [status(play, dispute) for dispute in ("D1", "D2")] == ["closed", "open"]
    with pytest.raises(AppealRefused):
        appeal(play)


def test_online_the_hand_is_played_again_from_the_score_before_it() -> None:
    play = playing_online(best_of=1)
    assert play.match("R1M1").result
    game = play.match("R1M1").legs[0].game_id
    claim(play, about=ev.Claim(leg=1, hand=3, game_id=game, score=(8, 6), dealer=1))
    rule(play, "replay")
    match = play.match("R1M1")
    assert (match.status, match.legs, match.result) == ("playing", (), None)
    assert match.resume
    assert match.resume.score == (8, 6)
    assert game in match.past_games
    play.move()
    leg(play, 1)
    play.wait(15)
    assert play.match("R1M1").result
    assert play.side("R2M1", 0) == "e004"


def test_a_leg_again_where_the_regulation_says_so_and_the_other_legs_stand() -> None:
    play = playing_online(disputes={"replay": "leg"})
    leg(play, 0)
    assert play.match("R1M1").result
    claim(play, about=ev.Claim(leg=1, hand=3, score=(8, 6), dealer=1))
    rule(play, "replay")
    match = play.match("R1M1")
    assert [found.score for found in match.legs] == [(12, 7)]
    assert match.resume
    assert (match.resume.hand, match.resume.score, match.resume.dealer) == (None, (), None)


def test_a_running_game_is_broken_off_when_a_hand_of_it_is_played_again() -> None:
    play = playing_online()
    running = play.match("R1M1").game_id
    claim(play, about=ev.Claim(leg=2, hand=1, game_id=running, score=(0, 0), dealer=0))
    rule(play, "replay")
    match = play.match("R1M1")
    assert (match.game_id, len(match.legs)) == ("", 1)
    assert running in match.past_games


def test_the_whole_match_again_where_no_leg_is_named() -> None:
    play = decided()
    claim(play, about=ev.Claim())
    rule(play, "replay")
    assert play.match("R1M1").status == "ready"


def test_an_online_match_goes_on_from_legs_that_were_put_right() -> None:
    play = playing_online()
    claim(play)
    leg(play, 1)
    rule(play, "adjust", legs=((7, 12), (7, 12)))
    assert play.match("R1M1").result
    other = playing_online()
    claim(other)
    leg(other, 0)
    rule(other, "adjust", legs=((12, 7), (7, 12)))
    assert other.match("R1M1").result is None
    assert [event.leg for event in other.move() if isinstance(event, ev.LegOpened)] == [3]


# Deadlines and the appeal


def test_when_the_arbiters_time_is_over_the_organizer_rules() -> None:
    play = decided()
    claim(play)
    with pytest.raises(RulingTooSoon):
        heard(play, "uphold")
    play.now_ms += 60 * MINUTE_MS
    with pytest.raises(RulingTooLate):
        rule(play)
    assert any(isinstance(event, ev.DisputeLapsed) for event in play.move())
    with pytest.raises(RulingTooLate):
        rule(play)
    heard(play, "forfeit", entry="e001")
    assert status(play) == "closed"


def test_when_the_organizers_time_is_over_too_all_stays_as_it_is() -> None:
    play = decided()
    claim(play)
    play.wait(60)
    play.wait(60)
    (ruling,) = play.state.disputes["D1"].rulings
    assert (status(play), ruling.instance, ruling.ruling) == ("closed", "clock", "uphold")
    result = play.match("R1M1").result
    assert result
    assert result.winner == "e001"


def test_or_it_waits_where_the_regulation_says_so() -> None:
    play = decided(disputes={"unruled": "wait"})
    claim(play)
    play.wait(60)
    play.wait(10_000)
    assert status(play) == "lapsed"
    heard(play, "uphold")
    assert status(play) == "closed"


def test_a_side_appeals_once_and_the_organizers_word_is_the_last() -> None:
    play = decided()
    claim(play)
    with pytest.raises(AppealRefused):
        appeal(play)
    rule(play, "forfeit", entry="e001")
    appeal(play)
    assert (status(play), play.match("R1M1").disputed) == ("appealed", "D1")
    with pytest.raises(AppealRefused):
        appeal(play, by=1)
    with pytest.raises(OwnRuling):
        rule(play, instance="organizer")
    heard(play, "adjust", legs=((12, 7),))
    assert status(play) == "closed"
    result = play.match("R1M1").result
    assert result
    assert result.winner == "e001"
    with pytest.raises(DisputeOver):
        heard(play, "uphold")
    with pytest.raises(AppealRefused):
        appeal(play, by=1)


def test_an_appeal_comes_in_time_or_not_at_all() -> None:
    play = decided()
    claim(play)
    rule(play)
    play.now_ms += 15 * MINUTE_MS
    with pytest.raises(AppealTooLate):
        appeal(play)
    play.move()
    with pytest.raises(AppealTooLate):
        appeal(play)


def test_an_appeal_in_time_stops_the_clock_of_the_ruling() -> None:
    play = decided()
    claim(play)
    rule(play)
    appeal(play)
    play.wait(20)
    assert status(play) == "appealed"
    assert play.do(cmd.ExpireDispute, dispute="D1") == ()
    play.wait(40)
    assert (status(play), play.state.disputes["D1"].rulings[-1].instance) == ("closed", "clock")


def test_who_accepted_the_ruling_does_not_appeal() -> None:
    play = decided()
    claim(play)
    rule(play)
    accept(play, 0)
    with pytest.raises(AppealRefused):
        appeal(play, by=0)
    appeal(play, by=1)


def test_without_appeals_the_arbiters_word_is_the_last() -> None:
    play = decided(disputes={"appeal_minutes": None})
    claim(play)
    rule(play)
    assert status(play) == "closed"


def test_an_appeal_against_a_hand_played_again_holds_the_match() -> None:
    play = playing_online(best_of=1)
    claim(play, about=ev.Claim(leg=1, hand=3, score=(8, 6), dealer=1))
    rule(play, "replay")
    play.move()
    appeal(play)
    (played,) = leg(play, 1)
    assert isinstance(played, ev.LegPlayed)
    heard(play, "adjust", legs=((12, 7),))
    result = play.match("R1M1").result
    assert result
    assert (result.winner, status(play)) == ("e001", "closed")


# Evidence


def test_both_sides_and_officials_say_more_while_it_is_pending() -> None:
    play = decided()
    claim(play)
    for entry in (play.side("R1M1", 0), None):
        play.do(cmd.AddEvidence, dispute="D1", entry=entry, text="I saw it.")
    with pytest.raises(NotASide):
        play.do(cmd.AddEvidence, dispute="D1", entry=play.side("R1M2", 0), text="I too.")
    with pytest.raises(InvalidEvidence):
        play.do(cmd.AddEvidence, dispute="D1", entry=None)
    assert [shown.by for shown in play.state.disputes["D1"].evidence] == ["e004", "e001", None]
    for _ in range(27):
        play.do(cmd.AddEvidence, dispute="D1", entry=None, text="and more")
    with pytest.raises(TooMuchEvidence):
        play.do(cmd.AddEvidence, dispute="D1", entry=None, text="and too much")
    rule(play)
    accept(play, 0, 1)
    with pytest.raises(DisputeOver):
        play.do(cmd.AddEvidence, dispute="D1", entry=None, text="too late")

"""Who rules on a dispute and until when, what a ruling does, and the appeal against it."""

import pytest

from tests.tournaments.rules.play import MINUTE_MS, Play
from tests.tournaments.rules.quarrels import (
    accept,
    appeal,
    claim,
    decided,
    heard,
    leg,
    playing_online,
    rule,
    status,
)
from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.errors import (
    InvalidRuling,
    LaterMatchBegun,
    NotASide,
    ReasonRequired,
)
from tournaments.rules.errors_disputes import (
    AppealRefused,
    AppealTooLate,
    ArbiterNotNeutral,
    DisputeOver,
    InvalidEvidence,
    OwnRuling,
    RulingGiven,
    RulingTooLate,
    RulingTooSoon,
    TooMuchEvidence,
    UnknownDispute,
)

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

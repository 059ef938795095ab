"""The end of the time of a match that is played online: by each policy, with and without a leg that is on."""

from typing import Any

import pytest

from tests.tournaments.rules.play import Play, started
from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.bell import stops
from tournaments.rules.schedule import due

LEAGUE = {"format": "round_robin", "criteria": ["points", "lots"]}


def playing(then: str, **stage: Any) -> Play:
    """Two entries whose first game is on, half an hour for the match."""
    limit = {"minutes": 30, "then": then}
    play = started(2, stage={"mode": "online", "best_of": 3, "time_limit": limit, **stage})
    for side in (0, 1):
        play.do(cmd.MarkPresent, match="R1M1", side=side)
    play.move()
    assert play.match("R1M1").game_id
    return play


def bell(play: Play, *score: int) -> tuple[ev.Event, ...]:
    """The clock acts, having stopped the game that is on at this score if it did."""
    play.now_ms += 31 * 60_000
    return play.do(cmd.Expire, match="R1M1", score=score or None)


def report(play: Play, *score: int) -> tuple[ev.Event, ...]:
    winner = int(score[1] > score[0])
    game = play.match("R1M1").game_id
    told = play.do(cmd.ReportLeg, match="R1M1", game_id=game, winner=winner, score=score)
    play.move()
    return told


def test_the_time_runs_from_the_moment_at_which_both_are_there() -> None:
    play = playing("leader")
    (deadline,) = due(play.state)
    started_ms = play.match("R1M1").started_ms
    assert started_ms is not None
    assert (deadline.kind, deadline.at_ms) == ("time", started_ms + 30 * 60_000)
    assert play.do(cmd.Expire, match="R1M1") == ()


def test_whoever_is_ahead_at_the_bell_has_the_leg_and_the_match() -> None:
    play = playing("leader")
    expired, leg, decided, *_ = bell(play, 7, 9)
    assert isinstance(expired, ev.TimeExpired)
    assert isinstance(leg, ev.LegPlayed)
    assert (leg.winner, leg.score, leg.ending) == (1, (7, 9), "time")
    assert isinstance(decided, ev.MatchDecided)
    assert (decided.winner, decided.how, decided.legs) == ("e002", "played", ((7, 9),))


def test_more_legs_count_before_the_tentos_of_the_one_that_is_on() -> None:
    play = playing("leader", match={"first_to": 3})
    report(play, 12, 0)
    report(play, 12, 0)
    bell(play, 0, 11)
    result = play.match("R1M1").result
    assert result
    assert (result.winner, result.legs) == ("e001", ((12, 0), (12, 0), (0, 11)))


def test_level_legs_go_by_all_tentos() -> None:
    play = playing("leader")
    report(play, 12, 3)
    bell(play, 2, 6)
    result = play.match("R1M1").result
    assert result
    assert result.winner == "e001"


def test_nobody_ahead_in_a_knock_out_lets_the_leg_go_on_and_decide() -> None:
    play = playing("leader")
    match = play.match("R1M1")
    assert not stops(play.state, match, "leader", (5, 5))
    (expired,) = bell(play, 5, 5)
    assert isinstance(expired, ev.TimeExpired)
    assert play.match("R1M1").game_id == match.game_id
    _played, decided, *_ = report(play, 8, 12)
    assert isinstance(decided, ev.MatchDecided)
    assert decided.winner == "e002"


def test_nobody_ahead_in_a_league_is_a_draw_only_with_a_leg_to_show_for_it() -> None:
    play = playing("leader", **LEAGUE)
    report(play, 12, 8)
    report(play, 8, 12)
    _expired, stopped, decided, *_ = bell(play, 4, 4)
    assert isinstance(stopped, ev.LegStopped)
    assert isinstance(decided, ev.MatchDecided)
    assert (decided.winner, decided.loser, decided.how) == ("", "", "played")


def test_between_two_legs_the_bell_looks_at_those_that_were_played() -> None:
    play = playing("leader")
    game = play.match("R1M1").game_id
    play.do(cmd.ReportLeg, match="R1M1", game_id=game, winner=0, score=(12, 11))
    told = bell(play)
    assert [type(event) for event in told[:2]] == [ev.TimeExpired, ev.MatchDecided]


def test_at_match_point_the_leg_that_is_on_counts_for_nobody_and_another_is_opened() -> None:
    play = playing("match_point")
    before = play.match("R1M1").game_id
    expired, stopped = bell(play, 11, 2)
    assert isinstance(expired, ev.TimeExpired)
    assert isinstance(stopped, ev.LegStopped)
    match = play.match("R1M1")
    assert (match.legs, match.game_id, match.past_games) == ((), "", (before,))
    play.move()
    assert play.match("R1M1").game_id not in ("", before)
    assert play.do(cmd.ReportLeg, match="R1M1", game_id=before, winner=0, score=(11, 2)) == ()
    report(play, 12, 11)
    report(play, 12, 11)
    assert play.match("R1M1").status == "decided"


def test_with_the_referee_dealing_on_the_game_goes_on() -> None:
    play = playing("referee")
    game = play.match("R1M1").game_id
    (expired,) = bell(play)
    assert isinstance(expired, ev.TimeExpired)
    assert play.match("R1M1").game_id == game
    report(play, 12, 3)
    assert play.match("R1M1").status == "playing"


def test_a_second_bell_does_nothing() -> None:
    play = playing("referee")
    bell(play)
    assert bell(play) == ()


@pytest.mark.parametrize("then", ["leader", "match_point"])
def test_a_game_that_ended_in_the_very_moment_is_counted_as_it_ended(then: str) -> None:
    play = playing(then)
    game = play.match("R1M1").game_id
    assert [type(event) for event in bell(play)] == [ev.TimeExpired]
    play.do(cmd.ReportLeg, match="R1M1", game_id=game, winner=1, score=(9, 12))
    match = play.match("R1M1")
    assert match.legs[0].score == (9, 12)
    assert (match.status == "decided") == (then == "leader")


def test_sides_take_turns_to_deal_first_and_a_lost_deal_turns_them_round_once() -> None:
    table = {"penalties": [{"offence": "late", "steps": ["deal"]}]}
    limit = {"mode": "online", "best_of": 5}
    play = started(2, stage=limit, conduct=table)
    for side in (0, 1):
        play.do(cmd.MarkPresent, match="R1M1", side=side)
    play.move()
    dealers = [0]
    play.do(cmd.Penalize, entries=("e002",), offence="late", reason="slow", match="R1M1")
    for score in ((12, 1), (1, 12), (12, 1)):
        dealers.append(-1)
        game = play.match("R1M1").game_id
        play.do(cmd.ReportLeg, match="R1M1", game_id=game, winner=int(score[1] > 1), score=score)
        dealers[-1] = play.match("R1M1").next_dealer
        play.move()
    assert dealers == [0, 0, 0, 1]
    both = started(2, conduct=table)
    both.do(cmd.Penalize, entries=("e001", "e002"), offence="late", reason="both", match="R1M1")
    assert both.match("R1M1").next_dealer == 0

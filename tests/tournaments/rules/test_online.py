"""A match played online: the game engine reports each leg, and a report counts once."""

from typing import Any

import pytest

from tests.tournaments.rules.play import Play, started
from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.errors import InvalidLeg, MatchNotDue, UnknownLeg, WrongMode
from tournaments.rules.schedule import next_actions

ONLINE = {"mode": "online", "best_of": 3}


def playing(match: str = "R1M1") -> Play:
    """Both sides are there and the first game is open."""
    play = started(4, stage=ONLINE)
    for side in (0, 1):
        play.do(cmd.MarkPresent, match=match, side=side)
    play.move()
    return play


def report(play: Play, winner: int, match: str = "R1M1", **fields: Any) -> tuple[ev.Event, ...]:
    game = fields.pop("game_id", play.match(match).game_id)
    score = (12, 5) if winner == 0 else (5, 12)
    command = {"match": match, "game_id": game, "winner": winner, "score": score, **fields}
    happened = play.do(cmd.ReportLeg, **command)
    play.move()
    return happened


def test_a_game_opens_once_both_sides_are_there() -> None:
    play = started(4, stage=ONLINE)
    play.do(cmd.MarkPresent, match="R1M1", side=0)
    assert next_actions(play.state, play.now_ms) == []
    play.do(cmd.MarkPresent, match="R1M1", side=1)
    (action,) = next_actions(play.state, play.now_ms)
    assert isinstance(action, cmd.OpenLeg)
    assert (action.match, action.leg, action.game_id) == ("R1M1", 1, "")


def test_the_next_game_opens_after_the_leg_until_the_match_is_decided() -> None:
    play = playing()
    report(play, 0)
    assert play.match("R1M1").game_id
    report(play, 1)
    _played, decided = report(play, 1)
    assert isinstance(decided, ev.MatchDecided)
    assert decided.winner == "e004"
    assert decided.legs == ((12, 5), (5, 12), (5, 12))
    assert not play.match("R1M1").game_id


def test_a_match_ends_as_soon_as_the_majority_is_reached() -> None:
    play = playing()
    report(play, 0)
    report(play, 0)
    assert play.match("R1M1").status == "decided"
    assert len(play.match("R1M1").legs) == 2


def test_a_report_delivered_twice_counts_once() -> None:
    play = playing()
    game = play.match("R1M1").game_id
    report(play, 0)
    assert report(play, 0, game_id=game) == ()
    assert len(play.match("R1M1").legs) == 1
    report(play, 0)
    assert report(play, 0, game_id=game) == ()


def test_a_game_that_is_no_leg_of_the_match_is_refused() -> None:
    play = playing()
    with pytest.raises(UnknownLeg):
        report(play, 0, game_id="another")


def test_a_report_needs_a_game_a_side_and_tentos() -> None:
    play = playing()
    wrongs: list[dict[str, Any]] = [
        {"game_id": ""},
        {"winner": 2},
        {"score": (12,)},
        {"score": (12, -1)},
        {"score": (12, "3")},
    ]
    for wrong in wrongs:
        with pytest.raises(InvalidLeg):
            report(play, **{"winner": 0, **wrong})


def test_an_abandoned_game_is_a_leg_whatever_its_score() -> None:
    play = playing()
    report(play, 1, score=(9, 3), ending="abandoned")
    leg = play.match("R1M1").legs[0]
    assert (leg.winner, leg.score, leg.ending) == (1, (9, 3), "abandoned")


def test_opening_a_leg_twice_or_out_of_turn_changes_nothing() -> None:
    play = playing()
    assert play.do(cmd.OpenLeg, match="R1M1", leg=1, game_id="other") == ()
    assert play.do(cmd.OpenLeg, match="R1M1", leg=2, game_id="other") == ()
    report(play, 0)
    assert play.do(cmd.OpenLeg, match="R1M1", leg=1, game_id="other") == ()
    report(play, 0)
    assert play.do(cmd.OpenLeg, match="R1M1", leg=3, game_id="other") == ()


def test_a_leg_opens_only_when_the_match_is_on_online_and_with_a_game() -> None:
    play = started(4, stage=ONLINE)
    with pytest.raises(MatchNotDue):
        play.do(cmd.OpenLeg, match="R1M1", leg=1, game_id="g")
    for side in (0, 1):
        play.do(cmd.MarkPresent, match="R1M1", side=side)
    with pytest.raises(InvalidLeg):
        play.do(cmd.OpenLeg, match="R1M1", leg=1)
    with pytest.raises(MatchNotDue):
        play.do(cmd.OpenLeg, match="R1M1", leg=2, game_id="g")
    with pytest.raises(WrongMode):
        started(4).do(cmd.OpenLeg, match="R1M1", leg=1, game_id="g")


def test_a_game_that_ends_after_the_match_was_taken_from_a_side_counts_for_nothing() -> None:
    play = playing()
    game = play.match("R1M1").game_id
    play.do(cmd.ForfeitMatch, match="R1M1", entry="e001", reason="cards up the sleeve")
    assert report(play, 0, game_id=game) == ()
    assert play.side("R2M1", 0) == "e004"


def test_the_final_may_be_played_at_a_table_after_rounds_online() -> None:
    play = started(4, stage={"mode": {"default": "online", "rounds": {"final": "table"}}})
    assert [match.mode for match in play.state.matches.values()] == ["online", "online", "table"]


def test_where_presence_is_assumed_games_open_with_the_call() -> None:
    play = started(4, presence="assumed", stage=ONLINE)
    assert play.match("R1M1").game_id
    assert play.match("R1M2").game_id

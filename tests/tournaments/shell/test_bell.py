"""The end of the time of matches that are played online, with the games themselves; and penalties in them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from games import states
from games.models import Game
from games.services import give_stake
from games.states import milliseconds
from tests.tournaments.shell.cups import ONLINE, Cup
from tests.tournaments.shell.test_online import deliver, finish, game_of
from tests.tournaments.shell.world import World
from tournaments import tasks
from tournaments.checks import check_replay
from tournaments.models import Wake
from tournaments.services import legs, unit
from truco_api.eventstore.audit import Report


def timed(world: World, then: str, **more: Any) -> Cup:
    """Two singles online, with half an hour for the match."""
    stage = {"mode": "online", "best_of": 3, "time_limit": {"minutes": 30, "then": then}}
    return Cup(world, ONLINE | {"stages": [stage]} | more).playing(2)


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let the clock sweep half an hour later, twice, as two beats would."""

    def sweep(cup: Cup) -> None:
        delta = timedelta(minutes=31)
        monkeypatch.setattr(unit, "clock_ms", lambda now: milliseconds(now + delta))
        version = Wake.objects.get(championship=cup.id).version
        due = legs.claim_due(now=timezone.now() + delta)
        assert due == [(UUID(cup.id), version)]
        for _ in range(2):
            tasks.advance(cup.id, version)

    return sweep


def ahead(game: UUID, team: int) -> None:
    """Put a team ahead by a stake."""
    give_stake(game_id=game, team=team, reason="test", actor="system:test")


def test_the_sweep_ends_the_game_and_the_match_for_who_is_ahead(world: World, late: Any) -> None:
    cup = timed(world, "leader")
    game = game_of(cup, "R1M1")
    ahead(game, 1)
    late(cup)
    match = cup.match("R1M1")
    assert (match["status"], match["winner"]) == ("decided", match["sides"][1]["entry"])
    assert [(leg["score"], leg["ending"]) for leg in match["legs"]] == [([0, 1], "time")]
    result = states.latest(game).table.result
    assert result
    assert (result.winner, Game.objects.get(id=game).phase) == (1, "abandoned")
    deliver()
    assert cup.match("R1M1") == match
    report = Report()
    check_replay(report)
    assert report.findings == []


def test_with_nobody_ahead_the_game_goes_on_and_decides(world: World, late: Any) -> None:
    cup = timed(world, "leader")
    game = game_of(cup, "R1M1")
    late(cup)
    match = cup.match("R1M1")
    assert (match["status"], match["expired"]) == ("playing", "leader")
    assert game_of(cup, "R1M1") == game
    finish(game, winner=0)
    deliver()
    assert cup.match("R1M1")["winner"] == match["sides"][0]["entry"]


def test_legs_that_are_left_begin_at_match_point(world: World, late: Any) -> None:
    cup = timed(world, "match_point")
    first = game_of(cup, "R1M1")
    ahead(first, 0)
    late(cup)
    second = game_of(cup, "R1M1")
    assert second != first
    assert states.latest(first).table.over
    game = states.latest(second).table.game
    assert game
    assert game.score == (11, 11)
    deliver()
    match = cup.match("R1M1")
    assert (match["legs"], match["status"]) == ([], "playing")


def test_an_official_can_call_the_end_of_the_time(world: World) -> None:
    cup = timed(world, "leader")
    ahead(game_of(cup, "R1M1"), 0)
    answer = world["arbiter"].post(f"{cup.path}/matches/R1M1/time-up/")
    assert (answer["status"], answer["winner"]) == ("decided", answer["sides"][0]["entry"])


def test_home_deals_first_and_then_they_take_turns(world: World) -> None:
    cup = timed(world, "referee")
    dealers = []
    for winner in (0, 1, 1):
        game = states.latest(game_of(cup, "R1M1")).table.game
        assert game
        dealers.append(game.dealer)
        assert cup.match("R1M1")["dealer"] == (len(dealers) - 1) % 2
        finish(game_of(cup, "R1M1"), winner)
        deliver()
        cup.advance()
    assert dealers == [0, 1, 0]
    assert cup.match("R1M1")["dealer"] is None


def test_a_penalty_of_the_stake_is_paid_in_the_game_that_is_on(world: World) -> None:
    table = {"penalties": [{"offence": "signals", "steps": ["stake", "deal"]}]}
    cup = timed(world, "referee", conduct=table)
    game_id = game_of(cup, "R1M1")
    home = cup.match("R1M1")["sides"][0]["entry"]
    body = {"entries": [home], "offence": "signals", "reason": "winked", "match": "R1M1"}
    world["arbiter"].post(f"{cup.path}/penalties/", body)
    game = states.latest(game_id).table.game
    assert game
    assert game.score == (0, 1)
    world["arbiter"].post(f"{cup.path}/penalties/", body)
    assert states.latest(game_id).table.game == game
    finish(game_id, 0)
    deliver()
    cup.advance()
    second = states.latest(game_of(cup, "R1M1")).table.game
    assert second
    assert second.dealer == 1


def test_a_stake_that_brings_the_target_wins_the_leg(world: World) -> None:
    table = {"penalties": [{"offence": "signals", "steps": ["stake"]}]}
    cup = timed(world, "match_point", conduct=table)
    world["arbiter"].post(f"{cup.path}/matches/R1M1/time-up/")
    cup.advance()
    home, away = (side["entry"] for side in cup.match("R1M1")["sides"])
    body = {"entries": [home], "offence": "signals", "reason": "winked", "match": "R1M1"}
    world["arbiter"].post(f"{cup.path}/penalties/", body)
    deliver()
    match = cup.match("R1M1")
    assert match["score"] == [0, 1]
    assert away

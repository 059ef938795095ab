"""Online legs: the championship opens the games, and their ends move it along."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest

from games.models import Game
from games.services import abandon
from tests.tournaments.shell.cups import ONLINE, Cup
from tests.tournaments.shell.world import World
from tournaments.models import LegRow, Wake
from tournaments.services import legs
from tournaments.subscribers import game_finished
from truco_api.eventstore import Recorded, load
from truco_api.eventstore.feed import relay_once
from truco_api.eventstore.subscriptions import deliver_once

BEST_OF_3 = ONLINE | {"stages": [{"mode": "online", "best_of": 3}]}


def deliver() -> None:
    """All that relay and delivery have to do."""
    while relay_once() or deliver_once():
        pass


def game_of(cup: Cup, match: str) -> UUID:
    """The game being played as a leg of the match."""
    return UUID(cup.match(match)["game_id"])


def finish(game_id: UUID, winner: int) -> None:
    """End the game as lost by the other side."""
    abandon(game_id=game_id, team=1 - winner, reason="left", actor="system:test")


def finished_event(game_id: UUID) -> Recorded:
    """The event that says so."""
    return next(event for event in load(f"game-{game_id}") if event.type == "game_finished/1")


@pytest.mark.parametrize(("kind", "letters"), [("single", "a"), ("pair", "ab"), ("trio", "abc")])
def test_a_match_online_gets_its_game_with_home_on_the_even_seats(
    world: World, kind: str, letters: str
) -> None:
    cup = Cup(world, ONLINE | {"entry_kind": kind}).playing(2)
    game = Game.objects.get(id=game_of(cup, "R1M1"))
    home, away = (side["name"].lower() for side in cup.match("R1M1")["sides"])
    names = [place.user.username for place in game.places.select_related("user").order_by("seat")]  # type: ignore[union-attr]  # every seat is taken
    assert names == [f"{side}{letter}" for letter in letters for side in (home, away)]
    assert (game.variant, game.phase, game.public) == ("paulista", "playing", False)
    assert game.origin == f"championship:{cup.id}/R1M1/1"


def test_the_options_of_the_regulation_are_those_of_the_game(world: World) -> None:
    options = {"all_tied": "mao", "target": 6}
    cup = Cup(world, ONLINE | {"options": options, "clock": {"turn_seconds": 7}}).playing(2)
    game = world["anonymous"].get(f"/games/{game_of(cup, 'R1M1')}/")
    assert (game["options"]["all_tied"], game["options"]["target"]) == ("mao", 6)
    assert game["clock"]["turn_seconds"] == 7


def test_the_end_of_a_game_decides_a_match_of_one_leg(world: World) -> None:
    cup = Cup(world, ONLINE).playing(2)
    finish(game_of(cup, "R1M1"), winner=1)
    deliver()
    match = cup.match("R1M1")
    assert (match["status"], match["winner"]) == ("decided", match["sides"][1]["entry"])
    assert match["legs"][0] | {"game_id": ""} == {
        "score": [0, 0],
        "winner": 1,
        "ending": "abandoned",
        "game_id": "",
        "detail": None,
    }
    assert world["anonymous"].get(f"{cup.path}/")["phase"] == "finished"


def test_legs_follow_each_other_until_one_side_has_enough(world: World) -> None:
    cup = Cup(world, BEST_OF_3).playing(2)
    games = []
    for winner in (0, 1, 0):
        games.append(game_of(cup, "R1M1"))
        finish(games[-1], winner)
        deliver()
        cup.advance()
    match = cup.match("R1M1")
    assert (match["score"], match["status"], match["game_id"]) == ([2, 1], "decided", None)
    assert len(set(games)) == 3 == LegRow.objects.filter(championship=cup.id).count()


def test_a_repeated_report_is_counted_once(world: World) -> None:
    cup = Cup(world, BEST_OF_3).playing(2)
    game_id = game_of(cup, "R1M1")
    finish(game_id, winner=0)
    event = finished_event(game_id)
    for _ in range(3):
        game_finished(event)
    assert cup.match("R1M1")["score"] == [1, 0]
    cup.advance()
    game_finished(event)
    assert cup.match("R1M1")["score"] == [1, 0]


def test_advancing_twice_opens_no_second_game(world: World) -> None:
    cup = Cup(world, ONLINE).playing(4)
    assert (cup.advance(), cup.advance()) == (0, 0)
    assert Game.objects.count() == 2


def test_a_game_of_no_championship_is_nobodys_leg(world: World) -> None:
    assert not legs.report_leg(game_id=uuid4(), winner=0, score=(12, 0), ending="target")


def test_withdrawing_ends_the_running_game_and_gives_the_match_away(world: World) -> None:
    cup = Cup(world, ONLINE).playing(2)
    game_id = game_of(cup, "R1M1")
    loser = cup.match("R1M1")["sides"][0]
    cup.player(loser["name"]).post(f"{cup.path}/entries/{loser['entry']}/withdraw/", {"reason": "ill"})
    match = cup.match("R1M1")
    assert (match["how"], match["winner"]) == ("withdrawal", match["sides"][1]["entry"])
    assert Game.objects.get(id=game_id).phase == "abandoned"
    assert finished_event(game_id).data["winner"] == 1
    deliver()
    assert cup.match("R1M1") == match


def test_a_cancelled_championship_ends_its_games_for_nobody(world: World) -> None:
    cup = Cup(world, ONLINE).playing(4)
    cup.do("cancel", {"reason": "no light"})
    assert set(Game.objects.values_list("phase", flat=True)) == {"abandoned"}
    deliver()
    assert world["anonymous"].get(f"{cup.path}/")["phase"] == "cancelled"


def test_a_withdrawal_just_after_the_game_has_ended_is_no_error(world: World) -> None:
    """The game is over, its report is still on the way, and the match is given away meanwhile."""
    cup = Cup(world, ONLINE).playing(2)
    finish(game_of(cup, "R1M1"), winner=0)
    home = cup.match("R1M1")["sides"][0]["entry"]
    cup.do(f"entries/{home}/withdraw")
    deliver()
    assert cup.match("R1M1")["winner"] == cup.match("R1M1")["sides"][1]["entry"]


def test_whoever_plays_online_needs_an_account_before_the_draw(world: World) -> None:
    cup = Cup(world, ONLINE)
    cup.register("E1")
    members = [{"name": "Seu Zé"}]
    entry = cup.do("entries", {"name": "Porta", "members": members}, 201)
    cup.do(f"entries/{entry['id']}/confirm")
    cup.do("close")
    problem = cup.do("draw", expect=409)
    assert (problem["code"], "Seu Zé" in problem["detail"]) == ("players_without_account", True)
    assert world["anonymous"].get(f"{cup.path}/")["phase"] == "closed"
    person = entry["members"][0]["person"]
    code = world["organizer"].post(f"/clubs/{world.club.id}/persons/{person}/claim-code/")["claim_code"]
    world["outsider"].post("/persons/claim/", {"code": code})
    cup.do("draw")


def test_a_match_whose_player_has_lost_the_account_waits_for_an_arbiter(world: World) -> None:
    cup = Cup(world, ONLINE).started(2)
    player = cup.player("E1").user
    assert player is not None
    player.is_active = False
    player.save()
    cup.advance()
    assert cup.advance() == 0
    assert (cup.match("R1M1")["status"], cup.match("R1M1")["game_id"]) == ("playing", None)
    world["arbiter"].post(
        f"{cup.path}/matches/R1M1/forfeit/", {"entry": cup.entries["E1"], "reason": "no account"}
    )
    assert cup.match("R1M1")["winner"] == cup.entries["E2"]


def test_nobody_joins_a_championships_table_from_outside(world: World) -> None:
    cup = Cup(world, ONLINE).playing(2)
    world["outsider"].post(f"/games/{game_of(cup, 'R1M1')}/seats/", {}, expect=403)


@pytest.mark.parametrize("limit", [1, 3])
def test_a_long_first_round_is_opened_in_several_goes(
    world: World, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(legs, "LEGS_AT_ONCE", limit)
    cup = Cup(world, ONLINE).started(8)
    goes: list[Any] = []
    while cup.advance():
        goes.append(Game.objects.count())
        due = Wake.objects.get(championship=cup.id).due_at
        assert (due is not None) == (goes[-1] < 4)
    assert goes == ([1, 2, 3, 4] if limit == 1 else [3, 4])

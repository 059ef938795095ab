"""Every view, action and event of a real game is what the description says, for whoever looks."""

from functools import cache
from itertools import count
from random import Random
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from rest_framework.test import APIClient

from tests.games.conftest import Seating
from tests.games.players import Person, good

TABLES = [("paulista", 2), ("gauderio", 2), ("uruguaio", 4), ("douradinha", 6), ("mineiro", 4)]
"""Between them they have every kind of action and of event."""


@cache
def description() -> dict[str, Any]:
    """The description as it is served, with objects that may have no other members than it names."""
    served = Client().get("/api/schema/", headers={"Accept": "application/json"}).json()
    closed: dict[str, Any] = _closed(served)
    return closed


def _closed(value: Any) -> Any:
    if isinstance(value, list):
        return [_closed(item) for item in value]
    if not isinstance(value, dict):
        return value
    out = {key: _closed(item) for key, item in value.items()}
    if isinstance(out.get("properties"), dict) and "additionalProperties" not in out and "type" in out:
        out["additionalProperties"] = False
    return out


def faults(name: str, value: Any) -> str:
    """What is wrong with a value for a component; empty when nothing is."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": description()["components"]}
    error = best_match(Draft202012Validator(schema).iter_errors(value))
    return "" if error is None else f"{name} {error.json_path}: {error.message[:300]}"


def events_are_as_described(game: str, clients: list[Any]) -> None:
    """All that happened so far, for everybody."""
    for client in clients:
        events = good(client.get(f"/api/v1/games/{game}/events/"))["events"]
        assert [fault for event in events if (fault := faults("GameEvent", event))] == []


def play_out(game: str, people: list[Person], chance: Random) -> None:
    """Play to the end by chance, and hold every answer against the description."""
    clients = [*(person.client for person in people), APIClient()]
    for step in count():
        seen = people[0].see(game)
        assert faults("Game", seen) == ""
        if step % 25 == 0 or seen["phase"] != "playing":
            events_are_as_described(game, clients)
        if seen["phase"] != "playing":
            return
        person = people[chance.choice(seen["clock"]["awaited"])]
        legal = person.see(game)["view"]["legal"]
        if not legal:  # asked of the whole team, and only a partner can answer
            continue
        lively = [move for move in legal if move["type"] not in ("concede", "refuse")]
        move = chance.choice(lively or legal)
        assert faults("Action", move) == ""
        assert faults("Acted", good(person.act(game, move, seen["version"]))) == ""


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_a_whole_game_is_as_it_is_described(seated: Seating, variant: str, players: int) -> None:
    game, people = seated(players, variant=variant, options={"target": 4})
    play_out(game, people, Random(7))
    for hand in good(people[0].get(game, "hands/"))["hands"]:
        assert faults("Record", good(people[0].get(game, f"hands/{hand['number']}/record/"))) == ""
        assert faults("HandReplay", good(people[0].get(game, f"hands/{hand['number']}/replay/"))) == ""


def test_an_event_of_a_kind_to_come_is_as_described_and_one_without_its_facts_is_not() -> None:
    event = {"version": 1, "type": "card_flown/1", "at": "2026-01-01T00:00:00Z", "data": {}}
    assert faults("GameEvent", event) == ""
    assert faults("GameEvent", event | {"type": "card_played/1"})

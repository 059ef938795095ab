"""Action objects: what they carry, and that reading and writing are each other's way back."""

from typing import Any

import pytest

from games.rules.errors import InvalidMove
from games.rules.moves import TYPES, Move, from_json, to_json

OBJECTS: list[dict[str, Any]] = [
    {"type": "play", "card": "3P"},
    {"type": "play", "card": "3P", "covered": True},
    {"type": "play", "place": 0},
    {"type": "play", "place": 2},
    {"type": "raise"},
    {"type": "accept"},
    {"type": "refuse"},
    {"type": "concede"},
    {"type": "envido"},
    {"type": "real_envido"},
    {"type": "falta_envido"},
    {"type": "flor"},
    {"type": "achico"},
    {"type": "contraflor"},
    {"type": "contraflor_resto"},
    {"type": "declare", "points": 0},
    {"type": "declare", "points": 33},
    {"type": "declare", "good": True},
    {"type": "claim_royal_family"},
    {"type": "swap"},
    {"type": "cut", "at": 1, "from": "top"},
    {"type": "cut", "at": 39, "from": "bottom"},
    {"type": "take"},
    {"type": "keep"},
    {"type": "keep", "card": "3P"},
    {"type": "pass"},
    {"type": "burn"},
    {"type": "lay_aside", "card": "3P"},
    {"type": "signal", "sign": "zap"},
    {"type": "watch", "target": 0},
]


@pytest.mark.parametrize("body", OBJECTS, ids=str)
def test_an_action_is_written_as_it_was_read(body: dict[str, Any]) -> None:
    assert to_json(from_json(body)) == body


def test_these_are_all_the_types() -> None:
    assert {body["type"] for body in OBJECTS} == set(TYPES)


def test_every_object_means_another_move() -> None:
    assert len({from_json(body) for body in OBJECTS}) == len(OBJECTS)


def test_what_is_said_in_full_means_the_same() -> None:
    assert from_json({"type": "play", "card": "3P", "covered": False}) == Move("play", card="3P")
    body = {"type": "raise", "seat": 1, "id": 3, "at": 12, "note": [], "x-any": {}}
    assert from_json(body) == Move("raise")


def test_whom_one_watches_may_stand_as_seat_where_no_other_seat_does() -> None:
    assert from_json({"type": "watch", "seat": 2}) == Move("watch", target=2)
    assert from_json({"type": "watch", "seat": 0, "target": 2}) == Move("watch", target=2)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (None, ""),
        ([], ""),
        ("raise", ""),
        ({}, "type"),
        ({"type": 1}, "type"),
        ({"type": "RAISE"}, "type"),
        ({"type": "raise", "points": 3}, "points"),
        ({"type": "cut", "at": 1, "from": "top", "card": "3P"}, "card"),
        ({"type": "play", "place": 1001}, "place"),
        ({"type": "cut", "at": -1, "from": "top"}, "at"),
        ({"type": "cut", "at": 1001, "from": "top"}, "at"),
        ({"type": "watch"}, "target"),
        ({"type": "watch", "target": True}, "target"),
        ({"type": "watch", "seat": "0"}, "target"),
        ({"type": "signal", "sign": ""}, "sign"),
        ({"type": "signal", "sign": "z" * 41}, "sign"),
        ({"type": "keep", "card": 3}, "card"),
        ({"type": "declare", "good": 1}, "good"),
        ({"type": "declare", "points": None}, "points"),
    ],
)
def test_what_cannot_be_read_is_named(body: Any, field: str) -> None:
    with pytest.raises(InvalidMove) as found:
        from_json(body)
    assert (found.value.code, found.value.params["field"]) == ("invalid_action", field)


def test_the_limits_are_readable() -> None:
    assert from_json({"type": "play", "place": 1000}).place == 1000
    assert from_json({"type": "play", "card": "x" * 40}).card == "x" * 40

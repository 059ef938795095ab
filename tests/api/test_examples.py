"""Every example in the description fits it, and is what the server answers.

`TRUCO_WRITE_EXAMPLES=1` writes the files anew from what is answered now.
"""

import json
import os
import socket
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from jsonschema import Draft202012Validator
from referencing import Registry

from tests.api.recorder import Json, Recorder, outline
from tests.api.told_examples import PLAYERS, accounts, championships, club_and_inbox, games, standings
from tests.games.conftest import _nothing_remembered, stack  # noqa: F401 - fixtures
from tests.games.players import person
from truco_api.http import contract, examples

HOMES = {
    "accounts": "truco_api/accounts/api",
    "notices": "truco_api/notices/api",
    "games": "games/api",
    "verdicts": "games/api",
    "Problem": "truco_api/http",
}
"""Where the examples of an operation are kept, by how its name begins; all others are of championships."""


@pytest.fixture(scope="module")
def description() -> Json:
    """The description as it is now."""
    return contract.described()


@pytest.fixture
def recorded(description: Json, stack: Any, db: None, monkeypatch: pytest.MonkeyPatch) -> Json:  # noqa: F811 - a fixture
    """What the server answers now."""
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.215.14", 443))]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_asked, **_more: found)  # club.example is in no network
    recorder = Recorder(description)
    people = {name: person(name) for name in ("olga", "nina", *PLAYERS)}
    accounts(recorder)
    games(recorder, stack, people["ana"], people["bia"])
    standings(recorder)
    championships(recorder, people["ana"], people)
    club_and_inbox(recorder, person("otto"), person("iris"))
    if os.environ.get("TRUCO_WRITE_EXAMPLES"):
        write(recorder.kept)
    return recorder.kept


def write(kept: Json) -> None:
    """Write the files anew."""
    homes: dict[str, Json] = {}
    for where, parts in kept.items():
        home = next((home for start, home in HOMES.items() if where.startswith(start)), "tournaments/api")
        homes.setdefault(home, {})[where] = parts
    for home, found in homes.items():
        text = json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True)
        (Path(settings.BASE_DIR) / home / "examples.json").write_text(f"{text}\n")
    examples.kept.cache_clear()


def bodies(description: Json) -> list[tuple[str, str, Json]]:
    """Every body with examples: of which operation or shared response, which part, and its content."""
    operations = [one for methods in description["paths"].values() for one in methods.values()]
    found = [(one["operationId"], "request", one.get("requestBody", {})) for one in operations]
    found += [
        (one["operationId"], status, answer)
        for one in operations
        for status, answer in one["responses"].items()
    ]
    found += [(name, name[7:], answer) for name, answer in description["components"]["responses"].items()]
    contents = [
        (where, part, content) for where, part, body in found for content in body.get("content", {}).values()
    ]
    return [(where, part, content) for where, part, content in contents if "examples" in content]


def test_every_example_fits_the_description(description: Json) -> None:
    shown = bodies(description)
    for where, part, content in shown:
        schema = content["schema"] | {"components": description["components"]}
        for name, example in content["examples"].items():
            faults = list(Draft202012Validator(schema, registry=Registry()).iter_errors(example["value"]))
            assert faults == [], (where, part, name)
    assert len(shown) > 60


def test_every_example_that_is_kept_is_in_the_description(description: Json) -> None:
    shown = {(where, part) for where, part, _ in bodies(description)}
    assert {(where, part) for where, parts in examples.kept().items() for part in parts} - shown == set()


def test_the_server_answers_what_the_examples_show(recorded: Json) -> None:
    kept = examples.kept()
    told = {
        (where, part, name)
        for where in recorded
        for part in recorded[where]
        for name in recorded[where][part]
    }
    assert told == {
        (where, part, name) for where in kept for part in kept[where] for name in kept[where][part]
    }
    for where, part, name in sorted(told):
        now, then = recorded[where][part][name], kept[where][part][name]
        assert outline(now) == outline(then), (where, part, name)


def test_an_example_that_does_not_fit_is_noticed(description: Json) -> None:
    content = next(
        content for where, part, content in bodies(description) if (where, part) == ("games_act", "200")
    )
    schema = content["schema"] | {"components": description["components"]}
    (value,) = [one["value"] for name, one in content["examples"].items() if name == "play a card"]
    assert not Draft202012Validator(schema, registry=Registry()).is_valid(value | {"version": "17"})


def test_no_example_shows_a_card_of_the_other_seat() -> None:
    view = examples.kept()["games_game"]["200"]["in turn"]["view"]
    own, other = view["seat"], 1 - view["seat"]
    assert None not in view["hand"]["cards"][own]
    assert set(view["hand"]["cards"][other]) == {None}

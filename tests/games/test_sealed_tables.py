"""Who reads the tables, a backup or the logs while a game is played learns no card that does not lie open."""

import logging
import re
from random import Random
from typing import Any

import pytest
from django.db import connection

from games.codec import CODEC
from games.rules import events as cards
from games.rules.options import rules_for
from games.rules.table.events import HandCommitted
from games.rules.table.sight import see
from tests.games.conftest import Seating
from tests.games.devices import Device
from tests.games.leaks import cards_in
from tests.games.players import Person, good
from truco_api.eventstore import load

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("paulista", 2, {"covered": "always"}),
    ("paulista", 4, {"cut": "take", "raise_timing": "any"}),
    ("paulista", 4, {"three_clowns": True, "under_seven": True, "royal_family": "swap"}),
    ("cearense", 4, {}),
    ("inteligente", 2, {"deck": "dirty"}),
    ("mineiro8", 8, {}),
    ("gauderio", 3, {}),
    ("uruguaio", 6, {}),
]
TABLES = (
    "SELECT table_name FROM information_schema.tables "
    "WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"
)


def tokens(text: str, whole: frozenset[str]) -> set[str]:
    """Every card that stands by itself in the text; not what looks like one amid base64 or hexadecimal."""
    found = re.findall(r"(?<![A-Za-z0-9+/=.-])[A-Z0-9]{2,7}(?![A-Za-z0-9+/=.-])", text)
    return set(found) & whole


def quoted(text: str, whole: frozenset[str]) -> set[str]:
    """Every card that stands in quotes in the text, as it would in any data that is logged."""
    return set(re.findall(rf"""["']({"|".join(whole)})["']""", text))


def rows() -> list[tuple[str, str]]:
    """Every row of every table as text, with the table's name, as a backup holds them."""
    found = []
    with connection.cursor() as cursor:
        cursor.execute(TABLES)
        for (table,) in cursor.fetchall():
            cursor.execute(f'SELECT entry::text FROM "{table}" AS entry')
            found += [(table, text) for (text,) in cursor.fetchall()]
    return found


def leaks(game: str, whole: frozenset[str]) -> list[str]:
    """What the tables tell of a running game that an outsider may not see."""
    open_to_all: dict[int, set[str]] = {
        event.version: cards_in(see(CODEC.decode(event), None, open_cards=False))
        | tokens(str(see(CODEC.decode(event), None, open_cards=False)), whole)
        for event in load(f"game-{game}")
    }
    found = []
    for table, text in rows():
        allowed: set[str] = set()
        if table == "eventstore_event":
            version = int(text.split(",")[1])
            allowed = open_to_all[version]
        if told := tokens(text, whole) - allowed:
            found.append(f"{table}: {sorted(told)} in {text[:200]}")
    return found


def devices_of(game: str, people: list[Person]) -> list[Device]:
    """Everybody's device; every other has promised seeds."""
    devices = [Device(one, game) for one in people]
    for device in devices[::2]:
        device.promise()
    return devices


def play_with_keys(game: str, devices: list[Device], rng: Random, steps: int) -> bool:
    """Random actions that carry an idempotency key and, of some, a seed; whether the game goes on."""
    people = [device.person for device in devices]
    for _ in range(steps):
        seen = people[0].see(game)
        if seen["phase"] != "playing":
            return False
        seat = rng.choice(seen["clock"]["awaited"])
        own = people[seat].see(game)
        if not own["view"]["legal"]:  # asked of the whole team, and only a partner can answer
            continue
        lively = [move for move in own["view"]["legal"] if move["type"] in ("play", "swap", "take", "keep")]
        move = rng.choice(lively or own["view"]["legal"])
        following = own["deal"]["next"]
        if following and following["taken"] and seat in set(following["promised"]) - set(following["given"]):
            number = following["number"]
            move = move | {"seed": {"hand": number, "seed": devices[seat].seed(number)}}
        good(people[seat].act(game, move, own["version"], key=f"{seat}-{own['version']}"))
    return True


@pytest.mark.parametrize(("variant", "players", "options"), GAMES)
def test_the_tables_and_the_logs_tell_no_card(
    seated: Seating,
    chance: Random,
    caplog: pytest.LogCaptureFixture,
    variant: str,
    players: int,
    options: dict[str, Any],
) -> None:
    for logger in ("", "django", "django.db.backends", "truco.access"):
        caplog.set_level(logging.DEBUG, logger)
    connection.force_debug_cursor = True  # every statement is logged with what it carries
    chance.seed(f"{variant} {players} {options}")
    whole = rules_for(variant, players, options).whole
    try:
        game, people = seated(players, variant=variant, options=options)
        devices, running = devices_of(game, people), True
        for _ in range(3):
            if running := running and play_with_keys(game, devices, chance, steps=12):
                assert leaks(game, whole) == []
    finally:
        connection.force_debug_cursor = False
    told = {event.type for event in load(f"game-{game}")}
    assert {"hand_committed/1", "hand_dealt/1", "card_played/1"} <= told
    opened = set().union(
        *(cards_in(see(CODEC.decode(e), None, open_cards=False)) for e in load(f"game-{game}"))
    )
    assert "eventstore_event" in caplog.text, "the statements are in the log"
    assert quoted(caplog.text, whole) <= opened


@pytest.mark.parametrize("kind", [cards.HandDealt, HandCommitted])
def test_the_search_finds_what_is_not_sealed(
    seated: Seating, monkeypatch: pytest.MonkeyPatch, kind: type
) -> None:
    monkeypatch.delitem(CODEC._hides, kind)
    game, _ = seated()
    assert leaks(game, rules_for("paulista", 2).whole)


def test_the_search_finds_an_answer_that_is_kept_open(
    seated: Seating, chance: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("truco_api.eventstore.unit.seal_text", lambda text, *_: text)
    game, people = seated()
    play_with_keys(game, devices_of(game, people), chance, steps=1)
    assert any(leak.startswith("eventstore_receipt") for leak in leaks(game, rules_for("paulista", 2).whole))

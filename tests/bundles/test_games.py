"""The bundle of a game: whole and right for everybody, and without a card that the reader may not see."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client

from tests.bundles.conftest import CHECKER, PROGRAM, bundle_of, fetched, findings, words
from tests.checkpoints.conftest import collected
from tests.devicekeys.conftest import Device
from tests.games.conftest import Seating
from tests.games.devices import Device as Seeds
from tests.games.players import Person, good, play_on
from tournaments.rejudging import rejudged

pytestmark = pytest.mark.django_db


def ended(seated: Seating, **wish: Any) -> str:
    """A game played to its end, in a checkpoint."""
    game, people = seated(**wish)
    play_on(game, people, Random(7))
    collected()
    return game


def test_a_game_that_has_ended_is_checked_wholly(seated: Seating) -> None:
    game = ended(seated)
    bundle = bundle_of(f"games/{game}/")
    checked, left = words(bundle)
    assert checked == {"bundle", "checkpoint", "chain", "opened", "sealed", "deals"}
    assert left <= {"undealt"}, "at most the hand that was committed to and not dealt any more"
    counts, wrong = rejudged(bundle)
    assert wrong == []
    assert "1 games" in counts


def test_a_running_game_shows_no_hidden_card_and_is_checked_all_the_same(seated: Seating) -> None:
    game, people = seated()
    play_on(game, people, Random(7), steps=3)
    collected()
    for client in (None, people[0].client, people[1].client):
        bundle = bundle_of(f"games/{game}/", client)
        assert not any("hidden" in event for event in bundle["streams"][0]["events"])
        own = people[0].see(game)["view"]["hand"]["cards"]
        assert not any(
            f'"{card}"' in json.dumps(bundle) for card in own[0] if card and not shown(bundle, card)
        )
        assert "closed" in words(bundle)[1]
        assert rejudged(bundle) == ("", [])


def shown(bundle: dict[str, Any], card: str) -> bool:
    """Whether a card lies open in an event that everybody sees."""
    return any(
        card in (event["data"].get("card"), event["data"].get("vira"))
        for event in bundle["streams"][0]["events"]
    )


def test_before_the_first_checkpoint_the_bundle_says_so(ana: Person) -> None:
    game = ana.open_table()["id"]
    assert words(bundle_of(f"games/{game}/")) == ({"bundle", "chain"}, {"no-checkpoint", "no-proof"})
    collected()
    assert words(bundle_of(f"games/{game}/")) == ({"bundle", "chain", "checkpoint", "sealed"}, set())


def test_what_came_after_the_checkpoint_is_named(seated: Seating) -> None:
    game, people = seated()
    collected()
    play_on(game, people, Random(7), steps=1)
    assert "tail" in words(bundle_of(f"games/{game}/"))[1]


def test_signals_are_in_it_once_the_game_has_ended(seated: Seating) -> None:
    game, people = seated(players=4, variant="mineiro", options={"signals": "partner"})
    good(people[0].client.post(f"/api/v1/games/{game}/signals/", {"type": "signal", "sign": "zap"}), 201)
    assert bundle_of(f"games/{game}/")["subject"]["streams"] == [f"game-{game}"]
    good(people[0].client.post(f"/api/v1/games/{game}/resign/"))
    collected()
    bundle = bundle_of(f"games/{game}/")
    assert bundle["subject"]["streams"] == [f"game-{game}", f"signals-{game}"]
    assert findings(bundle) == []
    assert "signals" in rejudged(bundle)[0]


def test_signatures_come_with_the_keys_of_who_signed(seated: Seating) -> None:
    bundle = signed_game(seated)
    assert [name.partition("-")[0] for name in bundle["subject"]["streams"]] == ["game", "keys"]
    assert "signatures" in words(bundle)[0]
    counts, wrong = rejudged(bundle)
    assert (wrong, "1 signatures" in counts) == ([], True)


def signed_game(seated: Seating) -> dict[str, Any]:
    """A bundle of a game in which somebody signed a card, and gave up."""
    game, people = seated()
    device = Device(people[1], b"b" * 32)
    device.register()
    view = people[1].see(game)
    move = next(move for move in view["view"]["legal"] if move["type"] == "play")
    good(people[1].act(game, device.signed(game, move, 1, view["version"]), view["version"]))
    good(people[0].client.post(f"/api/v1/games/{game}/resign/"))
    collected()
    return bundle_of(f"games/{game}/")


def test_whatever_is_there_for_signatures_they_are_checked_alike() -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    for number in range(4):
        private = Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)
        key, message = private.public_key().public_bytes_raw(), b"x" * number
        signature = private.sign(message)
        assert CHECKER.plain_verify(key, signature, message)
        assert not CHECKER.plain_verify(key, signature, message + b"y")
        for place in (0, 31, 32, 63):
            wrong = bytes(byte ^ (at == place) for at, byte in enumerate(signature))
            assert not CHECKER.plain_verify(key, wrong, message)
        larger = int.from_bytes(signature[32:], "little") + CHECKER.L
        assert not CHECKER.plain_verify(key, signature[:32] + larger.to_bytes(32, "little"), message)


def run(tmp_path: Path, raw: bytes, *arguments: str, isolated: bool = True) -> tuple[int, str]:
    """Exit code and words of the program, run by a Python without any package."""
    file = tmp_path / "bundle.json"
    file.write_bytes(raw)
    flags = ["-I", "-S"] if isolated else []
    ran = subprocess.run(
        [sys.executable, *flags, str(PROGRAM), str(file), *arguments],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert ran.stderr == ""
    return ran.returncode, ran.stdout


def test_the_program_runs_without_any_package_and_says_it_in_words(seated: Seating, tmp_path: Path) -> None:
    game = ended(seated)
    raw = fetched(f"games/{game}/")
    code, said = run(tmp_path, raw, "--lang", "en")
    assert code == 0
    assert "an unbroken chain" in said
    assert "hands were dealt fairly" in said
    assert "What the rules say of each action" in said, "it says what it could not check"
    assert said.endswith("Nothing is wrong.\n")
    assert run(tmp_path, raw, "--strict")[0] == 3
    assert "uma cadeia sem falhas" in run(tmp_path, raw, "--lang", "pt")[1]
    assert "una cadena sin cortes" in run(tmp_path, raw, "--lang", "es")[1]
    code, said = run(tmp_path, raw.replace(b'"players":2', b'"players":4'), "--lang", "en")
    assert (code, "WRONG:" in said) == (1, True)


def test_with_the_package_every_action_is_judged_again(seated: Seating, tmp_path: Path) -> None:
    game = ended(seated)
    root = str(PROGRAM.parents[2])
    code, said = run(tmp_path, fetched(f"games/{game}/"), "--package", root, "--lang", "en", isolated=False)
    assert code == 0, said
    assert "Judged again by the rules: 1 games" in said


def test_a_checkpoint_that_was_kept_is_compared(seated: Seating, tmp_path: Path) -> None:
    game, people = seated()
    collected()
    kept = tmp_path / "kept.json"
    client = Client()
    kept.write_bytes(client.get("/api/v1/checkpoints/latest/").content)
    raw = fetched(f"games/{game}/")
    assert "agrees with checkpoint 1" in run(tmp_path, raw, "--kept", str(kept), "--lang", "en")[1]
    for _ in range(3):
        play_on(game, people, Random(7), steps=1)
        collected()
    raw = fetched(f"games/{game}/")
    said = run(tmp_path, raw, "--kept", str(kept), "--lang", "en")[1]
    assert "/api/v1/checkpoints/1/to/4/" in said
    proof = tmp_path / "proof.json"
    proof.write_bytes(client.get("/api/v1/checkpoints/1/to/4/").content)
    assert "agrees with checkpoint 1" in run(tmp_path, raw, "--kept", str(proof), "--lang", "en")[1]
    told = json.loads(proof.read_text())
    told["path"][0] = "00" * 32
    proof.write_text(json.dumps(told))
    assert run(tmp_path, raw, "--kept", str(proof), "--lang", "en")[0] == 1
    key = told["to"]["statement"]["keys"][0]
    assert run(tmp_path, raw, "--key", key)[0] == 0
    assert run(tmp_path, raw, "--key", "00" * 32)[0] == 1


def test_the_program_is_served(client: Client) -> None:
    response = client.get("/static/check_truco.py")
    assert b"".join(response.streaming_content) == PROGRAM.read_bytes()  # type: ignore[attr-defined]


def test_seeds_of_devices_are_checked_too(seated: Seating) -> None:
    game, people = seated()
    seeds = Seeds(people[0], game)
    seeds.promise()
    play_on(game, people, Random(7), steps=12)
    following = people[0].see(game)["deal"]["next"]
    assert following["promised"] == [0]
    seeds.give(following["number"])
    play_on(game, people, Random(7))
    collected()
    report = CHECKER.check_bundle(bundle_of(f"games/{game}/"))
    assert report.wrong == []
    assert [line[3] for line in report.ok if line[0] == "deals"] == [1]

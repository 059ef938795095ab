"""What is sealed: nobody reads it without the ring, and nobody moves, changes or replaces it unnoticed."""

import json
import stat
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from tests.eventstore.contract import ANA, new_stream
from truco_api.eventstore import Codec, NewEvent, SealBrokenError, load, sealing, unit_of_work
from truco_api.eventstore.audit import Report, check_chains
from truco_api.eventstore.chain import canonical

SECRET = {"card": "4P", "salt": "0f" * 16}
PLACE = sealing.place_of("game-1", 3, "card_played/1")
ONE, OTHER = "11" * 32, "22" * 32


@pytest.fixture
def keys(settings: Any, tmp_path: Path) -> Iterator[Path]:
    """A ring of this test's own, in a file that is not there yet."""
    settings.TRUCO_KEYS = ""
    settings.TRUCO_KEYS_FILE = tmp_path / "data" / "keys"
    yield settings.TRUCO_KEYS_FILE
    sealing._ring.cache_clear()


def stored(stream: str) -> list[dict[str, Any]]:
    """The data of a stream's events as they lie in the table."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT data FROM eventstore_event WHERE stream = %s ORDER BY version", (stream,))
        return [json.loads(data) for (data,) in cursor.fetchall()]


def hidden_event() -> NewEvent:
    return NewEvent("card_played/1", {"seat": 1}, dict(SECRET))


def test_what_is_sealed_opens_again(keys: Path) -> None:
    assert sealing.unseal(sealing.seal(SECRET, "game-1", PLACE), "game-1", PLACE) == SECRET


def test_the_same_is_never_sealed_alike(keys: Path) -> None:
    boxes = {sealing.seal(SECRET, "game-1", PLACE)["box"] for _ in range(20)}
    assert len(boxes) == 20


def test_anybody_who_is_shown_the_fields_can_check_them_without_a_key(keys: Path) -> None:
    sealed = sealing.seal(SECRET, "game-1", PLACE)
    assert sealed["digest"] == sha256(canonical(SECRET).encode()).hexdigest()


@pytest.mark.parametrize(
    ("scope", "place"),
    [
        ("game-2", PLACE),
        ("game-1", PLACE.replace(":3:", ":4:")),
        ("game-1", PLACE.replace("played", "taken")),
    ],
)
def test_a_box_opens_only_in_its_place(keys: Path, scope: str, place: str) -> None:
    sealed = sealing.seal(SECRET, "game-1", PLACE)
    with pytest.raises(SealBrokenError):
        sealing.unseal(sealed, scope, place)


def test_no_byte_of_a_box_can_be_changed(keys: Path) -> None:
    sealed = sealing.seal(SECRET, "game-1", PLACE)
    box = sealed["box"]
    for at in range(len(box)):
        other = "A" if box[at] != "A" else "B"
        with pytest.raises(SealBrokenError):
            sealing.unseal(sealed | {"box": f"{box[:at]}{other}{box[at + 1 :]}"}, "game-1", PLACE)


def test_a_digest_of_something_else_is_noticed(keys: Path) -> None:
    sealed = sealing.seal(SECRET, "game-1", PLACE) | {"digest": "00" * 32}
    with pytest.raises(SealBrokenError):
        sealing.unseal(sealed, "game-1", PLACE)


@pytest.mark.parametrize(("short", "long"), [("4P", "10O"), ("1E", "CORINGA")])
def test_the_length_tells_no_card(keys: Path, short: str, long: str) -> None:
    lengths = {len(sealing.seal(SECRET | {"card": card}, "game-1", PLACE)["box"]) for card in (short, long)}
    assert len(lengths) == 1


def test_a_new_ring_is_made_once_and_for_its_owner_alone(keys: Path) -> None:
    rings = [sealing.Ring("", keys) for _ in range(8)]
    found: list[str] = []
    threads = [Thread(target=lambda one=one: found.append(one.all()[0].ident)) for one in rings]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1
    assert stat.S_IMODE(keys.stat().st_mode) == 0o600
    assert [file.name for file in keys.parent.iterdir()] == ["keys"]


def test_after_a_rotation_the_new_key_seals_and_the_old_one_still_opens(keys: Path) -> None:
    before = sealing.seal(SECRET, "game-1", PLACE)
    call_command("rotate_keys")
    after = sealing.seal(SECRET, "game-1", PLACE)
    newest, old = sealing.ring().all()
    assert (before["box"].partition(".")[0], after["box"].partition(".")[0]) == (old.ident, newest.ident)
    for sealed in (before, after):
        assert sealing.unseal(sealed, "game-1", PLACE) == SECRET


def test_a_running_process_takes_up_the_new_key_by_itself(keys: Path) -> None:
    running, other = sealing.Ring("", keys), sealing.Ring("", keys)
    first = running.all()[0]
    other.rotate()
    assert running.all()[0] != first
    assert running.all()[1] == first


def test_a_key_that_is_gone_opens_nothing(keys: Path) -> None:
    sealed = sealing.seal(SECRET, "game-1", PLACE)
    keys.write_text(sealing.new_key() + "\n")
    with pytest.raises(SealBrokenError, match="is not in the ring"):
        sealing.unseal(sealed, "game-1", PLACE)


def test_the_environment_may_hold_the_ring(
    settings: Any, keys: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.TRUCO_KEYS = f"{ONE},{OTHER}"
    assert [key.secret.hex() for key in sealing.ring().all()] == [ONE, OTHER]
    sealed = sealing.seal(SECRET, "game-1", PLACE)
    call_command("rotate_keys")
    line = capsys.readouterr().out.strip()
    settings.TRUCO_KEYS = line.removeprefix("TRUCO_KEYS=")
    assert [key.secret.hex() for key in sealing.ring().all()][1:] == [ONE, OTHER]
    assert sealing.unseal(sealed, "game-1", PLACE) == SECRET
    assert not keys.exists()


@pytest.mark.parametrize("ring", ["11", "not hexadecimal", f"{ONE},", ONE[1:]])
def test_a_ring_that_makes_no_sense_is_refused(ring: str, tmp_path: Path) -> None:
    with pytest.raises(SealBrokenError):
        sealing.Ring(ring, tmp_path / "keys")


def test_hidden_fields_are_stored_sealed_and_read_open(db: None) -> None:
    stream = new_stream()
    with unit_of_work(stream, actor=ANA) as unit:
        (recorded,) = unit.append([hidden_event()])
    assert recorded.data == {"seat": 1, **SECRET}
    assert load(stream) == [recorded]
    (lies,) = stored(stream)
    assert lies.keys() == {"seat", "sealed"}
    assert lies["sealed"].keys() == {"box", "digest"}
    assert "4P" not in json.dumps(lies["seat"])


def test_the_chain_is_over_what_is_stored(db: None) -> None:
    stream = new_stream()
    with unit_of_work(stream, actor=ANA) as unit:
        unit.append([hidden_event(), hidden_event()])
    report = Report()
    check_chains(report)
    assert report.findings == []


def test_answers_are_kept_sealed_and_given_again_open(db: None) -> None:
    stream = new_stream()
    body = {"cards": ["4P", "7C", "AE"]}
    with unit_of_work(stream, actor=ANA, key="k", body="b") as unit:
        unit.answer(body=body)
    with connection.cursor() as cursor:
        cursor.execute("SELECT answer FROM eventstore_receipt")
        ((answer,),) = cursor.fetchall()
    assert "cards" not in answer
    with unit_of_work(stream, actor=ANA, key="k", body="b") as unit:
        assert unit.replayed == {"status": 200, "body": body}


def test_a_codec_says_what_is_hidden_and_salts_it() -> None:
    from games.rules.events import CardPlayed

    codec = Codec("test")
    codec.register(CardPlayed, "card_played/1")
    codec.hide(CardPlayed, "card", when=lambda event: event.covered)
    assert codec.encode(CardPlayed(0, "4P")) == NewEvent(
        "card_played/1", {"seat": 0, "card": "4P", "covered": False}
    )
    covered = codec.encode(CardPlayed(0, "4P", covered=True))
    assert covered.data == {"seat": 0, "covered": True}
    assert covered.hidden.keys() == {"card", "salt"}
    assert len(covered.hidden["salt"]) == 32
    assert codec.decode(covered) == CardPlayed(0, "4P", covered=True)

"""A checkpoint holds the heads that have moved, follows the one before, and is made once."""

import json
import threading
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections

from tests.checkpoints.conftest import OTHER, STREAM, collected
from tests.eventstore.conftest import append
from truco_api.celery import app
from truco_api.checkpoints import collecting, statements
from truco_api.checkpoints.collecting import catch_up, checkpoint_signed, collect, hold_back
from truco_api.checkpoints.models import Entry, Held, Signed
from truco_api.checkpoints.statements import Checkpoint, is_signed, public, ring
from truco_api.checkpoints.tasks import sign
from truco_api.eventstore.feed import relay_once
from truco_api.eventstore.sealing import Key

pytestmark = pytest.mark.django_db
# Ed25519 as RFC 8032 tests it (7.1, test 3), so that any other implementation gives the same.
SECRET = "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7"
PUBLIC = "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"


def heads() -> list[tuple[int, str, int]]:
    """Checkpoint, stream and version of every leaf."""
    return list(Entry.objects.order_by("checkpoint", "stream").values_list("checkpoint", "stream", "version"))


def test_heads_that_moved_are_collected_and_no_others(three: list[Checkpoint]) -> None:
    assert heads() == [(1, OTHER, 1), (1, STREAM, 2), (2, STREAM, 3), (3, OTHER, 3)]
    assert [one.statement.size for one in three] == [2, 3, 4]


def test_each_checkpoint_is_signed_and_names_the_one_before(three: list[Checkpoint]) -> None:
    assert all(map(is_signed, three))
    first, second, third = (one.statement for one in three)
    assert (first.previous, second.previous, third.previous) == (None, first.digest(), second.digest())
    assert len({one.log for one in (first, second, third)}) == 1


def test_nothing_is_signed_where_nothing_happened(three: list[Checkpoint]) -> None:
    assert collect() is None
    assert Signed.objects.count() == 3


def test_one_worker_more_leaves_it_to_the_other(transactional_db: None) -> None:
    append("4P", stream=STREAM)
    relay_once()
    found: list[Any] = []

    def other() -> None:
        found.append(collect())
        connections.close_all()

    with connection.cursor() as cursor:
        connection.set_autocommit(False)
        cursor.execute(collecting.LOCK)
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        connection.rollback()
        connection.set_autocommit(True)
    assert found == [None]
    assert collect() is not None


def test_a_long_feed_is_collected_in_several_checkpoints(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "AHEAD", 2)
    for number in range(5):
        append("4P", stream=f"game-{number}")
    relay_once()
    catch_up()
    assert [number for number, _, _ in heads()] == [1, 1, 2, 2, 3]
    assert collect() is None


def test_what_must_not_show_yet_waits(db: None) -> None:
    shown: set[str] = set()
    with patch.dict(collecting._SHOWABLE):
        hold_back("signals", lambda streams: shown & set(streams))
        append("4P", stream="signals-1")
        append("4P", stream=STREAM)
        collected()
        assert heads() == [(1, STREAM, 1)]
        shown.add("signals-1")
        collected()
    assert heads()[1:] == [(2, "signals-1", 1)]
    assert not Held.objects.exists()


def test_who_listens_commits_along_with_it(db: None) -> None:
    heard: list[Checkpoint] = []

    def receiver(checkpoint: Checkpoint, **_: Any) -> None:
        heard.append(checkpoint)
        if len(heard) == 1:
            raise RuntimeError

    checkpoint_signed.connect(receiver)
    append("4P", stream=STREAM)
    relay_once()
    try:
        with pytest.raises(RuntimeError):
            collect()
        assert not Signed.objects.exists()
        assert collect() == heard[1]
    finally:
        checkpoint_signed.disconnect(receiver)


def test_a_new_key_is_handed_over_to_and_the_old_one_can_go(three: list[Checkpoint]) -> None:
    call_command("rotate_checkpoint_key")
    with pytest.raises(CommandError, match="has signed nothing yet"):
        call_command("rotate_checkpoint_key", "--retire")
    made = collect()
    assert made is not None, "nothing else has happened, but the key has changed"
    assert made.statement.keys == (public(ring().all()[0]), three[0].statement.keys[0])
    assert is_signed(made)
    call_command("rotate_checkpoint_key", "--retire")
    assert len(ring().all()) == 1
    append("7P", stream=STREAM)
    assert collected().statement.keys == (made.statement.keys[0],)
    call_command("audit")


def test_keys_in_the_environment_are_printed_and_not_written(
    settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.TRUCO_CHECKPOINT_KEYS = SECRET
    call_command("rotate_checkpoint_key")
    name, _, value = capsys.readouterr().out.strip().partition("=")
    fresh, old = value.split(",")
    assert (name, old) == ("TRUCO_CHECKPOINT_KEYS", SECRET)
    assert fresh != SECRET
    assert not Path(settings.TRUCO_CHECKPOINT_KEYS_FILE).exists()


def test_the_key_file_is_for_its_owner_alone(three: list[Checkpoint], settings: Any) -> None:
    assert settings.TRUCO_CHECKPOINT_KEYS_FILE.stat().st_mode & 0o777 == 0o600


def test_the_vector_of_the_documentation_holds() -> None:
    statement = statements.Statement(
        at="2026-03-01T12:00:00.000000+00:00",
        keys=(PUBLIC,),
        log="00" * 16,
        number=1,
        previous=None,
        root="5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
        size=8,
    )
    made = statements.sign(statement, (Key("", bytes.fromhex(SECRET)),))
    vectors = json.loads(Path(__file__).with_name("vectors.json").read_text())
    assert vectors["checkpoint"] == {
        "secret": SECRET,
        "text": statement.text(),
        "digest": statement.digest(),
        **made.json(),
    }
    assert is_signed(statements.read(made.json()))


def test_beat_has_it_done_every_minute(db: None) -> None:
    [entry] = [one for one in app.conf.beat_schedule.values() if one["task"] == sign.name]
    assert entry["schedule"] == 60
    append("4P", stream=STREAM)
    relay_once()
    sign.apply()
    sign.apply()
    assert Signed.objects.count() == 1

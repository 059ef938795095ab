"""Whatever a superuser does to the history, the audit names it: by the signed tree, or by a checkpoint that
was kept elsewhere."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.checkpoints.conftest import OTHER, STREAM, as_superuser, collected
from tests.eventstore.conftest import append
from truco_api.checkpoints.models import Entry, Node, Signed, SigningKey, Tag
from truco_api.checkpoints.statements import Checkpoint, ring
from truco_api.eventstore import audit
from truco_api.eventstore.chain import genesis, link
from truco_api.eventstore.models import Event

pytestmark = pytest.mark.django_db


def sealed() -> list[str]:
    """What the check finds."""
    return found("sealed")


def found(name: str) -> list[str]:
    """What one check finds."""
    reports = dict(audit.run_checks())
    return [str(finding) for finding in reports[name].findings]


def kept(tmp_path: Path, *checkpoints: Checkpoint) -> str:
    """A file as a club keeps it."""
    file = tmp_path / "kept.json"
    file.write_text(json.dumps([one.json() for one in checkpoints]))
    return str(file)


def alarmed(*arguments: str) -> str:
    """What the command prints when it fails."""
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("audit", *arguments, stdout=out)
    return out.getvalue()


def rewrite(stream: str, versions: int) -> None:
    """Write a whole stream anew, hashes, head and feed included, so that its chain is right."""
    rows = list(Event.objects.filter(stream=stream).order_by("version"))[:versions]
    previous = genesis(stream)
    for row in rows:
        data = row.data.replace("P", "C")
        previous = link(
            previous=previous, version=row.version, type=row.type, data=data, at=row.at, actor=row.actor
        )
        as_superuser(
            f"UPDATE eventstore_event SET data = '{data}', hash = '\\x{previous.hex()}' "
            f"WHERE stream = '{stream}' AND version = {row.version}"
        )
    as_superuser(
        f"UPDATE eventstore_head SET hash = '\\x{previous.hex()}', version = {versions} "
        f"WHERE stream = '{stream}'"
    )


def cut(stream: str, last: int) -> None:
    """Cut the tail of a stream off, so that nothing speaks of it any more."""
    end = Event.objects.get(stream=stream, version=last)
    as_superuser(
        f"DELETE FROM eventstore_event WHERE stream = '{stream}' AND version > {last}",
        f"UPDATE eventstore_head SET version = {last}, hash = '\\x{bytes(end.hash).hex()}' "
        f"WHERE stream = '{stream}'",
        f"DELETE FROM eventstore_feed WHERE stream = '{stream}' AND version > {last}",
        "UPDATE eventstore_feed SET position = -fresh.place FROM (SELECT position, row_number() OVER "
        "(ORDER BY position) AS place FROM eventstore_feed) AS fresh WHERE fresh.position = "
        "eventstore_feed.position",
        "UPDATE eventstore_feed SET position = -position",
    )


def test_what_was_signed_and_stands_is_counted(three: list[Checkpoint], tmp_path: Path) -> None:
    call_command("audit", "--checkpoint", kept(tmp_path, *three), stdout=(out := StringIO()))
    assert "sealed   3 checkpoints, 4 heads: all as written\n" in out.getvalue()
    assert "kept     3 checkpoints: all as written\n" in out.getvalue()


def test_a_stream_that_was_cut_off_shows(three: list[Checkpoint]) -> None:
    cut(STREAM, 2)
    assert (found("chains"), found("feed")) == ([], []), "nothing else tells"
    assert sealed() == [f"{STREAM}:3 was signed in checkpoint 2 and is gone: the stream was cut off"]


def test_a_stream_that_was_written_anew_with_all_its_hashes_shows(three: list[Checkpoint]) -> None:
    rewrite(STREAM, 3)
    assert found("chains") == []
    assert [line.split(":")[0] + line[line.index(" is not") :] for line in sealed()] == [
        f"{STREAM} is not the event that was signed in checkpoint {number}: it was written anew"
        for number in (1, 2)
    ]


def test_a_stream_that_was_written_anew_and_signed_so_in_the_tree_shows(three: list[Checkpoint]) -> None:
    rewrite(STREAM, 3)
    as_superuser(
        "UPDATE checkpoints_entry AS entry SET hash = event.hash FROM eventstore_event AS event "
        "WHERE event.stream = entry.stream AND event.version = entry.version"
    )
    assert any("was signed over other heads" in line for line in sealed())


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE checkpoints_signed SET statement = replace(statement, 'T', ' ') WHERE number = 2",
        "UPDATE checkpoints_signed SET statement = ' ' || statement WHERE number = 2",
        "UPDATE checkpoints_signed SET statement = '{}' WHERE number = 2",
        "UPDATE checkpoints_signed SET signatures[1] = repeat('0', 128) WHERE number = 3",
        "UPDATE checkpoints_signed SET signatures = '{}' WHERE number = 3",
        "DELETE FROM checkpoints_signed WHERE number = 2",
        "DELETE FROM checkpoints_signed WHERE number = 1",
        "DELETE FROM checkpoints_signed WHERE number = 3",
        "UPDATE checkpoints_entry SET version = 1 WHERE checkpoint = 2",
        "UPDATE checkpoints_entry SET stream = 'game-9' WHERE checkpoint = 2",
        "UPDATE checkpoints_entry SET checkpoint = 3 WHERE checkpoint = 2",
        "UPDATE checkpoints_entry SET index = 9 WHERE index = 3",
        "DELETE FROM checkpoints_entry WHERE index = 3",
        "DELETE FROM checkpoints_entry WHERE index = 0",
        "UPDATE checkpoints_tag SET blind = repeat('0', 32)",
        "UPDATE checkpoints_tag SET tag = overlay(tag placing 'x' from 1)",
        "DELETE FROM checkpoints_tag",
        "UPDATE checkpoints_node SET hash = sha256('x') WHERE level = 1 AND place = 0",
        "DELETE FROM checkpoints_node WHERE level = 0 AND place = 3",
        "INSERT INTO checkpoints_node (level, place, hash) VALUES (0, 9, sha256('x'))",
    ],
)
def test_every_change_to_the_tree_shows(three: list[Checkpoint], change: str) -> None:
    as_superuser(change)
    assert sealed()


def test_whoever_signs_it_all_anew_lacks_the_key(three: list[Checkpoint], settings: Any) -> None:
    forge(settings)
    assert [line for line in sealed() if "signed by a key that is not in our ring" in line]


def forge(settings: Any) -> None:
    """All checkpoints taken away, and made anew by somebody else's key."""
    tables = ", ".join(model._meta.db_table for model in (Signed, Entry, Node, Tag, SigningKey))
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        for table in tables.split(", "):
            cursor.execute(f"DELETE FROM {table}")
        cursor.execute("SET session_replication_role = origin")
    own = settings.TRUCO_CHECKPOINT_KEYS_FILE
    settings.TRUCO_CHECKPOINT_KEYS_FILE = own.with_name("forged")
    collected()
    settings.TRUCO_CHECKPOINT_KEYS_FILE = own
    ring()


def test_an_older_backup_shows_by_a_checkpoint_that_was_kept(three: list[Checkpoint], tmp_path: Path) -> None:
    """The whole database as it was before the last checkpoint: within itself all is right."""
    cut(OTHER, 1)
    as_superuser(
        "DELETE FROM checkpoints_signed WHERE number = 3",
        "DELETE FROM checkpoints_entry WHERE checkpoint = 3",
        "DELETE FROM checkpoints_node WHERE level = 0 AND place = 3 OR level = 1 AND place = 1 OR level = 2",
    )
    assert [found(name) for name in ("chains", "feed", "sealed")] == [[], [], []]
    said = alarmed("--checkpoint", kept(tmp_path, three[2]))
    assert "checkpoint:3 was kept, but the last one here is 2" in said


def test_an_operator_who_writes_and_signs_all_anew_is_found_by_what_was_kept(
    three: list[Checkpoint], tmp_path: Path, settings: Any
) -> None:
    """The signing key does not help against somebody who has kept a signature by it."""
    file = kept(tmp_path, three[0])
    rewrite(STREAM, 3)
    own = settings.TRUCO_CHECKPOINT_KEYS_FILE.read_text()
    settings.TRUCO_CHECKPOINT_KEYS_FILE.with_name("forged").write_text(own)
    forge(settings)
    assert [found(name) for name in ("chains", "feed", "sealed")] == [[], [], []]
    assert "history was written anew" in alarmed("--checkpoint", file)


def test_a_kept_checkpoint_with_a_wrong_signature_proves_nothing(
    three: list[Checkpoint], tmp_path: Path
) -> None:
    body = three[1].json()
    body["statement"]["size"] = 99
    file = tmp_path / "kept.json"
    file.write_text(json.dumps(body))
    assert "has no right signature" in alarmed("--checkpoint", str(file))


def test_a_kept_checkpoint_must_be_by_a_key_that_is_trusted(three: list[Checkpoint], tmp_path: Path) -> None:
    file = kept(tmp_path, three[1])
    call_command("audit", "--checkpoint", file, "--key", three[1].statement.keys[0], stdout=StringIO())
    assert "a key that you do not trust" in alarmed("--checkpoint", file, "--key", "ab" * 32)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"statement": {"size": 1}, "signatures": []}', "[1]"])
def test_a_file_that_holds_no_checkpoint_is_refused(db: None, tmp_path: Path, text: str) -> None:
    (tmp_path / "kept.json").write_text(text)
    with pytest.raises(CommandError, match="holds no checkpoint"):
        call_command("audit", "--checkpoint", str(tmp_path / "kept.json"))


def test_rows_of_the_tree_cannot_be_changed_by_the_owner(three: list[Checkpoint]) -> None:
    from django.db.utils import IntegrityError

    with pytest.raises(IntegrityError, match="only grows"):
        Signed.objects.update(size=0)


def test_events_after_the_last_checkpoint_are_not_missed_by_anybody(three: list[Checkpoint]) -> None:
    append("7P", stream=STREAM)
    assert sealed() == []

"""Names of entries stand apart from the streams, so that they can be forgotten while the chains stay whole.

In the event stands `{"apart": "<id>", "digest": "<SHA-256>"}`: the digest of the name with a random salt,
which is kept beside the name. So a name cannot be exchanged unnoticed, and one that was forgotten cannot be
guessed. Streams from before (`entry_registered/1`) hold the names themselves; they are read as they are.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Any, Final
from uuid import UUID, uuid4

from tournaments.models import EntryName
from truco_api.eventstore import NewEvent, Recorded

APART: Final = "apart"
_NAMED: Final = frozenset({"entry_registered/2", "entry_renamed/1"})


def set_apart(events: Iterable[NewEvent]) -> list[NewEvent]:
    """The events with their names written down apart, in the caller's transaction."""
    rows: list[EntryName] = []
    found = [_apart(event, rows) for event in events]
    if rows:
        EntryName.objects.bulk_create(rows)
    return found


def with_names(events: list[Recorded]) -> list[Recorded]:
    """The events with their names in place, "" for those that were forgotten; one statement at most."""
    refs = {ref for event in events if (ref := _ref(event)) is not None}
    if not refs:
        return events
    names = dict(EntryName.objects.filter(id__in=refs).values_list("id", "name"))
    return [_named(event, names) for event in events]


def forget(entry: UUID) -> None:
    """Forget what an entry was called."""
    EntryName.objects.filter(entry=entry).delete()


def wrong_names(events: Iterable[Recorded]) -> Iterator[tuple[int, str]]:
    """Versions whose name is not the one that the stream has the digest of, each with what is wrong."""
    digests = {ref: event for event in events if (ref := _ref(event)) is not None}
    for row in EntryName.objects.filter(id__in=digests):
        event = digests[row.id]
        if _digest(row.salt, row.name) != event.data["name"]["digest"]:
            yield event.version, f"has another name for entry {row.entry} than was registered"


def _apart(event: NewEvent, rows: list[EntryName]) -> NewEvent:
    name = event.data.get("name")
    if event.type not in _NAMED or not name:
        return event
    salt = secrets.token_hex(16)
    row = EntryName(id=uuid4(), entry=UUID(event.data["entry_id"]), name=name, salt=salt)
    rows.append(row)
    return replace(event, data=event.data | {"name": {APART: str(row.id), "digest": _digest(salt, name)}})


def _named(event: Recorded, names: dict[UUID, str]) -> Recorded:
    ref = _ref(event)
    if ref is None:
        return event
    data: dict[str, Any] = event.data | {"name": names.get(ref, "")}
    return replace(event, data=data)


def _ref(event: Recorded) -> UUID | None:
    if event.type not in _NAMED:
        return None
    name = event.data["name"]
    return UUID(name[APART]) if isinstance(name, dict) else None


def _digest(salt: str, name: str) -> str:
    return sha256(f"{salt}{name}".encode()).hexdigest()

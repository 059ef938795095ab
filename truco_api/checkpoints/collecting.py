"""Making a checkpoint: the heads that have moved since the last one become leaves, and the root is signed."""

import secrets
from collections.abc import Callable, Collection, Iterable
from typing import Final, NamedTuple

from django.db import connection, transaction
from django.dispatch import Signal
from django.utils import timezone

from truco_api.checkpoints import statements
from truco_api.checkpoints.leaves import Head, new_blind, tag_of
from truco_api.checkpoints.models import Entry, Held, Node, Signed, SigningKey, Tag
from truco_api.checkpoints.statements import Checkpoint, Statement
from truco_api.checkpoints.tree import Growing, peaks
from truco_api.eventstore.chain import instant
from truco_api.eventstore.events import kind_of
from truco_api.eventstore.feed import feed_head
from truco_api.eventstore.sealing import Key

AHEAD: Final = 200_000
"""Events looked at for one checkpoint: after a long silence several follow one another."""
LOCK = "SELECT pg_try_advisory_xact_lock(1953658211, 2)"  # "truc" in ASCII; 1 is the relay
# By place in the feed, which has an index and no gaps; heads have no order that could be followed.
MOVED = "SELECT DISTINCT stream FROM eventstore_feed WHERE position > %s AND position <= %s"
HEADS = """
SELECT DISTINCT ON (feed.stream) feed.stream, event.version, event.hash
FROM eventstore_feed AS feed JOIN eventstore_event AS event USING (stream, version)
WHERE feed.stream = ANY(%s) AND feed.position <= %s
    AND feed.version > coalesce((SELECT max(version) FROM checkpoints_entry AS entry
                                 WHERE entry.stream = feed.stream), 0)
ORDER BY feed.stream, feed.version DESC
"""

checkpoint_signed = Signal()
"""Sent with `checkpoint` inside the transaction that stores it: what receivers write commits along with it,
and who fails takes it back, to be tried again a minute later."""

Showable = Callable[[Collection[str]], set[str]]
_SHOWABLE: dict[str, Showable] = {}


class Moved(NamedTuple):
    """A head that is collected."""

    tag: str
    stream: str
    version: int
    hash: bytes


def hold_back(kind: str, showable: Showable) -> None:
    """Let `showable` choose, of streams of a kind, those whose growing everybody may know of by now."""
    _SHOWABLE[kind] = showable


def collect() -> Checkpoint | None:
    """One checkpoint more; None if nothing has changed, or if another worker is at it."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(LOCK)
            if not cursor.fetchone()[0]:
                return None
        last = Signed.objects.order_by("-number").first()
        keys = statements.ring().all()
        start = last.position if last else 0
        end = min(feed_head(), start + AHEAD)
        moved = _moved(start, end)
        before = statements.written(last.statement, last.signatures) if last else None
        replaced = before is not None and before.statement.keys[0] != statements.public(keys[0])
        if not (moved or replaced or end == start + AHEAD):
            return None
        made = _make(moved, before, keys)
        _store(made, moved, end)
        checkpoint_signed.send(sender=Signed, checkpoint=made)
        return made


def catch_up() -> None:
    """Checkpoints until all is collected that is in the feed now."""
    target = feed_head()
    while collect() and reached() < target:
        pass


def reached() -> int:
    """The position in the feed up to which everything is collected."""
    return Signed.objects.order_by("-number").values_list("position", flat=True).first() or 0


def _moved(start: int, end: int) -> list[Moved]:
    """The heads to collect, in the order of their tags, which tells nothing."""
    with connection.cursor() as cursor:
        cursor.execute(MOVED, (start, end))
        streams = {stream for (stream,) in cursor.fetchall()}
        streams |= set(Held.objects.values_list("stream", flat=True))
        shown = _shown(streams)
        Held.objects.filter(stream__in=shown).delete()
        Held.objects.bulk_create(
            [Held(stream=stream) for stream in sorted(streams - shown)], ignore_conflicts=True
        )
        cursor.execute(HEADS, (list(shown), end))
        heads = cursor.fetchall()
    tags = _tags([stream for stream, _, _ in heads])
    return sorted(Moved(tags[stream], stream, version, bytes(digest)) for stream, version, digest in heads)


def _shown(streams: Iterable[str]) -> set[str]:
    by_kind: dict[str, set[str]] = {}
    for stream in streams:
        by_kind.setdefault(kind_of(stream), set()).add(stream)
    return {
        stream
        for kind, found in by_kind.items()
        for stream in (_SHOWABLE[kind](found) if kind in _SHOWABLE else found)
    }


def _tags(streams: list[str]) -> dict[str, str]:
    known = dict(Tag.objects.filter(stream__in=streams).values_list("stream", "tag"))
    fresh = []
    for stream in streams:
        if stream not in known:
            blind = new_blind()
            fresh.append(Tag(stream=stream, blind=blind, tag=tag_of(stream, blind)))
    Tag.objects.bulk_create(fresh, batch_size=5000)
    return known | {row.stream: row.tag for row in fresh}


def _make(moved: list[Moved], before: Checkpoint | None, keys: tuple[Key, ...]) -> Checkpoint:
    said = before.statement if before else None
    grown = _grown(said.size if said else 0)
    nodes = [
        Node(level=spot.level, place=spot.place, hash=value)
        for head in moved
        for spot, value in grown.add(Head(head.tag, head.version, head.hash.hex()).leaf())
    ]
    Node.objects.bulk_create(nodes, batch_size=5000)
    signing = _signing(said, keys)
    statement = Statement(
        at=instant(timezone.now()),
        keys=tuple(map(statements.public, signing)),
        log=said.log if said else secrets.token_hex(16),
        number=said.number + 1 if said else 1,
        previous=said.digest() if said else None,
        root=grown.root().hex(),
        size=grown.size,
    )
    return statements.sign(statement, signing)


def _grown(size: int) -> Growing:
    spots = peaks(size)
    hashes = [bytes(Node.objects.get(level=spot.level, place=spot.place).hash) for spot in spots]
    return Growing(size, hashes)


def _signing(said: Statement | None, keys: tuple[Key, ...]) -> tuple[Key, ...]:
    """The newest key; with the one before it, if that was in use until now and is still there."""
    newest = keys[0]
    if said is None or said.keys[0] == statements.public(newest):
        return (newest,)
    return (newest, *(key for key in keys[1:] if statements.public(key) == said.keys[0]))


def _store(made: Checkpoint, moved: list[Moved], position: int) -> None:
    said = made.statement
    first = said.size - len(moved)
    Entry.objects.bulk_create(
        [
            Entry(
                index=index, checkpoint=said.number, stream=head.stream, version=head.version, hash=head.hash
            )
            for index, head in enumerate(moved, start=first)
        ],
        batch_size=5000,
    )
    key, *before = said.keys
    SigningKey.objects.get_or_create(
        public=key, defaults={"first": said.number, "before": before[0] if before else None}
    )
    Signed.objects.create(
        number=said.number,
        size=said.size,
        statement=said.text(),
        signatures=list(made.signatures),
        position=position,
    )

"""Appending and loading: one transaction a command, locked stream by stream.

The statements of a command are few and none touches anything that other streams share; the measures are
in the tests. SQL is written out because this is the hot path of everything.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db import connection, transaction

from truco_api.eventstore.chain import canonical, genesis, link
from truco_api.eventstore.errors import (
    IdempotencyInFlight,
    IdempotencyMismatch,
    StaleVersion,
    UnansweredKeyError,
)
from truco_api.eventstore.events import NewEvent, Recorded

LOCK_KEY = "SELECT pg_try_advisory_xact_lock(%s)"
FIND_RECEIPT = "SELECT body, status, answer FROM eventstore_receipt WHERE actor = %s AND key = %s"
# The clock is read again when the row had to be waited for; `greatest` guards against a clock set back.
LOCK_HEAD = (
    "SELECT version, hash, greatest(clock_timestamp(), at) FROM eventstore_head WHERE stream = %s FOR UPDATE"
)
NEW_HEAD = (
    "INSERT INTO eventstore_head (stream, version, hash, at) VALUES (%s, 0, %s, clock_timestamp()) "
    "ON CONFLICT DO NOTHING RETURNING version, hash, at"
)
APPEND = """
WITH happened AS (
    INSERT INTO eventstore_event (stream, version, type, data, at, actor, hash)
    SELECT %(stream)s, version, type, data, %(at)s, %(actor)s, hash
    FROM unnest(%(versions)s::int4[], %(types)s::text[], %(data)s::text[], %(hashes)s::bytea[])
        AS new (version, type, data, hash)
), moved AS (
    UPDATE eventstore_head SET version = %(last)s, hash = %(hash)s, at = %(at)s WHERE stream = %(stream)s
)
INSERT INTO eventstore_outbox (at, stream, first, last) VALUES (%(at)s, %(stream)s, %(first)s, %(last)s)
"""
KEEP_RECEIPT = (
    "INSERT INTO eventstore_receipt (actor, key, body, status, answer, at) VALUES (%s, %s, %s, %s, %s, %s)"
)
LOAD = (
    "SELECT version, type, data, at, actor, hash FROM eventstore_event "
    "WHERE stream = %s AND version > %s AND version <= %s ORDER BY version"
)
FOREVER = 2**31 - 1

Answer = dict[str, Any]


class Unit:
    """One command's work on one stream, inside its transaction.

    `version` is the head's (0 for a new stream) and follows what is appended; `now` is the database's time
    when the stream was locked (aware, never before the stream's last event); `replayed` is the stored
    answer `{"status": …, "body": …}` when this key was answered before: then nothing else may be done.
    """

    __slots__ = ("_answered", "_body", "_hash", "_key", "actor", "now", "replayed", "stream", "version")

    def __init__(self, stream: str, *, actor: str, key: str | None, body: str | None) -> None:
        self.stream = stream
        self.actor = actor
        self.version = 0
        self.now: datetime
        self.replayed: Answer | None = None
        self._hash: bytes
        self._key = key
        self._body = body or ""
        self._answered = key is None

    def append(self, events: Sequence[NewEvent]) -> list[Recorded]:
        """Store the events after the head, in one statement, and give them back as recorded."""
        if not events:
            return []
        first = self.version + 1
        recorded, texts, hashes = [], [], []
        for version, event in enumerate(events, first):
            text = canonical(event.data)
            self._hash = link(
                previous=self._hash,
                version=version,
                type=event.type,
                data=text,
                at=self.now,
                actor=self.actor,
            )
            texts.append(text)
            hashes.append(self._hash)
            recorded.append(
                Recorded(
                    self.stream, version, event.type, json.loads(text), self.now, self.actor, self._hash.hex()
                )
            )
        self.version = recorded[-1].version
        with connection.cursor() as cursor:
            cursor.execute(
                APPEND,
                {
                    "stream": self.stream,
                    "versions": list(range(first, self.version + 1)),
                    "types": [event.type for event in events],
                    "data": texts,
                    "hashes": hashes,
                    "at": self.now,
                    "actor": self.actor,
                    "first": first,
                    "last": self.version,
                    "hash": self._hash,
                },
            )
        return recorded

    def answer(self, *, status: int = 200, body: Any = None) -> Answer:
        """Keep the answer for repetitions of the key (without a key it is only given back).

        Never call it for a 5xx: raise instead, and nothing at all is stored.
        """
        if self._key is not None:
            with connection.cursor() as cursor:
                cursor.execute(
                    KEEP_RECEIPT,
                    (self.actor, self._key, self._body, status, json.dumps(body), self.now),
                )
            self._answered = True
        return {"status": status, "body": body}

    def _open(self, expected_version: int | None) -> None:
        with connection.cursor() as cursor:
            if self._key is not None and self._find_receipt(cursor):
                return
            cursor.execute(LOCK_HEAD, (self.stream,))
            head = cursor.fetchone()
            if head is None:
                # Two may be first at once: the second waits here for the first, then finds its row.
                cursor.execute(NEW_HEAD, (self.stream, genesis(self.stream)))
                head = cursor.fetchone()
            if head is None:
                cursor.execute(LOCK_HEAD, (self.stream,))
                head = cursor.fetchone()
        self.version, digest, self.now = head
        self._hash = bytes(digest)
        if expected_version is not None and expected_version != self.version:
            raise StaleVersion(current_version=self.version)

    def _find_receipt(self, cursor: Any) -> bool:
        """Look the key up; the lock comes in a statement of its own, so that the look sees what its last
        holder committed."""
        number = int.from_bytes(sha256(f"{self.actor}\0{self._key}".encode()).digest()[:8], signed=True)
        cursor.execute(LOCK_KEY, (number,))
        if not cursor.fetchone()[0]:
            raise IdempotencyInFlight
        cursor.execute(FIND_RECEIPT, (self.actor, self._key))
        receipt = cursor.fetchone()
        if receipt is None:
            return False
        if receipt[0] != self._body:
            raise IdempotencyMismatch
        self.replayed = {"status": receipt[1], "body": json.loads(receipt[2])}
        self._answered = True
        return True


@contextmanager
def unit_of_work(
    stream: str,
    *,
    actor: str,
    expected_version: int | None = None,
    key: str | None = None,
    body: str | None = None,
) -> Iterator[Unit]:
    """One transaction on one stream, whose head stays locked to the end; an error takes everything back.

    `expected_version` None means "whatever it is", 0 "must be new"; a mismatch raises StaleVersion. `key`
    is an idempotency key, looked at before the version and kept per actor; `body` is the digest of all
    that the request says (method and path too). The same key with another body raises
    IdempotencyMismatch, with one that has not ended yet IdempotencyInFlight.
    """
    unit = Unit(stream, actor=actor, key=key, body=body)
    with transaction.atomic():
        unit._open(expected_version)
        yield unit
        if not unit._answered:
            raise UnansweredKeyError(stream)


def load(stream: str, *, after: int = 0, until: int | None = None) -> list[Recorded]:
    """The events of a stream with `after` < version <= `until`, in order; none if there is no such stream."""
    with connection.cursor() as cursor:
        cursor.execute(LOAD, (stream, after, FOREVER if until is None else until))
        rows = cursor.fetchall()
    loads = json.loads
    return [
        Recorded(stream, version, type_, loads(data), at, actor, digest.hex())
        for version, type_, data, at, actor, digest in rows
    ]


def head_version(stream: str) -> int:
    """The version of the last event of a stream; 0 if there is none."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT version FROM eventstore_head WHERE stream = %s", (stream,))
        row = cursor.fetchone()
    return int(row[0]) if row else 0

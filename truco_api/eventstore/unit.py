"""One command's work on one stream: what it finds, and what it writes.

The statements of a command are few and none touches anything that other streams share; the measures are
in the tests. SQL is written out because this is the hot path of everything.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from hashlib import sha256
from typing import Any

import orjson

from truco_api.eventstore.chain import canonical, genesis, link, parse
from truco_api.eventstore.errors import (
    IdempotencyInFlight,
    IdempotencyMismatch,
    RolledBackError,
    StaleVersion,
    UnansweredKeyError,
)
from truco_api.eventstore.events import NewEvent, Recorded
from truco_api.eventstore.hot import Hot
from truco_api.eventstore.sealing import closed, seal_text, unseal_text
from truco_api.eventstore.wire import Row, Statement

# Whether the key is free is left as a note for the statement that follows at once, unasked: nobody waits for
# the head while another does the same.
LOCK_KEY = "SELECT set_config('truco.key', pg_try_advisory_xact_lock(%(lock)s)::text, true) = 'true'"
# The clock is read again when the row had to be waited for; `greatest` guards against a clock set back.
LOCK_HEAD = (
    "SELECT version, hash, greatest(clock_timestamp(), at) AS at FROM eventstore_head "
    "WHERE stream = %(stream)s AND current_setting('truco.key', true) IS DISTINCT FROM 'false' FOR UPDATE"
)
FIND_RECEIPT = """
WITH head AS ({lock_head})
SELECT head.version, head.hash, head.at, receipt.body, receipt.status, receipt.answer
FROM (SELECT 1) AS always LEFT JOIN head ON true
LEFT JOIN eventstore_receipt AS receipt ON receipt.actor = %(actor)s AND receipt.key = %(key)s
"""
# Both at once, waiting for nothing. What a key's last holder commits in this very moment may not be seen, so
# only a success counts: the receipt that is in its way is not overlooked.
TRY_BOTH = FIND_RECEIPT.replace(
    "SELECT head.version", "SELECT pg_try_advisory_xact_lock(%(lock)s) AS free, head.version"
)
NEW_HEAD = (
    "INSERT INTO eventstore_head (stream, version, hash, at) VALUES (%(stream)s, 0, %(genesis)s, "
    "clock_timestamp()) ON CONFLICT DO NOTHING RETURNING version, hash, at"
)
APPEND = """
WITH happened AS (
    INSERT INTO eventstore_event (stream, version, type, data, at, actor, hash) VALUES {rows}
), moved AS (
    UPDATE eventstore_head SET version = %(last)s, hash = %(hash)s, at = %(at)s WHERE stream = %(stream)s
)
INSERT INTO eventstore_outbox (at, stream, first, last) VALUES (%(at)s, %(stream)s, %(first)s, %(last)s)
"""
ROW = "(%(stream)s, %(version{0})s, %(type{0})s, %(data{0})s, %(at)s, %(actor)s, %(hash{0})s)"
KEEP_RECEIPT = (
    "INSERT INTO eventstore_receipt (actor, key, body, status, answer, at) "
    "VALUES (%(actor)s, %(key)s, %(body)s, %(status)s, %(answer)s, %(at)s)"
)

Answer = dict[str, Any]


class Unit:
    """One command's work on one stream, inside its transaction.

    `version` is the head's (0 for a new stream) and follows what is appended; `now` is the database's time
    when the stream was locked (aware, never before the stream's last event); `replayed` is the stored
    answer `{"status": …, "body": …}` when this key was answered before: then nothing else may be done.
    """

    __slots__ = (
        "_answered",
        "_body",
        "_hash",
        "_hot",
        "_key",
        "actor",
        "now",
        "replayed",
        "stream",
        "version",
    )

    def __init__(self, hot: Hot, stream: str, *, actor: str, key: str | None, body: str | None) -> None:
        self._hot = hot
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
        recorded = []
        values: dict[str, Any] = {"stream": self.stream, "first": self.version + 1}
        for row, event in enumerate(events):
            data = closed(event.data, event.hidden, self.stream, self.version + 1, event.type)
            text = canonical(data)
            recorded.append(self._follow(event, text))
            values[f"version{row}"] = self.version
            values[f"type{row}"] = event.type
            values[f"data{row}"] = text
            values[f"hash{row}"] = self._hash
        values |= {"at": self.now, "actor": self.actor, "last": self.version, "hash": self._hash}
        self._hot.change(_append(len(events)), values)
        return recorded

    def _follow(self, event: NewEvent, text: str) -> Recorded:
        """Link one event to the chain."""
        self.version += 1
        self._hash = link(
            previous=self._hash,
            version=self.version,
            type=event.type,
            data=text,
            at=self.now,
            actor=self.actor,
        )
        if event.hidden:
            text = canonical({**event.data, **event.hidden})
        return Recorded(
            self.stream, self.version, event.type, parse(text), self.now, self.actor, self._hash.hex()
        )

    def answer(self, *, status: int = 200, body: Any = None) -> Answer:
        """Keep the answer for repetitions of the key (without a key it is only given back).

        Never call it for a 5xx: raise instead, and nothing at all is stored.
        """
        if self._key is not None:
            told = self._sealed(orjson.dumps(body).decode())
            values = {"actor": self.actor, "key": self._key, "body": self._body, "at": self.now}
            self._hot.change(KEEP_RECEIPT, values | {"status": status, "answer": told})
            self._answered = True
        return {"status": status, "body": body}

    def _sealed(self, answer: str) -> str:
        """An answer holds what one seat was shown, and nobody else shall read that either."""
        return seal_text(answer, f"receipts {self.actor}", f"{self.actor} {self._key}")

    def open(self, expected_version: int | None = None) -> None:
        """Lock the stream, which begins here if there is none; or find what the key was answered."""
        values = {"stream": self.stream}
        head = self._one(LOCK_HEAD, values) if self._key is None else self._look_up()
        if self.replayed is not None:
            return
        if head is None:
            # Two may be first at once: the second waits here for the first, then finds its row.
            head = self._one(NEW_HEAD, values | {"genesis": genesis(self.stream)})
        if head is None:
            head = self._one(LOCK_HEAD, values)
        assert head is not None
        self.stand_at(head)
        if expected_version is not None and expected_version != self.version:
            raise StaleVersion(current_version=self.version)

    def close(self) -> None:
        """Refuse to end without the answer that the key asks for, or where Django will roll all back."""
        if not self._answered:
            raise UnansweredKeyError(self.stream)
        if self._hot.backend.needs_rollback:
            raise RolledBackError(self.stream)

    def stand_at(self, head: Row) -> None:
        """Go on from this head, which is locked."""
        self.version, self._hash, self.now = head

    def _look_up(self) -> Row | None:
        """Lock the key, then find its receipt and lock the head: two statements, so that the second sees what
        the key's last holder committed."""
        search, place = FIND_RECEIPT.format(lock_head=LOCK_HEAD), self._place
        [[free]], [found] = self._hot.ask((LOCK_KEY, place), (search, place))
        return self.found(free, found)

    def attempt(self) -> Statement:
        """The same in one statement, for `found` too, if nobody has to be waited for."""
        return TRY_BOTH.format(
            lock_head=LOCK_HEAD.replace("FOR UPDATE", "FOR UPDATE SKIP LOCKED")
        ), self._place

    @property
    def _place(self) -> dict[str, Any]:
        digest = sha256(f"{self.actor}\0{self._key}".encode()).digest()
        lock = int.from_bytes(digest[:8], signed=True)
        return {"lock": lock, "stream": self.stream, "actor": self.actor, "key": self._key}

    def found(self, free: bool, row: Row) -> Row | None:
        """The head, None without one, by what was found; `replayed` if the key was answered before."""
        *head, body, status, answer = row
        if not free:
            raise IdempotencyInFlight
        if body is not None:
            if body != self._body:
                raise IdempotencyMismatch
            told = unseal_text(answer, f"receipts {self.actor}", f"{self.actor} {self._key}")
            self.replayed = {"status": status, "body": orjson.loads(told)}
            self._answered = True
        return None if head[0] is None else tuple(head)

    def _one(self, sql: str, values: dict[str, Any]) -> Row | None:
        rows = self._hot.rows(sql, values)
        return rows[0] if rows else None


@cache
def _append(count: int) -> str:
    """The statement that appends `count` events."""
    return APPEND.format(rows=", ".join(ROW.format(row) for row in range(count)))

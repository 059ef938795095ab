"""Appending and loading: one transaction a command, locked stream by stream."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from operator import itemgetter
from typing import Any

from truco_api.eventstore.chain import parse
from truco_api.eventstore.events import Recorded
from truco_api.eventstore.hot import hot, streaming, transaction
from truco_api.eventstore.sealing import opened
from truco_api.eventstore.unit import Unit

LOAD = (
    "SELECT version, type, data, at, actor, hash FROM eventstore_event "
    "WHERE stream = %(stream)s AND version > %(after)s AND version <= %(until)s ORDER BY version"
)
STREAMS = (
    "SELECT stream, version, type, data, at, actor, hash FROM eventstore_event "
    "WHERE stream >= %s AND stream < %s ORDER BY stream, version"
)
HEAD_VERSION = "SELECT version FROM eventstore_head WHERE stream = %(stream)s"
FOREVER = 2**31 - 1


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
    with transaction() as connection:
        unit = Unit(connection, stream, actor=actor, key=key, body=body)
        unit.open(expected_version)
        yield unit
        unit.close()


def load(stream: str, *, after: int = 0, until: int | None = None) -> list[Recorded]:
    """The events of a stream with `after` < version <= `until`, in order; none if there is no such stream.

    Raises SealBrokenError where something is sealed that this process cannot open.
    """
    values = {"stream": stream, "after": after, "until": FOREVER if until is None else until}
    return [
        Recorded(stream, version, name, opened(parse(data), stream, version, name), at, actor, digest.hex())
        for version, name, data, at, actor, digest in hot().rows(LOAD, values)
    ]


def streams(kind: str) -> Iterator[tuple[str, list[Recorded]]]:
    """Every stream of a kind with all its events, one stream at a time in memory."""
    with streaming(STREAMS, (f"{kind}-", f"{kind}.")) as rows:  # "." is the character after "-"
        for stream, group in groupby(rows, key=itemgetter(0)):
            yield stream, [recorded(row) for row in group]


def recorded(row: Sequence[Any]) -> Recorded:
    """An event from its columns: stream, version, type, data, at, actor, hash."""
    stream, version, name, data, at, actor, digest = row
    return Recorded(
        stream, version, name, opened(parse(data), stream, version, name), at, actor, digest.hex()
    )


def head_version(stream: str) -> int:
    """The version of the last event of a stream; 0 if there is none."""
    rows = hot().rows(HEAD_VERSION, {"stream": stream})
    return int(rows[0][0]) if rows else 0

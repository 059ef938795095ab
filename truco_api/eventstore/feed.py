"""The feed: every event of every stream, in one line that readers can follow by position.

Commands commit in any order, so nothing they number themselves could be followed without missing some.
They leave a note in the outbox instead, and one relay at a time gives what is committed its place.
"""

from dataclasses import dataclass

from truco_api.eventstore.events import Recorded
from truco_api.eventstore.hot import hot, transaction
from truco_api.eventstore.store import recorded

CHANNEL = "truco_feed"
RELAY_LOCK = "SELECT pg_try_advisory_xact_lock(1953658211, 1)"  # "truc" in ASCII; 1 is the relay
PLACE = """
WITH taken AS (
    DELETE FROM eventstore_outbox WHERE (at, stream, first) IN (
        SELECT at, stream, first FROM eventstore_outbox ORDER BY at, stream, first LIMIT %(limit)s
    ) RETURNING at, stream, first, last
), placed AS (
    INSERT INTO eventstore_feed (position, stream, version)
    SELECT (SELECT coalesce(max(position), 0) FROM eventstore_feed)
            + row_number() OVER (ORDER BY at, stream, version), stream, version
    FROM taken, generate_series(first, last) AS version
    RETURNING stream, version
)
SELECT count(*), count(pg_notify(%(channel)s, stream || ':' || version)) FROM placed
"""

READ = """
SELECT position, stream, version, type, data, at, actor, hash
FROM eventstore_feed JOIN eventstore_event USING (stream, version)
WHERE position > %(after)s ORDER BY position LIMIT %(limit)s
"""
HEAD = "SELECT coalesce(max(position), 0) FROM eventstore_feed"


@dataclass(frozen=True, slots=True)
class Placed:
    """An event and its position in the feed (from 1, without gaps)."""

    position: int
    event: Recorded


def relay_once(limit: int = 500) -> int:
    """Give up to `limit` committed appends their places and ring the bell; how many events were placed.

    0 as well when another relay is at it: one is enough, and one at a time is what keeps the order. The
    lock is taken in a statement of its own, so that the placing sees all that the last relay placed.
    """
    with transaction() as connection:
        [[free]] = connection.rows(RELAY_LOCK, {})
        if not free:
            return 0
        [(placed, _)] = connection.rows(PLACE, {"limit": limit, "channel": CHANNEL})
        return int(placed)


def read_feed(after: int, *, limit: int = 500) -> list[Placed]:
    """The events placed after a position, in feed order; a reader remembers the last position it has seen."""
    rows = hot().rows(READ, {"after": after, "limit": limit})
    return [Placed(position, recorded(row)) for position, *row in rows]


def feed_head() -> int:
    """The last position of the feed; 0 while it is empty."""
    return int(hot().rows(HEAD, {})[0][0])

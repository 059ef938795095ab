"""Subscribers: functions that are told of events in feed order, at least once.

What a handler writes and how far it has read are committed together, one event at a time; so a crash
takes both back, and no lock is held longer than one handler needs it. A handler that fails is told of the
same event again later, and holds up nobody else.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.backends.utils import CursorWrapper

from truco_api.eventstore.events import Recorded
from truco_api.eventstore.hot import hot_cursor
from truco_api.eventstore.store import recorded

Handler = Callable[[Recorded], None]

WINDOW = 5000  # positions searched at a time, so that a step stays short where events of interest are rare
LONGEST_WAIT = 300  # seconds between two attempts
CLAIM = """
SELECT position, (SELECT coalesce(max(position), 0) FROM eventstore_feed) FROM eventstore_checkpoint
WHERE name = %s AND (retry_at IS NULL OR retry_at <= now()) FOR UPDATE SKIP LOCKED
"""
# In a transaction of its own, before any is claimed: others would have to wait for a row just being added.
INTRODUCE = """
INSERT INTO eventstore_checkpoint (name, position, attempts, error) SELECT unnest(%s::text[]), 0, 0, ''
ON CONFLICT DO NOTHING
"""
# Everything up to `until` was committed before this statement began, so nothing can appear behind it.
NEXT = """
SELECT position, stream, version, type, data, at, actor, hash
FROM eventstore_feed JOIN eventstore_event USING (stream, version)
WHERE position > %(after)s AND position <= %(until)s AND starts_with(stream, %(kind)s)
    AND (%(any)s OR type = ANY(%(types)s))
ORDER BY position LIMIT 1
"""
MOVE = """
UPDATE eventstore_checkpoint SET position = %s, attempts = 0, error = '', retry_at = NULL WHERE name = %s
"""
FAIL = """
UPDATE eventstore_checkpoint SET attempts = attempts + 1, error = %s,
    retry_at = clock_timestamp() + least(2 ^ least(attempts, 30), %s) * interval '1 second'
WHERE name = %s
"""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Subscription:
    """Who wants to know of what: events of one kind of stream, of some types (none named: all)."""

    name: str
    handler: Handler
    stream_kind: str
    types: frozenset[str]


SUBSCRIPTIONS: dict[str, Subscription] = {}


def subscriber(
    name: str, *, stream_kind: str, types: set[str] | frozenset[str] = frozenset()
) -> Callable[[Handler], Handler]:
    """Tell the decorated function of every such event, from the first in the feed on.

    It runs inside the transaction that moves its checkpoint. `name` is its memory and never changes.
    """

    def register(handler: Handler) -> Handler:
        if name in SUBSCRIPTIONS:
            raise ValueError(f"there is a subscriber {name!r} already")
        SUBSCRIPTIONS[name] = Subscription(name, handler, stream_kind, frozenset(types))
        return handler

    return register


def deliver_once(limit: int = 100) -> int:
    """Tell every subscriber of up to `limit` events more; how many steps forward were made.

    0 when nothing is left that can be done now: what failed waits for its next attempt, and what another
    worker is at is left to it.
    """
    with hot_cursor() as cursor:
        cursor.execute(INTRODUCE, (list(SUBSCRIPTIONS),))
    return sum(_deliver(subscription, limit) for subscription in tuple(SUBSCRIPTIONS.values()))


def _deliver(subscription: Subscription, limit: int) -> int:
    steps = 0
    while steps < limit and _step(subscription):
        steps += 1
    return steps


def _step(subscription: Subscription) -> bool:
    """Handle the next event or pass over a window without one; False if neither can be done now."""
    with transaction.atomic(), hot_cursor() as cursor:
        after, end = _claim(cursor, subscription.name)
        if after >= end:
            return False
        until = min(end, after + WINDOW)
        row = _next(cursor, subscription, after, until)
        if row is not None:
            until = row[0]
            if not _handled(cursor, subscription, recorded(row[1:])):
                return False
        cursor.execute(MOVE, (until, subscription.name))
    return True


def _claim(cursor: CursorWrapper, name: str) -> tuple[int, int]:
    """Where the subscriber stands and where the feed ends; (0, 0) if it is not to be served now."""
    cursor.execute(CLAIM, (name,))
    return cursor.fetchone() or (0, 0)


def _next(cursor: CursorWrapper, wanted: Subscription, after: int, until: int) -> Any:
    cursor.execute(
        NEXT,
        {
            "after": after,
            "until": until,
            "kind": f"{wanted.stream_kind}-",
            "any": not wanted.types,
            "types": sorted(wanted.types),
        },
    )
    return cursor.fetchone()


def _handled(cursor: CursorWrapper, subscription: Subscription, event: Recorded) -> bool:
    """Run the handler; if it fails, undo what it did and write down why."""
    try:
        with transaction.atomic():
            subscription.handler(event)
    except Exception as error:
        log.exception("%s failed at %s:%s", subscription.name, event.stream, event.version)
        reason = f"{event.stream}:{event.version} {type(error).__name__}: {error}"
        cursor.execute(FAIL, (reason.replace("\0", "")[:2000], LONGEST_WAIT, subscription.name))
        return False
    return True

"""Subscribers: functions that are told of events in feed order, at least once.

What a handler writes and how far it has read are committed together, one event at a time; so a crash
takes both back, and no lock is held longer than one handler needs it. A handler that fails is told of the
same event again later, and holds up nobody else.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from django.db.transaction import atomic

from truco_api.eventstore.events import Recorded
from truco_api.eventstore.hot import Hot, hot, transaction
from truco_api.eventstore.store import recorded

Handler = Callable[[Recorded], None]

WINDOW = 5000  # positions searched at a time, where events of interest are rare
AHEAD = 100  # events read at a time, where they are not
LONGEST_WAIT = 300  # seconds between two attempts
# In a transaction of its own, before any is claimed: others would have to wait for a row just being added.
INTRODUCE = """
INSERT INTO eventstore_checkpoint (name, position, attempts, error) SELECT unnest(%(names)s::text[]), 0, 0, ''
ON CONFLICT DO NOTHING
"""
STANDING = """
SELECT position, (SELECT coalesce(max(position), 0) FROM eventstore_feed) FROM eventstore_checkpoint
WHERE name = %(name)s AND (retry_at IS NULL OR retry_at <= now())
"""
# Everything up to `until` was committed before this statement began, so nothing can appear behind it.
# `split_part`, because a plain prefix would tempt the planner away from the index on the position.
UPCOMING = """
SELECT position, stream, version, type, data, at, actor, hash
FROM eventstore_feed JOIN eventstore_event USING (stream, version)
WHERE position > %(after)s AND position <= %(until)s AND split_part(stream, '-', 1) = %(kind)s
    AND (%(any)s OR type = ANY(%(types)s))
ORDER BY position LIMIT %(ahead)s
"""
CLAIM = """
SELECT FROM eventstore_checkpoint WHERE name = %(name)s AND position = %(start)s
    AND (retry_at IS NULL OR retry_at <= now()) FOR UPDATE SKIP LOCKED
"""
MOVE = """
UPDATE eventstore_checkpoint SET position = %(end)s, attempts = 0, error = '', retry_at = NULL
WHERE name = %(name)s
"""
FAIL = """
UPDATE eventstore_checkpoint SET attempts = attempts + 1, error = %(error)s,
    retry_at = clock_timestamp() + least(2 ^ least(attempts, 30), %(longest)s) * interval '1 second'
WHERE name = %(name)s
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
    hot().change(INTRODUCE, {"names": list(SUBSCRIPTIONS)})
    return sum(_deliver(subscription, limit) for subscription in tuple(SUBSCRIPTIONS.values()))


@dataclass(frozen=True, slots=True)
class Step:
    """From a position of the feed to a later one, by way of one event or past nothing of interest."""

    start: int
    end: int
    event: Recorded | None


def _deliver(subscription: Subscription, limit: int) -> int:
    done = 0
    while done < limit and (steps := _steps_ahead(subscription, min(AHEAD, limit - done))):
        for step in steps:
            if not _take(subscription, step):
                return done
            done += 1
    return done


def _steps_ahead(subscription: Subscription, number: int) -> list[Step]:
    """The next steps, read without a lock: whoever takes one checks that it still begins where all stands."""
    found = hot().rows(STANDING, {"name": subscription.name})
    start, feed_end = found[0] if found else (0, 0)
    if start >= feed_end:
        return []
    end = min(feed_end, start + WINDOW)
    values = {
        "after": start,
        "until": end,
        "kind": subscription.stream_kind,
        "any": not subscription.types,
        "types": sorted(subscription.types),
        "ahead": number,
    }
    rows = hot().rows(UPCOMING, values)
    events = [(position, recorded(row)) for position, *row in rows]
    if not events:
        return [Step(start, end, None)]
    if len(events) < number:  # nothing of interest behind the last: pass over the rest with it
        events[-1] = (end, events[-1][1])
    starts = [start, *(position for position, _ in events)]
    return [Step(before, position, event) for before, (position, event) in zip(starts, events, strict=False)]


def _take(subscription: Subscription, step: Step) -> bool:
    """Handle the step's event and move the checkpoint; False if it failed or is another worker's by now."""
    with transaction() as connection:
        if not connection.rows(CLAIM, {"name": subscription.name, "start": step.start}):
            return False
        if step.event is not None and not _handled(connection, subscription, step.event):
            return False
        connection.change(MOVE, {"end": step.end, "name": subscription.name})
    return True


def _handled(connection: Hot, subscription: Subscription, event: Recorded) -> bool:
    """Run the handler; if it fails, undo what it did and write down why."""
    try:
        with atomic():
            subscription.handler(event)
    except Exception as error:
        log.exception("%s failed at %s:%s", subscription.name, event.stream, event.version)
        reason = f"{event.stream}:{event.version} {type(error).__name__}: {error}"
        error_text = reason.replace("\0", "")[:2000]
        values = {"error": error_text, "longest": LONGEST_WAIT, "name": subscription.name}
        connection.change(FAIL, values)
        return False
    return True

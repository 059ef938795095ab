"""Subscribers: functions that are told of events, in feed order, at least once and effectively once.

What a handler writes and how far it has read are committed together; so a repetition after a crash finds
the effect undone too. One that fails is told again later, and holds up nobody else.
"""

from collections.abc import Callable
from dataclasses import dataclass

from truco_api.eventstore.events import Recorded

Handler = Callable[[Recorded], None]


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
    """Tell the decorated function of every such event; `name` is its memory, so it never changes."""

    def register(handler: Handler) -> Handler:
        if name in SUBSCRIPTIONS:
            raise ValueError(f"there is a subscriber {name!r} already")
        SUBSCRIPTIONS[name] = Subscription(name, handler, stream_kind, frozenset(types))
        return handler

    return register

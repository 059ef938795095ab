"""Following one stream: events after a version, waited for or sent as they come.

Everyone reads with the same cursor, the version of the last event they know. Those who are more than
`RESYNC_BEHIND` events behind, or ahead of all that happened, are told to fetch the whole view again.

What is kept beside a stream may be hidden from whoever follows it, the very fact that something happened
included. So what is not seen must leave no trace here: no frame, no number, no silence that lasts longer.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder

from truco_api.accounts.models import User
from truco_api.eventstore import head_version
from truco_api.streams.hub import AsyncBell, Bell, Hub
from truco_api.streams.reading import Source

PAGE = 200
RESYNC_BEHIND = 1000
HEARTBEAT_SECONDS = 15.0
# A stream ends now and then and is resumed: that is when a token that was taken back loses its effect.
LONGEST_STREAM_SECONDS = 600.0
RETRY_MS = 2000

Event = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Follower:
    """Who follows what, and the version of the last event they know."""

    source: Source
    ident: UUID
    viewer: User | None
    after: int
    upon: tuple[str, ...] = ()

    @property
    def stream(self) -> str:
        """The stream's id in the event store."""
        return f"{self.source.prefix}-{self.ident}"

    def beside(self, after: int) -> "Follower | None":
        """The same one, following what is beside the stream, if anything is. Needs a thread with a database
        connection."""
        beside = self.source.beside
        if beside is None or not beside.applies(self.ident):
            return None
        return Follower(beside.source, self.ident, self.viewer, after, (self.stream,))

    def read(self, limit: int = PAGE) -> list[Event]:
        """The next events; raises NotFound. Needs a thread with a database connection."""
        return self.source.read(self.ident, self.viewer, self.after, limit)

    def head(self) -> int:
        """The version of the last event there is. Needs a thread with a database connection."""
        return head_version(self.stream)

    def past(self, events: list[Event]) -> "Follower":
        """The same follower, having seen these events."""
        return replace(self, after=int(events[-1][self.source.number]))


Ask = Callable[[Follower], Awaitable[list[Event]]]
AskHead = Callable[[Follower], Awaitable[int]]


async def wait_for_events(hub: Hub, follower: Follower, ask: Ask, seconds: float) -> list[Event]:
    """The events after the follower's version, waited for while there are none; perhaps none in the end."""
    loop, bell = asyncio.get_running_loop(), AsyncBell()
    deadline = loop.time() + seconds
    with hub.watching(follower.stream, follower.after, bell.ring):
        events = await ask(follower)
        while not events and not hub.stopped and (left := deadline - loop.time()) > 0:
            if await bell.wait(left):
                events = await ask(follower)
    return events


async def frames(
    hub: Hub, follower: Follower, ask: Ask, ask_head: AskHead, beside: Follower | None = None
) -> AsyncIterator[str]:
    """Server-sent events without end: each event with its version as id, anything else without one."""
    loop, bell = asyncio.get_running_loop(), AsyncBell()
    ends_at = loop.time() + LONGEST_STREAM_SECONDS
    yield f"retry: {RETRY_MS}\n\n"
    with _watching(hub, follower, beside, bell) as watched:
        behind = True
        beat_at = loop.time() + HEARTBEAT_SECONDS
        while not hub.stopped and loop.time() < ends_at:
            if behind and not 0 <= (head := await ask_head(follower)) - follower.after <= RESYNC_BEHIND:
                yield _frame({"version": head}, event="resync")
                follower = replace(follower, after=head)
                watched.after = head
            events = await ask(follower)
            for event in events:
                yield _frame(event, ident=event["version"])
            if events:
                follower = follower.past(events)
                watched.after = follower.after
            along = await ask(beside) if beside else []
            for event in along:
                yield _frame(event, event=_name(follower))
            if beside and along:
                beside = beside.past(along)
            behind = PAGE in (len(events), len(along))
            if events or along:
                beat_at = loop.time() + HEARTBEAT_SECONDS
            # By the clock, whatever rang the bell meanwhile: it may have rung for what is not seen.
            if not behind and not await bell.wait(beat_at - loop.time()):
                yield ": nothing new\n\n"
                beat_at += HEARTBEAT_SECONDS


@contextmanager
def _watching(hub: Hub, follower: Follower, beside: Follower | None, bell: AsyncBell) -> Iterator[Bell]:
    """Have the bell rung for both; the hub's own bell of the first, whose owner moves it on."""
    with ExitStack() as stack:
        watched = stack.enter_context(hub.watching(follower.stream, follower.after, bell.ring))
        if beside:
            stack.enter_context(hub.watching(beside.stream, 0, bell.ring))
        yield watched


def _name(follower: Follower) -> str | None:
    return follower.source.beside.name if follower.source.beside else None


def _frame(data: Event, *, event: str | None = None, ident: int | None = None) -> str:
    lines = [] if event is None else [f"event: {event}"]
    lines += [] if ident is None else [f"id: {ident}"]
    lines.append(f"data: {encode(data)}")
    return "\n".join(lines) + "\n\n"


def encode(value: object) -> str:
    """The value as compact JSON on one line."""
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":"))

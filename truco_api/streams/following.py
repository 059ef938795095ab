"""Following one stream: events after a version, waited for or sent as they come.

Everyone reads with the same cursor, the version of the last event they know. Those who are more than
`RESYNC_BEHIND` events behind, or ahead of all that happened, are told to fetch the whole view again.

What is kept beside a stream may be hidden from whoever follows it, the very fact that something happened
included. So what is not seen must leave no trace here: no frame, no number, no silence that lasts longer.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder

from truco_api.accounts.models import User
from truco_api.eventstore import head_version
from truco_api.streams.hub import AsyncBell, Bell, Hub
from truco_api.streams.reading import Around, Source

PAGE = 200
RESYNC_BEHIND = 1000
HEARTBEAT_SECONDS = 15.0
# A stream ends now and then and is resumed: that is when a token that was taken back loses its effect.
LONGEST_STREAM_SECONDS = 600.0
RETRY_MS = 2000
LATE_SECONDS = 0.05
"""Clocks of two processes differ: so much later something is surely to be seen."""

Event = dict[str, Any]


class Standing(NamedTuple):
    """The last version a follower may see, and whether they are so far behind it that a view is better."""

    head: int
    behind: bool


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

    @property
    def account(self) -> UUID | None:
        """Whose account it is that follows; None for anybody."""
        return self.viewer.pk if self.viewer else None

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
        """The version of the last event they may see. Needs a thread with a database connection."""
        if self.source.head is not None:
            return self.source.head(self.ident, self.viewer)
        return head_version(self.stream)

    def standing(self) -> "Standing":
        """Where they stand. Needs a thread with a database connection."""
        head, source = self.head(), self.source
        if source.behind is not None:
            behind = source.behind(self.ident, self.viewer, self.after)
        else:
            behind = not 0 <= head - self.after <= RESYNC_BEHIND
        return Standing(head, behind)

    def around(self) -> Around | None:
        """What is told beside the events. Needs a thread with a database connection."""
        return self.source.around(self.ident, self.viewer) if self.source.around else None

    def past(self, events: list[Event]) -> "Follower":
        """The same follower, having seen these events."""
        return replace(self, after=int(events[-1][self.source.number]))


class Asker(Protocol):
    """Reads for a follower, on other threads."""

    async def events(self, follower: Follower) -> list[Event]:
        """The next events."""

    async def standing(self, follower: Follower) -> Standing:
        """How far they may see."""

    async def around(self, follower: Follower) -> Around | None:
        """What is told beside the events."""


async def wait_for_events(hub: Hub, follower: Follower, ask: Asker, seconds: float) -> list[Event]:
    """The events after the follower's version, waited for while there are none; perhaps none in the end."""
    loop, bell = asyncio.get_running_loop(), AsyncBell()
    deadline = loop.time() + seconds
    with Watch(hub, follower, bell) as watch:
        events = await ask.events(follower)
        while not events and not hub.stopped and (left := deadline - loop.time()) > 0:
            around = await ask.around(follower)
            watch.upon(around)
            pause = _pause(left, around)
            if await bell.wait(pause) or pause < left:
                events = await ask.events(follower)
    return events


class Watch:
    """Has one bell rung for all that may bring a follower news."""

    def __init__(self, hub: Hub, follower: Follower, bell: AsyncBell, beside: Follower | None = None) -> None:
        self._hub, self._bell = hub, bell
        self._stack = ExitStack()
        self._upon: dict[str, ExitStack] = {}
        self._own: Bell = self._stack.enter_context(hub.watching(follower.stream, follower.after, bell.ring))
        if beside:
            self._stack.enter_context(hub.watching(beside.stream, 0, bell.ring))

    def __enter__(self) -> "Watch":
        return self

    def __exit__(self, *_error: object) -> None:
        for stack in (*self._upon.values(), self._stack):
            stack.close()

    def past(self, version: int) -> None:
        """The follower has come so far."""
        self._own.after = version

    def upon(self, around: Around | None) -> None:
        """Watch these as well, and no longer what was watched besides before."""
        wanted = around.upon if around else frozenset()
        for stream in self._upon.keys() - wanted:
            self._upon.pop(stream).close()
        for stream in wanted - self._upon.keys():
            stack = self._upon[stream] = ExitStack()
            # What was heard of it before rings once more: it may have been after the last reading.
            stack.enter_context(self._hub.watching(stream, 0, self._bell.ring))


async def frames(
    hub: Hub, follower: Follower, ask: Asker, beside: Follower | None = None
) -> AsyncIterator[str]:
    """Server-sent events without end: each event with its version as id, anything else without one."""
    loop, bell = asyncio.get_running_loop(), AsyncBell()
    ends_at = loop.time() + LONGEST_STREAM_SECONDS
    yield f"retry: {RETRY_MS}\n\n"
    with Watch(hub, follower, bell, beside) as watch:
        sending = _Sending(follower, beside, ask, watch)
        beat_at = loop.time() + HEARTBEAT_SECONDS
        while not hub.stopped and loop.time() < ends_at:
            news = await sending.news()
            for frame in news:
                yield frame
            if news:
                beat_at = loop.time() + HEARTBEAT_SECONDS
            # By the clock, whatever rang the bell meanwhile: it may have rung for what is not seen.
            while not sending.behind and not await bell.wait(_pause(beat_at - loop.time(), sending.around)):
                if loop.time() >= beat_at:
                    yield ": nothing new\n\n"
                    beat_at += HEARTBEAT_SECONDS
                if hub.stopped or loop.time() >= ends_at or sending.changes_by_time:
                    break


class _Sending:
    """What one client has been sent, and what comes next."""

    def __init__(self, follower: Follower, beside: Follower | None, ask: Asker, watch: Watch) -> None:
        self._follower, self._beside = follower, beside
        self._ask, self._watch = ask, watch
        self._told: dict[str, Any] = {}
        self.behind = True
        self.around: Around | None = None

    @property
    def changes_by_time(self) -> bool:
        """Whether more is to be seen soon though nothing happens."""
        return self.around is not None and self.around.soon is not None

    async def news(self) -> list[str]:
        """The frames that are due now, events before all others."""
        sent = await self._resync() if self.behind else []
        events = await self._ask.events(self._follower)
        along = await self._ask.events(self._beside) if self._beside else []
        sent += [_frame(event, ident=event[self._follower.source.number]) for event in events]
        sent += [_frame(event, event=_name(self._follower)) for event in along]
        if events:
            self._follower = self._follower.past(events)
            self._watch.past(self._follower.after)
        if self._beside and along:
            self._beside = self._beside.past(along)
        self.behind = PAGE in (len(events), len(along))
        if not self.behind:
            self.around = await self._ask.around(self._follower)
            self._watch.upon(self.around)
            sent += self._changed()
        return sent

    async def _resync(self) -> list[str]:
        standing = await self._ask.standing(self._follower)
        if not standing.behind:
            return []
        self._follower = replace(self._follower, after=standing.head)
        self._watch.past(standing.head)
        return [_frame({self._follower.source.number: standing.head}, event="resync")]

    def _changed(self) -> list[str]:
        """Frames in which anything but the clock has changed since they were sent."""
        if self.around is None:
            return []
        steady, told = self.around.steady, self._told
        self._told = steady
        changed = [name for name in self.around.frames if told.get(name) != steady[name]]
        return [_frame(self.around.frames[name], event=name) for name in changed]


def _pause(left: float, around: Around | None) -> float:
    """For how long to wait for the bell: where time alone brings news, no longer than that."""
    return left if around is None or around.soon is None else min(left, around.soon + LATE_SECONDS)


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

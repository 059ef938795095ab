"""The hub: one LISTEN connection a process wakes everyone who waits for a stream to grow, on threads and on
event loops alike. It only says "look again": events are read from the database, never from a notification.
"""

import asyncio
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

import psycopg
from django.db import DatabaseError, connection

CHANNEL = "truco_feed"
EVERYTHING = "*"
"""Watched like a stream by whoever wants to hear of all of them."""

log = logging.getLogger(__name__)

_LOOK_UP_SECONDS = 0.2
_RETRY_SECONDS = 1.0
_REMEMBERED_STREAMS = 10_000


class Bell:
    """Rings when a stream has passed version `after`; its owner moves `after` on as it reads."""

    def __init__(self, after: int, ring: Callable[[], object]) -> None:
        self.after = after
        self.ring = ring


class Hub:
    """Hears what the relay placed in the feed, and rings the bells of that stream."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._bells: dict[str, set[Bell]] = {}
        self._heard: OrderedDict[str, int] = OrderedDict()
        self._gaps = 0
        self._stopped = threading.Event()
        self._listening = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to listen, on a thread of its own; does nothing when it listens already."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="feed-hub", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Stop listening; those who still wait are woken."""
        self._stopped.set()
        if self._thread:
            self._thread.join(timeout=5)
        self._ring_all()

    @property
    def stopped(self) -> bool:
        """Whether it has been told to stop, so that waiting is over."""
        return self._stopped.is_set()

    def known(self, stream: str) -> tuple[int, int]:
        """Changes with everything that may have happened in a stream: a read begun later has seen it."""
        with self._lock:
            return self._gaps, self._heard.get(stream, 0)

    def wait_until_listening(self, timeout: float) -> bool:
        """Whether the connection stands, after at most `timeout` seconds."""
        return self._listening.wait(timeout)

    def wait_for(self, stream: str, after: int, timeout: float) -> bool:
        """Block until the stream has, or may have, passed `after`; False after `timeout` seconds.

        For a caller that has read up to `after` already: what was placed since then is remembered.
        """
        self.start()
        woken = threading.Event()
        with self.watching(stream, after, woken.set):
            return woken.wait(timeout)

    @contextmanager
    def watching(self, stream: str, after: int, ring: Callable[[], object]) -> Iterator[Bell]:
        """Have `ring` called (on the hub's thread) each time the stream passes the bell's `after`."""
        bell = Bell(after, ring)
        with self._lock:
            self._bells.setdefault(stream, set()).add(bell)
            missed = self._heard.get(stream, 0) > after
        if missed:
            ring()
        try:
            yield bell
        finally:
            with self._lock:
                bells = self._bells[stream]
                bells.discard(bell)
                if not bells:
                    del self._bells[stream]

    def hear(self, payload: str) -> None:
        """Take a notification `<stream>:<version>`."""
        stream, _, number = payload.rpartition(":")
        version = int(number)
        with self._lock:
            self._heard[stream] = max(version, self._heard.get(stream, 0))
            self._heard.move_to_end(stream)
            if len(self._heard) > _REMEMBERED_STREAMS:
                self._heard.popitem(last=False)
            bells = [bell for bell in self._bells.get(stream, ()) if version > bell.after]
            bells += self._bells.get(EVERYTHING, ())
        for bell in bells:
            bell.ring()

    def _ring_all(self) -> None:
        """After a gap in listening anything may have happened, so everyone looks again."""
        with self._lock:
            self._gaps += 1
            bells = [bell for group in self._bells.values() for bell in group]
        for bell in bells:
            bell.ring()

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self._listen()
            except (DatabaseError, psycopg.Error, OSError) as error:
                self._listening.clear()
                log.warning("the feed is out of reach, trying again: %s", str(error).strip())
                self._stopped.wait(_RETRY_SECONDS)
            finally:
                connection.close()

    def _listen(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"LISTEN {CHANNEL}")
        self._listening.set()
        self._ring_all()
        raw: psycopg.Connection = connection.connection
        while not self._stopped.is_set():
            for note in raw.notifies(timeout=_LOOK_UP_SECONDS):
                self.hear(note.payload)


class AsyncBell:
    """A bell for one task on an event loop: `wait` until it rings; it remembers a ring that came before."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Wake the task; may be called from any thread."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._rung.set)

    async def wait(self, timeout: float) -> bool:
        """Whether it rang within `timeout` seconds (or had rung since the last wait)."""
        if not self._rung.is_set():
            try:
                await asyncio.wait_for(self._rung.wait(), timeout)
            except TimeoutError:
                return False
        self._rung.clear()
        return True


@cache
def shared() -> Hub:
    """The hub of this process."""
    return Hub()

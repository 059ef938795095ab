"""Real concurrency for tests: threads, each with a database connection of its own."""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.db import connection

PATIENCE = 0.4  # seconds that one racer waits for another who may well be shut out


class Meeting:
    """A point where racers wait for each other; those locked out elsewhere are soon given up."""

    def __init__(self, parties: int = 2) -> None:
        self._barrier = threading.Barrier(parties)

    def wait(self) -> None:
        """Go on when all are here, or when it is clear that they cannot come."""
        with suppress(threading.BrokenBarrierError):
            self._barrier.wait(PATIENCE)


def race(*racers: Callable[[], Any]) -> list[Any]:
    """Run all at once; what each returned, or the exception it raised."""
    start = threading.Barrier(len(racers))
    outcomes: list[Any] = [None] * len(racers)

    def run(lane: int, racer: Callable[[], Any]) -> None:
        try:
            connection.ensure_connection()
            start.wait(10)
            outcomes[lane] = racer()
        except Exception as error:
            outcomes[lane] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=lane) for lane in enumerate(racers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return outcomes


class Held:
    """Something that runs in a thread of its own up to `pause()`, and on from there when released."""

    def __init__(self, work: Callable[[Callable[[], None]], None]) -> None:
        self._reached, self._released = threading.Event(), threading.Event()
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._run, args=(work,))
        self._thread.start()
        assert self._reached.wait(10)

    def release(self) -> None:
        """Let it go on to its end, and raise what it raised."""
        self._released.set()
        self._thread.join(30)
        if self._error is not None:
            raise self._error

    def _pause(self) -> None:
        self._reached.set()
        self._released.wait(30)

    def _run(self, work: Callable[[Callable[[], None]], None]) -> None:
        try:
            work(self._pause)
        except Exception as error:
            self._error = error
        finally:
            self._reached.set()
            connection.close()

"""The relay's thread: events reach the feed some 50 ms after their commit, not at the next tick of beat."""

import logging
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor

from django.db import DatabaseError, connection

from truco_api.celery import ring
from truco_api.eventstore.feed import relay_once

BUSY_SECONDS = 0.05
IDLE_SECONDS = 0.2
RETRY_SECONDS = 1.0
BETWEEN_BELLS_SECONDS = 0.25

log = logging.getLogger(__name__)


class Relay(threading.Thread):
    """Moves events from the outbox to the feed until it is stopped; with several, the lock lets one work."""

    def __init__(self) -> None:
        super().__init__(name="feed-relay", daemon=True)
        self._stopped = threading.Event()
        # Ringing has a thread of its own: a broker that is away must not hold up the feed.
        self._ringer = ThreadPoolExecutor(1, thread_name_prefix="feed-bell")
        self._ringing: Future[None] | None = None
        self._owes_a_bell = False
        self._rang_at = 0.0

    def run(self) -> None:
        """Relay, look again soon while there is work, less often while there is none."""
        delay = BUSY_SECONDS
        while not self._stopped.wait(delay):
            try:
                placed = relay_once()
            except (DatabaseError, OSError) as error:
                log.warning("the relay waits for the database: %s", str(error).strip())
                connection.close()
                delay = RETRY_SECONDS
                continue
            delay = BUSY_SECONDS if placed else min(delay * 1.25, IDLE_SECONDS)
            self._owes_a_bell |= placed > 0
            self._ring()
        connection.close()

    def stop(self) -> None:
        """Stop, and wait until the current round is over."""
        self._stopped.set()
        self.join(timeout=5)
        self._ringer.shutdown(wait=False, cancel_futures=True)

    def _ring(self) -> None:
        """Wake the subscribers' task, but not more than four times a second."""
        if not self._owes_a_bell or time.monotonic() - self._rang_at < BETWEEN_BELLS_SECONDS:
            return
        if self._ringing is None or self._ringing.done():
            self._ringing = self._ringer.submit(ring, "truco_api.eventstore.tasks.deliver")
            self._owes_a_bell, self._rang_at = False, time.monotonic()

"""Tells those who follow what concerns them that something new does: a game they were seated in, a
championship they were entered for. What they follow already rings for them by itself."""

import logging
import threading
from collections.abc import Iterable
from typing import Final

from django.db import DatabaseError, connection

from tournaments.models import Person
from truco_api.eventstore.feed import feed_head
from truco_api.eventstore.hot import hot
from truco_api.streams.hub import EVERYTHING, Hub
from truco_api.streams.own import about

log = logging.getLogger(__name__)

GATHER_SECONDS: Final = 0.05
RETRY_SECONDS: Final = 1.0
_SEATING: Final = ("seat_taken/1", "seat_returned/1")
_ENTERING: Final = ("entry_registered/1", "entry_registered/2", "member_substituted/1", "reserves_named/1")
_NEW: Final = """
SELECT position, type, data::jsonb ->> 'holder',
    translate(coalesce(data::jsonb ->> 'members', data::jsonb ->> 'reserves', data::jsonb ->> 'put_in', ''),
        '[]" ', '')
FROM eventstore_feed JOIN eventstore_event USING (stream, version)
WHERE position > %(after)s AND position <= %(until)s AND type = ANY(%(types)s) ORDER BY position
"""


class Router(threading.Thread):
    """Reads what the feed says of who takes part in what, and rings for those persons."""

    def __init__(self, hub: Hub) -> None:
        super().__init__(name="feed-router", daemon=True)
        self._hub = hub
        self._grown = threading.Event()
        self._stopped = threading.Event()
        self._read_to: int | None = None

    def run(self) -> None:
        """Look whenever the feed has grown, until it is stopped."""
        with self._hub.watching(EVERYTHING, 0, self._grown.set):
            while not self._stopped.is_set():
                try:
                    self.look()
                except (DatabaseError, OSError) as error:
                    log.warning("the router waits for the database: %s", str(error).strip())
                    connection.close()
                    self._stopped.wait(RETRY_SECONDS)
                    continue
                self._grown.wait()
                self._grown.clear()
                self._stopped.wait(GATHER_SECONDS)
        connection.close()

    def stop(self) -> None:
        """Stop, and wait until the current look is over."""
        self._stopped.set()
        self._grown.set()
        self.join(timeout=5)

    def look(self) -> None:
        """Ring for everybody of whom the feed has told since the last look."""
        head = feed_head()
        after, self._read_to = head if self._read_to is None else self._read_to, head
        if after >= head:
            return
        values = {"after": after, "until": head, "types": [*_SEATING, *_ENTERING]}
        try:
            rows = hot().rows(_NEW, values)
        except (DatabaseError, OSError):
            self._read_to = after
            raise
        accounts = {holder.removeprefix("user:") for _, _, holder, _ in rows if holder}
        accounts |= _accounts(person for *_, persons in rows for person in persons.split(",") if person)
        for account in accounts:
            self._hub.hear(f"{about(account)}:{head}")


def _accounts(persons: Iterable[str]) -> set[str]:
    wanted = set(persons)
    if not wanted:
        return set()
    found = Person.objects.filter(id__in=wanted, account__isnull=False).values_list("account_id", flat=True)
    return {str(account) for account in found}

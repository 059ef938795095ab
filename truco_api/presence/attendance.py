"""A stream process tells who is connected to it: rows that hold as long as it is heard of.

Who loses the connection for a moment has not left: streams end by themselves every ten minutes, and trains go
through tunnels. All is written by one thread, seconds later at most; nobody waits for it.
"""

import logging
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final
from uuid import UUID, uuid4

from django.db import DatabaseError, connection, transaction
from django.db.backends.utils import CursorWrapper

from truco_api.presence.queries import STALE_SECONDS

CHANNEL: Final = "truco_feed"
FLUSH_SECONDS: Final = 0.5
BEAT_SECONDS: Final = 3.0
GRACE_SECONDS: Final = 4.0
"""For so long who has lost the connection may come back unnoticed."""

_BEAT: Final = """
INSERT INTO presence_streamprocess (id, beat_at) VALUES (%(me)s, clock_timestamp())
ON CONFLICT (id) DO UPDATE SET beat_at = clock_timestamp() RETURNING xmax = 0
"""
_CAME: Final = """
INSERT INTO presence_connection (process_id, user_id, since)
SELECT %(me)s, account.id, clock_timestamp() FROM accounts_user account WHERE account.id = ANY(%(ids)s)
ON CONFLICT DO NOTHING
"""
_GONE: Final = """
WITH gone AS (DELETE FROM presence_connection WHERE process_id = %(me)s AND user_id = ANY(%(ids)s)
    RETURNING user_id)
INSERT INTO presence_absence (user_id, since)
SELECT user_id, clock_timestamp() - %(grace)s * interval '1 second' FROM gone
ON CONFLICT (user_id) DO UPDATE SET since = greatest(presence_absence.since, excluded.since)
"""
_BURY: Final = """
WITH dead AS (
    SELECT id, beat_at FROM presence_streamprocess
    WHERE beat_at < clock_timestamp() - %(stale)s * interval '1 second' FOR UPDATE SKIP LOCKED
), gone AS (
    DELETE FROM presence_connection c USING dead WHERE c.process_id = dead.id
    RETURNING c.user_id, dead.beat_at
), noted AS (
    INSERT INTO presence_absence (user_id, since) SELECT user_id, max(beat_at) FROM gone GROUP BY user_id
    ON CONFLICT (user_id) DO UPDATE SET since = greatest(presence_absence.since, excluded.since)
)
SELECT DISTINCT user_id FROM gone
"""
_FORGET: Final = """
DELETE FROM presence_streamprocess p WHERE p.beat_at < clock_timestamp() - %(stale)s * interval '1 second'
    AND NOT EXISTS (SELECT FROM presence_connection c WHERE c.process_id = p.id)
"""
# Numbered by the time, so that every ring is a new one for whoever has heard the last.
_TELL: Final = """
SELECT pg_notify(%(channel)s, 'presence-' || id || ':'
    || (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
FROM unnest(%(ids)s::uuid[]) AS told (id)
"""

log = logging.getLogger(__name__)


class Attendance(threading.Thread):
    """Knows how many connections each account has to this process, and writes down what changes."""

    def __init__(self) -> None:
        super().__init__(name="presence", daemon=True)
        self.ident_of_process = uuid4()
        self._lock = threading.Lock()
        self._open: Counter[UUID] = Counter()
        self._left: dict[UUID, float] = {}
        self._written: set[UUID] = set()
        self._beat_at = float("-inf")
        self._stopped = threading.Event()

    @contextmanager
    def attending(self, account: UUID | None) -> Iterator[None]:
        """The account is connected for as long as this lasts; nothing is known of nobody."""
        if account is None:
            yield
            return
        with self._lock:
            self._open[account] += 1
            self._left.pop(account, None)
        try:
            yield
        finally:
            with self._lock:
                self._open[account] -= 1
                if not self._open[account]:
                    del self._open[account]
                    self._left[account] = monotonic()

    def run(self) -> None:
        """Write until it is stopped. Rows are left behind then: clients come back to another process, and
        where they do not, this one is missed soon enough."""
        while not self._stopped.wait(FLUSH_SECONDS):
            try:
                self.flush()
            except (DatabaseError, OSError) as error:
                log.warning("presence waits for the database: %s", str(error).strip())
                connection.close()
                self._beat_at = float("-inf")
        connection.close()

    def stop(self) -> None:
        """Stop, and wait until what is being written is written."""
        self._stopped.set()
        self.join(timeout=5)

    def flush(self) -> None:
        """Write who came and who has gone for good, and that this process lives."""
        beats = monotonic() - self._beat_at >= BEAT_SECONDS
        here = self._here()
        if not beats and here == self._written:
            return
        with transaction.atomic(), connection.cursor() as cursor:
            told: set[UUID] = set()
            if beats:
                told |= self._beat(cursor)
            came, gone = here - self._written, self._written - here
            if came:
                cursor.execute(_CAME, {"me": self.ident_of_process, "ids": sorted(came)})
            if gone:
                me, ids = self.ident_of_process, sorted(gone)
                cursor.execute(_GONE, {"me": me, "ids": ids, "grace": GRACE_SECONDS})
            told |= came | gone
            if told:
                cursor.execute(_TELL, {"channel": CHANNEL, "ids": sorted(told)})
        self._written = here
        if beats:
            self._beat_at = monotonic()

    def _here(self) -> set[UUID]:
        """Who is connected, or was until a moment ago."""
        with self._lock:
            until = monotonic() - GRACE_SECONDS
            self._left = {account: at for account, at in self._left.items() if at > until}
            return {*self._open, *self._left}

    def _beat(self, cursor: CursorWrapper) -> set[UUID]:
        """Say that this process lives, and bury those that do not; whose presence that changes."""
        cursor.execute(_BEAT, {"me": self.ident_of_process})
        if cursor.fetchone()[0]:
            self._written = set()  # it is new, or was taken for dead: everybody is written anew
        cursor.execute(_BURY, {"stale": STALE_SECONDS})
        gone = {row[0] for row in cursor.fetchall()}
        cursor.execute(_FORGET, {"stale": STALE_SECONDS})
        return gone

"""States kept in this process between commands, so that folding a stream begins where it last ended.

A kept state is an older or the newest truth, never a wrong one: events are immutable, and nothing is kept
before the transaction that made it is committed.
"""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

from django.db import transaction

S = TypeVar("S")


class Kept(Generic[S]):
    """The newest known state of up to `limit` streams, those used last."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._lock = Lock()
        self._states: OrderedDict[str, tuple[int, S]] = OrderedDict()

    def get(self, stream: str) -> tuple[int, S] | None:
        """Version and state, if any is kept."""
        with self._lock:
            found = self._states.get(stream)
            if found is not None:
                self._states.move_to_end(stream)
            return found

    def keep(self, stream: str, version: int, state: S) -> None:
        """Keep the state once the transaction is committed (at once outside of one)."""
        transaction.on_commit(lambda: self._put(stream, version, state))

    def forget(self) -> None:
        """Drop everything."""
        with self._lock:
            self._states.clear()

    def _put(self, stream: str, version: int, state: S) -> None:
        with self._lock:
            found = self._states.get(stream)
            if found is not None and found[0] >= version:
                return
            self._states[stream] = (version, state)
            self._states.move_to_end(stream)
            while len(self._states) > self._limit:
                self._states.popitem(last=False)

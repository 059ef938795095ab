"""Counters that all processes of a machine share, without asking anybody: a table in a file mapped to memory.

Two processes that count at the same instant may lose one of the two; a limit is allowed to be out by that. A
machine counts for itself, so behind a balancer the limit holds for each machine.
"""

import logging
import mmap
import os
from hashlib import blake2b
from pathlib import Path
from struct import Struct
from typing import Final

_SLOT: Final = Struct("<QII")  # who (a fingerprint), in which window, how often
_SLOTS: Final = 1 << 16
_PROBES: Final = 4
_SIZE: Final = _SLOT.size * _SLOTS

logger = logging.getLogger(__name__)


class Counters:
    """How often somebody did something in the current window of time."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._map: mmap.mmap | None = None

    def count(self, who: str, window: int) -> int:
        """Count once more; how often it is now."""
        place, fingerprint, before = self._find(who, window)
        _SLOT.pack_into(self._memory(), place, fingerprint, window & 0xFFFFFFFF, before + 1)
        return before + 1

    def counted(self, who: str, window: int) -> int:
        """How often it was, without counting."""
        return self._find(who, window)[2]

    def _find(self, who: str, window: int) -> tuple[int, int, int]:
        """The place for it, its fingerprint, and how often it was counted in this window.

        Of four places the one that is its own, else one that nobody needs any more, else the least counted.
        """
        digest = blake2b(who.encode(), digest_size=16).digest()
        fingerprint = int.from_bytes(digest[:8], "little")
        first = int.from_bytes(digest[8:], "little")
        memory, window = self._memory(), window & 0xFFFFFFFF
        best = (1 << 32, 0)
        for probe in range(_PROBES):
            place = (first + probe) % _SLOTS * _SLOT.size
            owner, when, count = _SLOT.unpack_from(memory, place)
            if owner == fingerprint:
                return place, fingerprint, count if when == window else 0
            best = min(best, (count if when == window else -1, place))
        return best[1], fingerprint, 0

    def _memory(self) -> mmap.mmap:
        if self._map is None:
            self._map = self._shared() or mmap.mmap(-1, _SIZE)
        return self._map

    def _shared(self) -> mmap.mmap | None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                os.ftruncate(descriptor, _SIZE)
                return mmap.mmap(descriptor, _SIZE)
            finally:
                os.close(descriptor)
        except OSError as error:
            logger.warning("Each process counts requests for itself: %s", error)
            return None

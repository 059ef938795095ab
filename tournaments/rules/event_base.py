"""What every event of a championship has."""

from dataclasses import dataclass
from typing import TypeAlias

Legs: TypeAlias = tuple[tuple[int, int], ...]
"""Tentos of home and away, leg by leg."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Something that happened at a time (milliseconds since 1970, UTC)."""

    at_ms: int

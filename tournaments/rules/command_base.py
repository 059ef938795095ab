"""What every command has."""

from dataclasses import dataclass
from typing import TypeAlias

Legs: TypeAlias = tuple[tuple[int, int], ...]
"""Tentos of home and away, leg by leg."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Who asks, and when."""

    actor: str
    now_ms: int

"""Quick match: who of those who wait plays with whom. Strengths are whole numbers, times milliseconds."""

from collections.abc import Sequence
from typing import Final, NamedTuple

START: Final = 150
"""How far apart in strength two may be who have just come."""
GROWTH: Final = 25
"""By how much more after every second of waiting."""


class Waiting(NamedTuple):
    """Somebody who waits."""

    ident: str
    strength: int
    since_ms: int


def window(one: Waiting, now_ms: int) -> int:
    """How far from their own strength somebody accepts others by now."""
    return START + GROWTH * max(0, now_ms - one.since_ms) // 1000


def fit(one: Waiting, other: Waiting, now_ms: int) -> bool:
    """Whether both accept each other."""
    apart = abs(one.strength - other.strength)
    return apart <= min(window(one, now_ms), window(other, now_ms))


def groups(waiting: Sequence[Waiting], size: int, now_ms: int) -> list[tuple[Waiting, ...]]:
    """Who plays together now: who has waited longest chooses first, and chooses the nearest in strength.

    Nobody is in two groups, and within a group each fits every other.
    """
    left = sorted(waiting, key=lambda one: (one.since_ms, one.ident))
    found: list[tuple[Waiting, ...]] = []
    for first in tuple(left):
        if first not in left:
            continue
        group = _group(first, left, size, now_ms)
        if group is not None:
            found.append(group)
            left = [one for one in left if one not in group]
    return found


def _group(first: Waiting, left: Sequence[Waiting], size: int, now_ms: int) -> tuple[Waiting, ...] | None:
    group = [first]
    nearest = sorted(
        (one for one in left if one != first),
        key=lambda one: (abs(one.strength - first.strength), one.since_ms),
    )
    for one in nearest:
        if len(group) < size and all(fit(one, other, now_ms) for other in group):
            group.append(one)
    return tuple(group) if len(group) == size else None


def seated(group: Sequence[Waiting]) -> tuple[Waiting, ...]:
    """The group in the order of the places, so that teams (every other place) are about equally strong."""
    ranked = sorted(group, key=lambda one: (-one.strength, one.since_ms))
    teams: tuple[list[Waiting], list[Waiting]] = ([], [])
    for place, one in enumerate(ranked):
        teams[(place + 1) // 2 % 2].append(one)
    first, second = sorted(teams, key=len, reverse=True)
    return tuple((first, second)[place % 2][place // 2] for place in range(len(group)))

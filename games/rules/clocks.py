"""The time each seat has: a turn for every decision, then a reserve for the whole game.

Computed from nothing but the times of the events (milliseconds since 1970, as integers), so that every
process, every replay and every arbiter reads the same clock. Nothing here asks what time it is.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from truco_api.errors import Invalid, gettext_noop

LONGEST_TURN: Final = 14 * 24 * 3600
LONGEST_RESERVE: Final = 14 * 24 * 3600


class OnTimeout(StrEnum):
    """What the game does for a seat whose time is out."""

    CONCEDE = "concede"
    """Refuse an open offer, else give up the hand."""
    PLAY = "play"
    """Refuse an open offer, else play the first card that may be played."""
    ABANDON = "abandon"
    """Lose the game at once."""


class InvalidClock(Invalid):
    """A clock that nobody could play by; `field` says which part."""

    code = "invalid_clock"
    message = gettext_noop("{field} must be a whole number from {least} to {most}.")


@dataclass(frozen=True, slots=True)
class ClockPolicy:
    """A table's terms: seconds for a decision, seconds in reserve, and what happens when both are out.

    `abandon_after` is how many decisions in a row one seat may miss before it loses the game (0: any number).
    """

    turn_seconds: int = 30
    reserve_seconds: int = 120
    on_timeout: OnTimeout = OnTimeout.CONCEDE
    abandon_after: int = 3

    def checked(self) -> "ClockPolicy":
        """The policy itself; InvalidClock names the first part that is out of range."""
        for field, least, most in (
            ("turn_seconds", 1, LONGEST_TURN),
            ("reserve_seconds", 0, LONGEST_RESERVE),
            ("abandon_after", 0, 100),
        ):
            if not least <= getattr(self, field) <= most:
                raise InvalidClock(field=f"clock.{field}", least=least, most=most)
        return self


@dataclass(frozen=True, slots=True)
class Clocks:
    """Who is awaited since when, and what each seat has left in reserve (milliseconds)."""

    reserve_ms: tuple[int, ...]
    awaited: tuple[int, ...] = ()
    since_ms: int = 0


def fresh(policy: ClockPolicy, seats: int) -> Clocks:
    """Every seat with its whole reserve, and nobody awaited."""
    return Clocks((policy.reserve_seconds * 1000,) * seats)


def turn_to(clocks: Clocks, policy: ClockPolicy, awaited: tuple[int, ...], at_ms: int) -> Clocks:
    """The clocks once the decision before has ended, at `at_ms`, and `awaited` are to decide.

    Where any of several seats may answer, the time beyond the turn runs against all of them.
    """
    overrun = at_ms - clocks.since_ms - policy.turn_seconds * 1000
    if overrun <= 0 or not clocks.awaited:
        return replace(clocks, awaited=awaited, since_ms=at_ms)
    left = tuple(
        max(0, ms - overrun) if seat in clocks.awaited else ms for seat, ms in enumerate(clocks.reserve_ms)
    )
    return Clocks(left, awaited, at_ms)


def deadline_ms(clocks: Clocks, policy: ClockPolicy) -> int | None:
    """When the last awaited seat is out of turn and reserve; None when nobody is awaited."""
    if not clocks.awaited:
        return None
    return clocks.since_ms + policy.turn_seconds * 1000 + max(clocks.reserve_ms[s] for s in clocks.awaited)


def expired(clocks: Clocks, policy: ClockPolicy, at_ms: int) -> bool:
    """Whether the decision that is awaited is overdue at `at_ms`."""
    due = deadline_ms(clocks, policy)
    return due is not None and at_ms >= due


def reserves_ms(clocks: Clocks, policy: ClockPolicy, at_ms: int) -> tuple[int, ...]:
    """What each seat has in reserve at `at_ms`, the decision that is running included."""
    return turn_to(clocks, policy, clocks.awaited, at_ms).reserve_ms


def turn_left_ms(clocks: Clocks, policy: ClockPolicy, at_ms: int) -> int:
    """What is left of the turn itself at `at_ms`; 0 once the reserve runs, or when nobody is awaited."""
    if not clocks.awaited:
        return 0
    return max(0, clocks.since_ms + policy.turn_seconds * 1000 - at_ms)

"""When to try again: pure, so chance is an argument (`dice`, from 0 up to 1)."""

from typing import Final

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
WAITS: Final = (
    5,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
)
"""Seconds between the attempts at one message: ten attempts within about three days."""
LONGEST_PAUSE: Final = 5 * MINUTE
LONGEST_WISH: Final = 24 * HOUR


def wait(tries: int, dice: float, wished: int | None = None) -> float | None:
    """Seconds until the next attempt after so many; None when there have been enough.

    A fifth more or less by chance, so that those who failed together do not all come back together; no
    sooner than the receiver `wished` (`Retry-After`), a day at most.
    """
    if tries > len(WAITS):
        return None
    usual = WAITS[tries - 1] * (0.8 + 0.4 * dice)
    return max(usual, min(wished or 0, LONGEST_WISH))


def pause(failures: int, dice: float) -> float:
    """Seconds for which an endpoint that failed so many times in a row is left alone altogether."""
    return float(min(5 * 2 ** (min(failures, 20) - 1), LONGEST_PAUSE)) * (0.8 + 0.4 * dice)

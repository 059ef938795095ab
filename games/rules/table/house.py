"""The house rules of a table, beside cards and clocks: who may sit down, what becomes of the place of who
leaves, and how long after the players others see what happens."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

LONGEST_DELAY: Final = 3600
MOST_HANDS: Final = 10
STAND_IN: Final = "bot:sensible"
"""Who plays for somebody who has left."""
REMATCH_MS: Final = 3_600_000
"""How long after a game its players can agree on another."""


class OnLeave(StrEnum):
    """What becomes of the place of a player who leaves a game that has begun."""

    KEEP = "keep"
    """It stays theirs, and their clock runs."""
    BOT = "bot"
    """A bot plays for them until they come back."""


class HouseTerms(NamedTuple):
    """A table's house rules. Who has no place sees everything `spectator_seconds` later, and no hand before
    `spectator_hands` hands have been played to their end from its beginning on."""

    on_leave: OnLeave = OnLeave.KEEP
    spectator_seconds: int = 0
    spectator_hands: int = 0
    by_invitation: bool = False

    @property
    def delayed(self) -> bool:
        """Whether others see it later than the players."""
        return bool(self.spectator_seconds or self.spectator_hands)


class Lent(NamedTuple):
    """A place at which a bot plays for `holder`."""

    seat: int
    holder: str


class Rematch(NamedTuple):
    """Who has agreed to play once more, by seat, and the game that came of it."""

    agreed: tuple[int, ...] = ()
    game: str | None = None


class Told(NamedTuple):
    """One event of a game, by its name and time."""

    version: int
    name: str
    at_ms: int


class Shown(NamedTuple):
    """The last version that is shown, and when the next will be (None: not by time alone)."""

    version: int
    more_at_ms: int | None = None


def shown_until(told: Sequence[Told], terms: HouseTerms, now_ms: int) -> Shown:
    """How far a game is shown to somebody without a place; before the first card everything is."""
    begun = next((place for place, event in enumerate(told) if event.name == "game_started/1"), None)
    if begun is None:
        return Shown(told[-1].version)
    whole = _whole_hands(told, begun, terms.spectator_hands)
    if not terms.spectator_seconds:
        return Shown(told[whole].version)
    latest_ms = now_ms - terms.spectator_seconds * 1000
    seen = begun
    while seen < whole and told[seen + 1].at_ms <= latest_ms:
        seen += 1
    more_at = told[seen + 1].at_ms + terms.spectator_seconds * 1000 if seen < whole else None
    return Shown(told[seen].version, more_at)


def _whole_hands(told: Sequence[Told], begun: int, hands: int) -> int:
    """The place of the last event that the hands allow: the end of a hand that is old enough."""
    over = any(event.name in ("game_finished/1", "game_abandoned/1") for event in told[begun:])
    if over or not hands:
        return len(told) - 1
    ends = [place for place, event in enumerate(told) if event.name == "hand_scored/1"]
    return ends[-hands] if len(ends) >= hands else begun

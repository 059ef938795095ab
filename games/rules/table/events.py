"""What can happen at a table apart from the cards (`games.rules.events`). All of it is public."""

from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table stands: what is played, by which version of the rules, on what terms, and for whom.

    `options` are those that were set, as a hand record carries them; `origin` names what the game belongs
    to ("championship:<id>/<match>/<leg>"), None for a free table.
    """

    variant: str
    options: dict[str, Any]
    players: int
    rules_version: int
    turn_seconds: int
    reserve_seconds: int
    on_timeout: str
    abandon_after: int
    auto_start: bool
    public: bool
    owner: str
    origin: str | None


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """`holder` ("user:<uuid>" or "bot:<kind>") sits down."""

    seat: int
    holder: str


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """`holder` gets up before the game has begun."""

    seat: int
    holder: str


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Every place is taken and the cards may be dealt; `dealer` was drawn."""

    dealer: int


@dataclass(frozen=True, slots=True)
class TurnTimedOut:
    """The awaited `seats` let turn and reserve run out; the game acts for `acting_for`."""

    seats: tuple[int, ...]
    acting_for: int


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    """The game ends before its target. `team` gave it up; None when nobody loses by it.

    `reason`: "left", "timeouts", "closed" (before it began), or what whoever ended it gives.
    """

    team: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class GameFinished:
    """The result, once for every game that began: `score` by team (by seat with three players).

    `reason`: "target" or "abandoned"; `hands` counts those dealt.
    """

    winner: int | None
    score: tuple[int, ...]
    reason: str
    hands: int


TableEvent = TableOpened | SeatTaken | SeatLeft | GameStarted | TurnTimedOut | GameAbandoned | GameFinished

ALL: Final[dict[str, type[TableEvent]]] = {
    "table_opened/1": TableOpened,
    "seat_taken/1": SeatTaken,
    "seat_left/1": SeatLeft,
    "game_started/1": GameStarted,
    "turn_timed_out/1": TurnTimedOut,
    "game_abandoned/1": GameAbandoned,
    "game_finished/1": GameFinished,
}

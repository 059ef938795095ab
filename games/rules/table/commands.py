"""What can be asked of a table. Time and chance are in the command: the rules have neither."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules.clocks import ClockPolicy
from games.rules.fair import Secret
from games.rules.moves import Move
from games.rules.table.deals import DealTerms
from games.rules.table.house import HouseTerms


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Open a table for `players`, `seats` of it taken already; its deals are bound to the id `game`."""

    variant: str
    players: int
    owner: str
    options: Mapping[str, Any] = field(default_factory=dict)
    clock: ClockPolicy = field(default_factory=ClockPolicy)
    auto_start: bool = False
    public: bool = True
    origin: str | None = None
    seats: Mapping[int, str] = field(default_factory=dict)
    game: str = ""
    deals: DealTerms = field(default_factory=DealTerms)


@dataclass(frozen=True, slots=True)
class SetHouseTerms:
    """Settle the house rules of a table that was just opened."""

    terms: HouseTerms


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Sit down at `seat`; None is the first that is free. Somebody for whom a bot plays comes back."""

    holder: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """Get up before the game begins; later, where the house has a bot play on. With the last person gone, the
    table is closed, and a game ends without a winner."""

    seat: int


@dataclass(frozen=True, slots=True)
class StartGame:
    """Begin; `dealer` is drawn by the caller."""

    dealer: int


@dataclass(frozen=True, slots=True)
class CarryScore:
    """Before the first hand: let the game go on from this score, by team, each below the target."""

    score: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PromiseSeeds:
    """Promise the seeds of a chain that ends in `anchor`."""

    seat: int
    anchor: str


@dataclass(frozen=True, slots=True)
class GiveSeed:
    """Give the seed that was promised for hand `number`."""

    seat: int
    number: int
    seed: str


@dataclass(frozen=True, slots=True)
class CommitHand:
    """Be bound to this secret, drawn by the caller, for the hand after the last that was committed to."""

    secret: Secret
    at_ms: int


@dataclass(frozen=True, slots=True)
class DealHand:
    """Deal what follows from the commitment and the seeds in at `at_ms`; or lay the pack to be cut."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class PlayMove:
    """Play `move` for `seat`."""

    seat: int
    move: Move


@dataclass(frozen=True, slots=True)
class ExpireTurn:
    """Act for whoever is overdue at `at_ms`."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class Abandon:
    """Give the game up for `team`, or close a table that has not begun."""

    team: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class AgreeRematch:
    """Want to play once more (or, with `agreed` False, no more), at `at_ms`."""

    seat: int
    agreed: bool
    at_ms: int


@dataclass(frozen=True, slots=True)
class OpenRematch:
    """Play once more as `game`, which the caller opens."""

    game: str


@dataclass(frozen=True, slots=True)
class GiveScore:
    """Let the score be this from here on, by an arbiter's word."""

    score: tuple[int, ...]
    reason: str


HouseCommand = SetHouseTerms | AgreeRematch | OpenRematch | GiveScore
Command = (
    OpenTable
    | HouseCommand
    | TakeSeat
    | LeaveSeat
    | StartGame
    | CarryScore
    | PromiseSeeds
    | GiveSeed
    | CommitHand
    | DealHand
    | PlayMove
    | ExpireTurn
    | Abandon
)

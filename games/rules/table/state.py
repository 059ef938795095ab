"""What is remembered of a table: a NamedTuple, like the state of the game it holds (`games.rules.state`)."""

from enum import StrEnum
from typing import Final, NamedTuple

from games.rules.clocks import ClockPolicy, Clocks
from games.rules.legal import legal_moves
from games.rules.options import Rules
from games.rules.state import Game
from games.rules.table.deals import Deals
from games.rules.table.house import HouseTerms, Lent, Rematch

USER: Final = "user:"
BOT: Final = "bot:"
BOTS: Final = ("random", "sensible")
"""The kinds of bots that a place may be given to."""


class Phase(StrEnum):
    """Where a table stands."""

    OPEN = "open"
    PLAYING = "playing"
    FINISHED = "finished"
    ABANDONED = "abandoned"


class Result(NamedTuple):
    """How a game that began ended."""

    winner: int | None
    score: tuple[int, ...]
    reason: str


class Table(NamedTuple):
    """Places and their holders, the terms, and the game once it has begun.

    `missed` counts, by seat, the decisions in a row that the clock took; `acting_for` is the seat whose
    next event is the clock's doing and not its own. `lent` are the places at which a bot plays for somebody
    who may come back; `ended_ms` is when the game ended.
    """

    rules: Rules
    rules_version: int
    clock: ClockPolicy
    owner: str
    origin: str | None
    public: bool
    auto_start: bool
    seats: tuple[str | None, ...]
    clocks: Clocks
    missed: tuple[int, ...]
    deals: Deals
    phase: Phase = Phase.OPEN
    game: Game | None = None
    acting_for: int | None = None
    result: Result | None = None
    house: HouseTerms = HouseTerms()
    lent: tuple[Lent, ...] = ()
    rematch: Rematch = Rematch()
    ended_ms: int = 0

    @property
    def full(self) -> bool:
        """Whether every place is taken."""
        return None not in self.seats

    @property
    def over(self) -> bool:
        """Whether nothing more can happen: from then on every card may be seen."""
        return self.phase in (Phase.FINISHED, Phase.ABANDONED)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that are to decide now; the clock runs for them."""
        return self.clocks.awaited

    @property
    def able(self) -> tuple[int, ...]:
        """Those of them that have something to decide: of a team asked for its flor, the holders."""
        legal = legal_moves(self.game) if self.game is not None else {}
        return tuple(seat for seat in self.awaited if seat in legal)

    def seat_of(self, holder: str) -> int | None:
        """Where this holder sits; None if nowhere. (A kind of bot may hold several places: the first.)"""
        return self.seats.index(holder) if holder in self.seats else None

    def place_of(self, holder: str) -> int | None:
        """The place that is this holder's, whether they sit there or a bot plays for them meanwhile."""
        if not self.lent or holder in self.seats:
            return self.seat_of(holder)
        return next((lent.seat for lent in self.lent if lent.holder == holder), None)

    def team_of(self, seat: int) -> int:
        """The seat's team; with three players everyone keeps a score of their own."""
        return seat if self.rules.scores == 3 else seat % 2


def is_bot(holder: str | None) -> bool:
    """Whether the server plays for this holder."""
    return holder is not None and holder.startswith(BOT)

"""What became of a match, as a table sees it: what was played, and what is counted instead."""

from dataclasses import dataclass
from enum import StrEnum

Pair = tuple[int, int]
"""Two numbers, of home and of away."""


class Outcome(StrEnum):
    """How a match ended; each kind may have points of its own."""

    NOT_PLAYED = "not_played"
    PLAYED = "played"
    WALKOVER = "walkover"
    DOUBLE_WALKOVER = "double_walkover"
    ABANDONED = "abandoned"
    ADJUDICATED = "adjudicated"


@dataclass(frozen=True, slots=True)
class Counts:
    """What the table counts in the place of what was played; None leaves that part as it was."""

    legs: Pair | None = None
    tentos: Pair | None = None
    flores: Pair | None = None
    points: Pair | None = None


AS_PLAYED = Counts()


@dataclass(frozen=True, slots=True)
class MatchResult:
    """One match of a table; `away` is None for a bye, which is a walkover of nobody."""

    home: str
    away: str | None
    outcome: Outcome
    legs: tuple[Pair, ...] = ()
    winner: str | None = None
    flores: Pair = (0, 0)
    counts: Counts = AS_PLAYED
    extra: bool = False

    @property
    def legs_played(self) -> Pair:
        """Legs that each side won; a level leg is nobody's."""
        return (sum(h > a for h, a in self.legs), sum(a > h for h, a in self.legs))

    @property
    def counted_legs(self) -> Pair:
        """Legs for the table."""
        return self.counts.legs or self.legs_played

    @property
    def counted_tentos(self) -> Pair:
        """Tentos for the table."""
        return self.counts.tentos or (sum(h for h, _ in self.legs), sum(a for _, a in self.legs))

    @property
    def counted_flores(self) -> Pair:
        """Flores for the table."""
        return self.counts.flores or self.flores

    @property
    def winning_side(self) -> int | None:
        """0 for home, 1 for away, None where nobody won.

        Whoever `winner` names; without one, whoever won more legs; if those are level or missing, whoever
        has more of the counted legs. What is counted never turns round what was won at the table.
        """
        if self.outcome in (Outcome.NOT_PLAYED, Outcome.DOUBLE_WALKOVER):
            return None
        if self.winner is not None:
            return 0 if self.winner == self.home else 1
        for home, away in (self.legs_played, self.counted_legs):
            if home != away:
                return 0 if home > away else 1
        return None

"""Club teams: one match is played at several tables at once, and the first club to K legs has won it.

Legs count in the order in which they were completed. With the K-th leg of a club the match is decided there
and then; legs that end later are noted and do not count, whoever was ahead in them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.rules.outcomes import Pair

BY = ("matches", "legs", "tentos")
"""What a tie is decided by, in this order unless a regulation says otherwise."""


@dataclass(frozen=True, slots=True)
class TeamRules:
    """How clubs play: tables, legs at each of them, and how many legs win the match (0: all are played)."""

    tables: int
    legs_per_table: int
    first_to: int = 0

    @property
    def legs(self) -> int:
        """The legs there can be at most."""
        return self.tables * self.legs_per_table

    def is_sound(self) -> bool:
        """Whether a match of these rules can be won at all."""
        return self.tables > 0 and self.legs_per_table > 0 and 0 <= self.first_to <= self.legs


@dataclass(frozen=True, slots=True)
class TeamLeg:
    """A leg in the order of completion: its table (from 1), tentos of home and away, flores of both."""

    table: int
    tentos: Pair
    flores: Pair = (0, 0)

    @property
    def winner(self) -> int | None:
        """0 for home, 1 for away, None for a leg that ended level (at the bell)."""
        home, away = self.tentos
        return None if home == away else int(away > home)


@dataclass(frozen=True, slots=True)
class TeamScore:
    """A match of clubs so far: legs and tentos that count, and after which leg it was decided.

    `winner` is 0, 1, or None while it is open or where it ended level; `late` are the places of legs that
    ended after the decision.
    """

    legs: Pair
    tentos: Pair
    winner: int | None
    over: bool
    decided_by: int | None
    late: tuple[int, ...]


def score(rules: TeamRules, completed: Sequence[TeamLeg]) -> TeamScore:
    """The score after these legs, in the order in which they were completed.

    Without `first_to`, or if nobody gets there, the match is over when all legs are played; more legs win it,
    and equal legs leave it level.
    """
    legs, tentos = [0, 0], [0, 0]
    decided_by: int | None = None
    for place, leg in enumerate(completed):
        for side in (0, 1):
            tentos[side] += leg.tentos[side]
        if leg.winner is not None:
            legs[leg.winner] += 1
        if rules.first_to and max(legs) == rules.first_to:
            decided_by = place
            break
    over = decided_by is not None or len(completed) >= rules.legs
    winner = int(legs[1] > legs[0]) if over and legs[0] != legs[1] else None
    late = tuple(range(decided_by + 1, len(completed))) if decided_by is not None else ()
    return TeamScore((legs[0], legs[1]), (tentos[0], tentos[1]), winner, over, decided_by, late)


def open_tables(rules: TeamRules, completed: Sequence[TeamLeg]) -> tuple[int, ...]:
    """The tables at which another leg is to be played; none once the match is decided."""
    if score(rules, completed).over:
        return ()
    played = [leg.table for leg in completed]
    return tuple(table for table in range(1, rules.tables + 1) if played.count(table) < rules.legs_per_table)


def first_dealer(table: int, leg: int) -> int:
    """The side that deals first at a table in its leg, both from 1: home at odd tables, then in turn."""
    return (table + leg) % 2


@dataclass(frozen=True, slots=True)
class Tie:
    """A tie of two clubs over home and away: matches, legs and tentos of the first and the second club."""

    matches: Pair
    legs: Pair
    tentos: Pair

    @property
    def winner(self) -> int | None:
        """By matches won, then legs, then tentos; None if all are level and only a decider can tell."""
        return self.winner_by(BY)

    def winner_by(self, criteria: Sequence[str]) -> int | None:
        """The club that is ahead by the first of these of which both do not have the same."""
        known = {"matches": self.matches, "legs": self.legs, "tentos": self.tentos}
        for first, second in (known[criterion] for criterion in criteria):
            if first != second:
                return int(second > first)
        return None


def tie(scores: Sequence[TeamScore], homes: str = "HA") -> Tie:
    """Home and away added up; `homes` says match by match, over and over, whether the first club is at home
    ("H") or away."""
    matches, legs, tentos = [0, 0], [0, 0], [0, 0]
    for number, each in enumerate(scores):
        for club in (0, 1):
            side = club ^ (homes[number % len(homes)] == "A")
            matches[club] += each.winner == side
            legs[club] += each.legs[side]
            tentos[club] += each.tentos[side]
    return Tie((matches[0], matches[1]), (legs[0], legs[1]), (tentos[0], tentos[1]))

"""The criteria of a table: one named value each, and how it is measured.

A criterion is measured over the whole table (`TABLE`), over only those entries that are still level when its
turn comes (`LEVEL`), or it is drawn (`DRAW`). `handbook` is the abbreviation that published handbooks print:
for Buchholz and its kin that of the FIDE tie-break regulations (C.07), else that of South American tables.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from math import inf

from tournaments.rules.outcomes import MatchResult, Outcome, Pair
from tournaments.rules.points import PointsTable, award
from truco_api.errors import Message, gettext_noop

Value = int | Fraction | float
"""An exact number; the only float is infinity, the ratio of an entry that conceded nothing."""


class Scope(Enum):
    """Over what a criterion is measured."""

    TABLE = "table"
    LEVEL = "level"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Criterion:
    """A criterion's stable code, its name in words and whether less is better."""

    code: str
    name: Message
    handbook: str
    scope: Scope = Scope.TABLE
    ascending: bool = False


@dataclass(slots=True)
class Tally:
    """What one entry has collected; `met` has each opponent with 2 for a win, 1 for a draw, 0 for a loss."""

    points: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    legs_for: int = 0
    legs_against: int = 0
    tentos_for: int = 0
    tentos_against: int = 0
    flores_for: int = 0
    flores_against: int = 0
    met: list[tuple[str, int]] = field(default_factory=list)

    def add(self, points: int, legs: Pair, tentos: Pair, flores: Pair) -> None:
        """Add one match, its pairs turned so that this entry comes first."""
        self.points += points
        self.legs_for += legs[0]
        self.legs_against += legs[1]
        self.tentos_for += tentos[0]
        self.tentos_against += tentos[1]
        self.flores_for += flores[0]
        self.flores_against += flores[1]

    def settle(self, match: MatchResult, side: int) -> None:
        """Note whether the match was won, drawn or lost, and against whom."""
        winner = match.winning_side
        drawn = winner is None and match.outcome is not Outcome.DOUBLE_WALKOVER
        share = 2 if winner == side else int(drawn)
        self.wins += share == 2
        self.draws += share == 1
        self.losses += share == 0
        opponent = match.home if side else match.away
        if opponent is not None:
            self.met.append((opponent, share))


Sheet = Mapping[str, Tally]


def collect(entries: Iterable[str], matches: Iterable[MatchResult], points: PointsTable) -> dict[str, Tally]:
    """The tally of every entry, also of those that have not played; extra legs are left out."""
    sheet = {entry: Tally() for entry in entries}
    for match in matches:
        if match.extra:
            continue
        earned = award(points, match)
        legs, tentos, flores = match.counted_legs, match.counted_tentos, match.counted_flores
        for side, entry in enumerate((match.home, match.away)):
            if entry is None:
                continue
            sheet[entry].add(earned[side], _seen(legs, side), _seen(tentos, side), _seen(flores, side))
            if match.outcome is not Outcome.NOT_PLAYED:
                sheet[entry].settle(match, side)
    return sheet


def _seen(pair: Pair, side: int) -> Pair:
    """A pair of home and away as own and other."""
    return (pair[1], pair[0]) if side else pair


def ratio(made: int, conceded: int) -> Value:
    """Made by conceded, exactly; infinite if nothing was conceded, 0 if there was nothing at all."""
    if conceded:
        return Fraction(made, conceded)
    return inf if made else 0


def _opponents(sheet: Sheet, entry: str) -> list[int]:
    return [sheet[opponent].points for opponent, _ in sheet[entry].met]


def _buchholz(sheet: Sheet, entry: str) -> Value:
    return sum(_opponents(sheet, entry))


def _median_buchholz(sheet: Sheet, entry: str) -> Value:
    """Buchholz without the best and the worst opponent; 0 with fewer than three."""
    return sum(sorted(_opponents(sheet, entry))[1:-1])


def _sonneborn_berger(sheet: Sheet, entry: str) -> Value:
    """The points of those beaten and half the points of those drawn with."""
    twice = sum(sheet[opponent].points * share for opponent, share in sheet[entry].met)
    return Fraction(twice, 2)


def _of_tally(name: str) -> "Measure":
    return lambda sheet, entry: int(getattr(sheet[entry], name))


def _difference(what: str) -> "Measure":
    made, conceded = f"{what}_for", f"{what}_against"
    return lambda sheet, entry: int(getattr(sheet[entry], made) - getattr(sheet[entry], conceded))


Measure = Callable[[Sheet, str], Value]

CRITERIA: Mapping[str, Criterion] = {
    criterion.code: criterion
    for criterion in (
        Criterion("points", gettext_noop("points"), "PG"),
        Criterion("wins", gettext_noop("wins"), "V"),
        Criterion("draws", gettext_noop("draws"), "E"),
        Criterion("losses", gettext_noop("losses"), "D", ascending=True),
        Criterion("legs_for", gettext_noop("legs won"), "QP"),
        Criterion("legs_against", gettext_noop("legs lost"), "QC", ascending=True),
        Criterion("leg_difference", gettext_noop("difference of legs"), "SQ"),
        Criterion("tentos_for", gettext_noop("tentos made"), "TP"),
        Criterion("tentos_against", gettext_noop("tentos conceded"), "TC", ascending=True),
        Criterion("tentos_difference", gettext_noop("difference of tentos"), "ST"),
        Criterion("tentos_ratio", gettext_noop("ratio of tentos"), "RT"),
        Criterion("flores_for", gettext_noop("flores sung"), "FP"),
        Criterion("flores_difference", gettext_noop("difference of flores"), "SF"),
        Criterion("head_to_head", gettext_noop("points among those level"), "DE", Scope.LEVEL),
        Criterion("extra_leg", gettext_noop("extra legs among those level"), "EX", Scope.LEVEL),
        Criterion("buchholz", gettext_noop("Buchholz"), "BH"),
        Criterion("median_buchholz", gettext_noop("median Buchholz"), "BH-M1"),
        Criterion("sonneborn_berger", gettext_noop("Sonneborn-Berger"), "SB"),
        Criterion("seed", gettext_noop("initial seed"), "TPN", ascending=True),
        Criterion("lots", gettext_noop("drawing of lots"), "LOT", Scope.DRAW, ascending=True),
    )
}

_PLAIN = "points wins draws losses legs_for legs_against tentos_for tentos_against flores_for"
MEASURES: Mapping[str, Measure] = {
    **{name: _of_tally(name) for name in _PLAIN.split()},
    "leg_difference": _difference("legs"),
    "tentos_difference": _difference("tentos"),
    "flores_difference": _difference("flores"),
    "tentos_ratio": lambda sheet, entry: ratio(sheet[entry].tentos_for, sheet[entry].tentos_against),
    "buchholz": _buchholz,
    "median_buchholz": _median_buchholz,
    "sonneborn_berger": _sonneborn_berger,
}
"""How each criterion that the matches tell is measured over the whole table."""


def among(block: Sequence[str], sheets: Mapping[str, Sequence[tuple[str, int]]]) -> dict[str, int]:
    """What each entry of the block earned against the others of it, from (opponent, earned) lists."""
    inside = frozenset(block)
    return {entry: sum(n for opponent, n in sheets.get(entry, ()) if opponent in inside) for entry in block}


def encounters(matches: Iterable[MatchResult], points: PointsTable) -> dict[str, list[tuple[str, int]]]:
    """For every entry the points it took from each opponent, match by match: what head-to-head adds up."""
    found: dict[str, list[tuple[str, int]]] = {}
    for match in matches:
        if match.extra or match.away is None:
            continue
        home, away = award(points, match)
        found.setdefault(match.home, []).append((match.away, home))
        found.setdefault(match.away, []).append((match.home, away))
    return found


def extra_legs(matches: Iterable[MatchResult]) -> dict[str, list[tuple[str, int]]]:
    """For every entry 1 for each extra leg won and 0 for each lost, with the opponent."""
    found: dict[str, list[tuple[str, int]]] = {}
    for match in matches:
        if match.extra and match.away is not None:
            side = match.winning_side
            found.setdefault(match.home, []).append((match.away, int(side == 0)))
            found.setdefault(match.away, []).append((match.home, int(side == 1)))
    return found

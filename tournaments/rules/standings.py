"""The order of a table: a chain of criteria, applied to ever smaller blocks of entries that are level.

The order depends on the entries, the results and the chain alone, never on the order in which results came;
entries that nothing separates are listed in the order in which they were entered.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from tournaments.rules.outcomes import MatchResult
from tournaments.rules.points import PointsTable
from tournaments.rules.tiebreaks import (
    CRITERIA,
    MEASURES,
    Scope,
    Value,
    among,
    collect,
    encounters,
    extra_legs,
)

Encounters = Mapping[str, Sequence[tuple[str, int]]]


@dataclass(frozen=True, slots=True)
class Chain:
    """The rules of an order: criteria by code, what follows a head-to-head, how ranks count, lots drawn."""

    criteria: tuple[str, ...]
    after_head_to_head: Literal["restart", "continue"] = "restart"
    ranks: Literal["standard", "dense"] = "standard"
    lots: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Measured:
    """What is known before anything is ordered: values over the whole table, and who took what from whom."""

    whole: Mapping[str, Mapping[str, Value]]
    level: Mapping[str, Encounters]


@dataclass(frozen=True, slots=True)
class Step:
    """One criterion applied to one block of level entries; `parts` is the block from best to worst."""

    criterion: str
    values: Mapping[str, Value]
    parts: tuple[tuple[str, ...], ...]

    @property
    def separates(self) -> bool:
        """Whether the block fell apart here."""
        return len(self.parts) > 1


@dataclass(frozen=True, slots=True)
class Row:
    """An entry's place; `values` has every criterion of the chain, None where it never came to it.

    `trail` are the steps that led to the place, in order. `decided_by` is the criterion that set the entry
    apart from the row above.
    """

    rank: int
    entry: str
    values: Mapping[str, Value | None]
    decided_by: str | None
    trail: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """The table from top to bottom, and the blocks whose order awaits the drawing of lots."""

    rows: tuple[Row, ...]
    pending: tuple[tuple[str, ...], ...]

    def row(self, entry: str) -> Row:
        """The row of one entry, which must be in the table."""
        return next(row for row in self.rows if row.entry == entry)


def measure(
    entries: Sequence[str], matches: Iterable[MatchResult], points: PointsTable, criteria: Sequence[str]
) -> Measured:
    """Measure from the results of matches whatever the criteria need; seeds are the places in `entries`."""
    matches = tuple(matches)
    sheet = collect(entries, matches, points)
    whole: dict[str, Mapping[str, Value]] = {
        code: {entry: MEASURES[code](sheet, entry) for entry in entries}
        for code in criteria
        if code in MEASURES
    }
    if "seed" in criteria:
        whole["seed"] = {entry: place for place, entry in enumerate(entries, start=1)}
    level: dict[str, Encounters] = {}
    if "head_to_head" in criteria:
        level["head_to_head"] = encounters(matches, points)
    if "extra_leg" in criteria:
        level["extra_leg"] = extra_legs(matches)
    return Measured(whole, level)


def order(entries: Sequence[str], measured: Measured, chain: Chain) -> Standings:
    """Order the entries by the chain; what only lots can settle is pending and shares its best rank."""
    return _Ordering(tuple(entries), measured, chain).standings()


class _Ordering:
    """The work of `order`: blocks are split from the top down and come out in the order of the table."""

    def __init__(self, entries: tuple[str, ...], measured: Measured, chain: Chain) -> None:
        self.entries = entries
        self.measured = measured
        self.chain = chain
        self.drawn = {entry: place for place, entry in enumerate(chain.lots, start=1)}
        self.trails: dict[str, list[Step]] = {entry: [] for entry in entries}
        self.pending: list[tuple[str, ...]] = []

    def standings(self) -> Standings:
        rows: list[Row] = []
        rank = 0
        for block, reason in self._blocks():
            rank = rank + 1 if self.chain.ranks == "dense" else len(rows) + 1
            rows.extend(
                Row(rank, entry, self._values(entry), None if at else reason, tuple(self.trails[entry]))
                for at, entry in enumerate(block)
            )
        return Standings(tuple(rows), tuple(self.pending))

    def _blocks(self) -> Iterable[tuple[tuple[str, ...], str | None]]:
        """Blocks that share a rank, from the top, each with the criterion that parts it from the one above.

        A stack of our own instead of recursion: a chain that restarts may split a large block one by one.
        """
        waiting: list[tuple[tuple[str, ...], int, str | None]] = [(self.entries, 0, None)]
        while waiting:
            block, at, reason = waiting.pop()
            if not block:
                continue
            step, following = self._split(block, at)
            if step is None:
                yield block, reason
                continue
            first, *rest = step.parts
            waiting.extend((part, following, step.criterion) for part in reversed(rest))
            waiting.append((first, following, reason))

    def _split(self, block: tuple[str, ...], at: int) -> tuple[Step | None, int]:
        """The first step from `at` on that separates the block, and where its parts go on."""
        if len(block) == 1:
            return None, at
        for place in range(at, len(self.chain.criteria)):
            code = self.chain.criteria[place]
            if CRITERIA[code].scope is Scope.LEVEL and not self._is_known(code):
                continue
            values = self._measure(code, block)
            if values is None:
                self.pending.append(block)
                return None, at
            step = Step(code, values, _parts(block, values, ascending=CRITERIA[code].ascending))
            self._note(step, block)
            if step.separates:
                return step, self._following(code, place)
        return None, at

    def _is_known(self, code: str) -> bool:
        """Whether anything can be said on a criterion: totals need not tell who met whom."""
        return code in self.measured.whole or code in self.measured.level

    def _following(self, code: str, place: int) -> int:
        """Where the parts go on; in a chain that restarts, at the first criterion over level entries only.

        Those before it measure the whole table, and on them the parts are known to be level.
        """
        if code != "head_to_head" or code in self.measured.whole:
            return place + 1
        if self.chain.after_head_to_head == "continue":
            return place + 1
        return next(i for i, each in enumerate(self.chain.criteria) if each in self.measured.level)

    def _measure(self, code: str, block: tuple[str, ...]) -> Mapping[str, Value] | None:
        """The values of the block; None if they are lots that were not drawn for all of it."""
        if code in self.measured.whole:
            return {entry: self.measured.whole[code][entry] for entry in block}
        if CRITERIA[code].scope is Scope.LEVEL:
            return among(block, self.measured.level[code])
        return {entry: self.drawn[entry] for entry in block} if self.drawn.keys() >= set(block) else None

    def _note(self, step: Step, block: tuple[str, ...]) -> None:
        for entry in block:
            self.trails[entry].append(step)

    def _values(self, entry: str) -> dict[str, Value | None]:
        """Every criterion of the chain: of the whole table, or of the last block it was measured in."""
        found: dict[str, Value | None] = dict.fromkeys(self.chain.criteria)
        for step in self.trails[entry]:
            found[step.criterion] = step.values.get(entry)
        for code in self.chain.criteria:
            if code in self.measured.whole:
                found[code] = self.measured.whole[code][entry]
        if "lots" in found:
            found["lots"] = self.drawn.get(entry)
        return found


def _parts(
    block: tuple[str, ...], values: Mapping[str, Value], *, ascending: bool
) -> tuple[tuple[str, ...], ...]:
    """The block cut into parts of equal value, best first, each in the order of the block."""
    by_value = sorted(block, key=values.__getitem__, reverse=not ascending)
    return tuple(tuple(part) for _, part in groupby(by_value, key=values.__getitem__))

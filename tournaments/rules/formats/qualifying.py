"""Who goes on from a stage: the top of a table, a quota of each group, the best of those placed next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.rules.formats.tables import TableRules
from tournaments.rules.outcomes import MatchResult
from tournaments.rules.standings import Measured, Standings, measure, order
from tournaments.rules.tiebreaks import Value


@dataclass(frozen=True, slots=True)
class GroupTable:
    """A group that was played: its entries as drawn, its matches, and its table."""

    entries: tuple[str, ...]
    matches: tuple[MatchResult, ...]
    table: Standings


@dataclass(frozen=True, slots=True)
class Cut:
    """The first so many of a table; `undecided` are those level across the line, none of them through yet."""

    through: tuple[str, ...]
    undecided: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Qualified:
    """Who goes on: `placed` by place and then by group, `best` of those placed next, in their order.

    `undecided` are the blocks of level entries of which some go on and some do not.
    """

    placed: tuple[str, ...]
    best: tuple[str, ...]
    undecided: tuple[tuple[str, ...], ...]


def cut(table: Standings, size: int) -> Cut:
    """The first `size` of the table, short of a block that stands across the line."""
    blocks = _blocks(table)
    through: tuple[str, ...] = ()
    for block in blocks:
        if len(through) + len(block) > size:
            return Cut(through, block if len(through) < size else ())
        through += block
    return Cut(through)


def best_placed(
    groups: Sequence[GroupTable], place: int, rules: TableRules, *, even: bool = False
) -> Standings:
    """Those on one place of all groups in one order, by the same chain; they have not met each other.

    With `even`, matches against those placed below the size of the smallest group do not count, so that
    groups of unequal size can be compared. A group too small to have the place is left out.
    """
    least = min(len(group.entries) for group in groups)
    candidates: list[str] = []
    whole: dict[str, dict[str, Value]] = {}
    for group in groups:
        names = [row.entry for row in group.table.rows]
        if place > len(names):
            continue
        entry = names[place - 1]
        candidates.append(entry)
        left_out = set(names[least:] if even else ()) - {entry}
        matches = [each for each in group.matches if not left_out & {each.home, each.away}]
        measured = measure(group.entries, matches, rules.points, rules.chain.criteria)
        for code, values in measured.whole.items():
            whole.setdefault(code, {})[entry] = values[entry]
    return order(candidates, Measured(whole, {}), rules.chain)


def qualify(
    groups: Sequence[GroupTable], quota: int, best: int, rules: TableRules, *, even: bool = False
) -> Qualified:
    """The first `quota` of each group and the `best` of those placed next over all groups."""
    cuts = [cut(group.table, quota) for group in groups]
    undecided = [each.undecided for each in cuts if each.undecided]
    placed = tuple(
        each.through[place] for place in range(quota) for each in cuts if place < len(each.through)
    )
    if best == 0:
        return Qualified(placed, (), tuple(undecided))
    after = [_level_at(group.table, quota + 1) for group in groups]
    undecided += [block for block in after if len(block) > 1 and block not in undecided]
    ranked = cut(best_placed(groups, quota + 1, rules, even=even), best)
    if ranked.undecided:
        undecided.append(ranked.undecided)
    return Qualified(placed, ranked.through, tuple(undecided))


def places(groups: Sequence[GroupTable]) -> Mapping[tuple[int, int], str]:
    """The entry on each (group, place), both counted from 1, where it is decided who that is."""
    found: dict[tuple[int, int], str] = {}
    for number, group in enumerate(groups, start=1):
        at = 1
        for block in _blocks(group.table):
            if len(block) == 1:
                found[number, at] = block[0]
            at += len(block)
    return found


def _level_at(table: Standings, place: int) -> tuple[str, ...]:
    """The block that has a place of the table; nobody in a table that is too short."""
    at = 0
    for block in _blocks(table):
        at += len(block)
        if at >= place:
            return block
    return ()


def _blocks(table: Standings) -> list[tuple[str, ...]]:
    """The table as blocks that share a rank, from the top."""
    by_rank = groupby(table.rows, key=lambda row: row.rank)
    return [tuple(row.entry for row in rows) for _, rows in by_rank]

"""Cross pairing: the next groups, or the next bracket, out of a literal table of slots.

A table is kept exactly as the regulation has it, even where it brings two who have met together again. Slots
are written as text: "G7:3" is the third of group 7, "P5:2" the second best of all fifths.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.rules.faults import Fault
from truco_api.errors import gettext_noop as _

_SLOT = re.compile(r"G([1-9]\d{0,2}):([1-9]\d{0,2})|P([1-9]\d{0,2}):([1-9]\d{0,2})")


@dataclass(frozen=True, slots=True)
class OfGroup:
    """The entry on a place of a group."""

    group: int
    place: int


@dataclass(frozen=True, slots=True)
class OfPlace:
    """The so-manieth best of all those who came out on the same place of their groups."""

    place: int
    rank: int


Source = OfGroup | OfPlace


def read_slot(text: str) -> Source | None:
    """The slot that a text names, None for one that names none."""
    found = _SLOT.fullmatch(text)
    if found is None:
        return None
    group, place, of_place, rank = (int(number) if number else 0 for number in found.groups())
    return OfGroup(group, place) if group else OfPlace(of_place, rank)


def check_table(table: Sequence[Sequence[str]], sizes: Sequence[int], best: Mapping[int, int]) -> list[Fault]:
    """The faults of a table: slots that say nothing, that come twice, or that nobody can ever fill.

    `sizes` are those of the groups before, `best` how many of a place are ranked over all groups.
    """
    faults: list[Fault] = []
    seen: set[Source] = set()
    for row, slots in enumerate(table):
        for column, text in enumerate(slots):
            path = f"{row}.{column}"
            slot = read_slot(text)
            if slot is None:
                faults.append(Fault(path, _("must be a slot such as G7:3 or P5:2")))
            elif slot in seen:
                faults.append(Fault(path, _("is in the table twice")))
            elif not _can_be_filled(slot, sizes, best):
                faults.append(Fault(path, _("is a slot that stays empty")))
            else:
                seen.add(slot)
    return faults


def fill(
    table: Sequence[Sequence[str]],
    groups: Mapping[tuple[int, int], str],
    best: Mapping[tuple[int, int], str],
) -> tuple[tuple[str | None, ...], ...]:
    """The entries for every slot, row by row; None where it is not decided yet who comes there.

    `groups` gives the entry on (group, place), `best` the entry that is (rank) of those on (place), keyed
    (place, rank).
    """

    def entry(text: str) -> str | None:
        match read_slot(text):
            case OfGroup(group, place):
                return groups.get((group, place))
            case OfPlace(place, rank):
                return best.get((place, rank))
            case _:
                return None

    return tuple(tuple(entry(text) for text in slots) for slots in table)


def _can_be_filled(slot: Source, sizes: Sequence[int], best: Mapping[int, int]) -> bool:
    match slot:
        case OfGroup(group, place):
            return group <= len(sizes) and place <= sizes[group - 1]
        case OfPlace(place, rank):
            return rank <= best.get(place, 0) and rank <= sum(size >= place for size in sizes)

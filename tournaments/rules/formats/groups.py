"""Groups: their sizes, and the draw from pots. Who goes on from them is told by `qualifying`.

Chance comes in as unsigned 64-bit numbers (`draw.numbers` of a recorded seed), so that anybody can repeat a
draw. A choice among n is the next number modulo n: for fewer than 2¹⁶ entries, its bias is below 1 in 2⁴⁸.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence


def sizes(entries: int, groups: int) -> tuple[int, ...]:
    """The sizes of the groups, as equal as can be, the larger ones first."""
    least, more = divmod(entries, groups)
    return tuple(least + (group < more) for group in range(groups))


def pots_of(entries: Sequence[str], groups: int) -> tuple[tuple[str, ...], ...]:
    """Pots of one entry for each group, from the best seeds down; the last pot holds the rest."""
    return tuple(tuple(entries[at : at + groups]) for at in range(0, len(entries), groups))


def serpentine(entries: Sequence[str], groups: int) -> tuple[tuple[str, ...], ...]:
    """Groups without chance: seeds go down the row of groups and back up again, pot by pot."""
    found: list[list[str]] = [[] for _ in range(groups)]
    for number, pot in enumerate(pots_of(entries, groups)):
        row = found[::-1] if number % 2 else found
        for group, entry in zip(row, pot, strict=False):
            group.append(entry)
    return tuple(map(tuple, found))


def draw_groups(
    pots: Sequence[Sequence[str]],
    groups: int,
    chance: Iterator[int],
    clubs: Mapping[str, str] | None = None,
) -> tuple[tuple[str, ...], ...]:
    """Draw each pot into the groups, one entry a group, each group in the order of the pots.

    With `clubs` (club by entry), a club of k entries has at most ⌈k / groups⌉ of them in any group, and that
    is always possible: pots and clubs are the two sides of a graph, entries its edges, groups the colours of
    the edges, and as many colours as the greatest degree are enough (König). ValueError if a pot holds more
    entries than there are groups.
    """
    if any(len(pot) > groups for pot in pots):
        raise ValueError("a pot holds more entries than there are groups")
    colouring = _Colouring(groups, chance)
    for number, pot in enumerate(pots):
        for entry, club in _shuffled(_with_clubs(pot, clubs or {}), chance):
            colouring.add(entry, number, club)
    places = {entry: number for number, pot in enumerate(pots) for entry in pot}
    found: list[list[str]] = [[] for _ in range(groups)]
    for entry in sorted(colouring.group, key=places.__getitem__):
        found[colouring.group[entry]].append(entry)
    return tuple(tuple(group) for group in sorted(found, key=len, reverse=True))


class _Colouring:
    """Groups given to entries so that no pot and no club (or part of one) has the same group twice.

    A node is a pot ("pot", 0) or part of a club ("club", name, part); a part holds at most `groups` entries.
    """

    def __init__(self, groups: int, chance: Iterator[int]) -> None:
        self.groups = groups
        self.chance = chance
        self.group: dict[str, int] = {}
        self.nodes: dict[str, tuple[object, object]] = {}
        self.at: dict[tuple[object, int], str] = {}
        self.members: Counter[str] = Counter()

    def add(self, entry: str, pot: int, club: str) -> None:
        """Give the entry a group: one that its pot and its club both have free, or after an exchange."""
        part = self.members[club] // self.groups
        self.members[club] += 1
        ends = (("pot", pot), ("club", club, part))
        self.nodes[entry] = ends
        free = [[g for g in range(self.groups) if (end, g) not in self.at] for end in ends]
        both = [group for group in free[0] if group in free[1]]
        if both:
            self._put(entry, self._choose(both))
            return
        wanted, other = self._choose(free[0]), self._choose(free[1])
        self._exchange(ends[1], wanted, other)
        self._put(entry, wanted)

    def _exchange(self, start: object, wanted: int, other: int) -> None:
        """Free the group `wanted` at a node, along the path on which it alternates with `other`.

        The path cannot come back to the pot of the entry, which has no `wanted`: the graph has two sides.
        """
        path = []
        node, group = start, wanted
        while (entry := self.at.get((node, group))) is not None:
            path.append(entry)
            first, second = self.nodes[entry]
            node = second if node == first else first
            group = other if group == wanted else wanted
        turned = [(entry, wanted + other - self.group[entry]) for entry in path]
        for entry in path:
            self._take(entry)
        for entry, group in turned:
            self._put(entry, group)

    def _put(self, entry: str, group: int) -> None:
        self.group[entry] = group
        for end in self.nodes[entry]:
            self.at[end, group] = entry

    def _take(self, entry: str) -> None:
        for end in self.nodes[entry]:
            del self.at[end, self.group[entry]]

    def _choose(self, groups: Sequence[int]) -> int:
        return groups[next(self.chance) % len(groups)]


def _with_clubs(pot: Sequence[str], clubs: Mapping[str, str]) -> list[tuple[str, str]]:
    """Each entry with its club; one without a club is a club of its own."""
    return [(entry, clubs.get(entry) or f"\0{entry}") for entry in pot]


def _shuffled(items: Sequence[tuple[str, str]], chance: Iterator[int]) -> list[tuple[str, str]]:
    """The items in the order of chance, whatever order they came in."""
    found = sorted(items)
    for last in range(len(found) - 1, 0, -1):
        chosen = next(chance) % (last + 1)
        found[last], found[chosen] = found[chosen], found[last]
    return found

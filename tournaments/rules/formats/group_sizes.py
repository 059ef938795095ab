"""Groups of stated sizes: a pot has one entry for each group that is large enough to have room for it."""

from collections.abc import Iterator, Mapping, Sequence

Groups = tuple[tuple[str, ...], ...]


def fitted(sizes: Sequence[int], entries: int) -> tuple[int, ...]:
    """The sizes for so many entries: who is missing is missing in the largest groups, the last of them first;
    who is too many comes into the smallest, the first of them first."""
    found = list(sizes)
    while sum(found) > entries:
        largest = max(found)
        found[len(found) - 1 - found[::-1].index(largest)] -= 1
    while sum(found) < entries:
        found[found.index(min(found))] += 1
    return tuple(found)


def pots_for(entries: Sequence[str], sizes: Sequence[int]) -> list[tuple[tuple[str, ...], list[int]]]:
    """Pots from the best seeds down, each with the groups (from 0) that have room for one of it."""
    found = []
    at = 0
    for place in range(max(sizes, default=0)):
        groups = [group for group, size in enumerate(sizes) if size > place]
        found.append((tuple(entries[at : at + len(groups)]), groups))
        at += len(groups)
    return found


def serpentine_of(entries: Sequence[str], sizes: Sequence[int]) -> Groups:
    """Groups of these sizes without chance: seeds go down the groups with room and back up again."""
    found: list[list[str]] = [[] for _ in sizes]
    for number, (pot, groups) in enumerate(pots_for(entries, sizes)):
        for group, entry in zip(groups[::-1] if number % 2 else groups, pot, strict=True):
            found[group].append(entry)
    return tuple(map(tuple, found))


def draw_sized(
    entries: Sequence[str],
    sizes: Sequence[int],
    chance: Iterator[int],
    clubs: Mapping[str, str] | None = None,
) -> Groups:
    """Draw each pot into the groups that have room for it, each group in the order of the pots.

    With `clubs`, entries of one pot are exchanged as long as fewer of a club then meet in a group.
    """
    found: list[list[str]] = [[] for _ in sizes]
    for pot, groups in pots_for(entries, sizes):
        for group, entry in zip(groups, _shuffled(pot, chance), strict=True):
            found[group].append(entry)
    if clubs:
        _kept_apart(found, clubs)
    return tuple(map(tuple, found))


def _kept_apart(groups: list[list[str]], clubs: Mapping[str, str]) -> None:
    """Exchange entries of one pot between two groups for as long as that parts clubmates."""
    moved = True
    while moved:
        moved = False
        for place in range(max(map(len, groups))):
            there = [group for group in groups if len(group) > place]
            for at, one in enumerate(there):
                for other in there[at + 1 :]:
                    before = _together(one, clubs) + _together(other, clubs)
                    one[place], other[place] = other[place], one[place]
                    if _together(one, clubs) + _together(other, clubs) < before:
                        moved = True
                    else:
                        one[place], other[place] = other[place], one[place]


def _together(group: Sequence[str], clubs: Mapping[str, str]) -> int:
    """Pairs of clubmates in a group."""
    of = [club for club in map(clubs.get, group) if club]
    return sum(one == other for at, one in enumerate(of) for other in of[at + 1 :])


def _shuffled(pot: Sequence[str], chance: Iterator[int]) -> list[str]:
    """The pot in the order of chance, whatever order it came in."""
    found = sorted(pot)
    for last in range(len(found) - 1, 0, -1):
        chosen = next(chance) % (last + 1)
        found[last], found[chosen] = found[chosen], found[last]
    return found

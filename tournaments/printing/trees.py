"""How the matches of a knock-out hang together on paper: trees, and which part of one goes on which page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

MOST_LEAVES, MOST_LEVELS = 34, 8
"""What a page can hold: lines with a name, and columns."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One side as it is printed: who sits there or is awaited; `winner_of` is the match that fills it.

    `score` is the legs that it won or, in a match of one leg, its tentos.
    """

    text: str
    winner_of: str = ""
    known: bool = False
    seed: int | None = None
    score: int | None = None
    won: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """One match of the plan: its round in words, and a note such as its table.

    `page` is the match whose page tells of it, "" where there is none yet.
    """

    id: str
    round: str
    slots: tuple[Slot, Slot]
    note: str = ""
    page: str = ""


@dataclass(slots=True)
class Tree:
    """A match with the matches whose winners come to it; None where a side comes from elsewhere.

    `cut` has those of them that are drawn on another page; `leaves` and `levels` are what is left here.
    """

    match: Match
    sides: tuple[Tree | None, Tree | None]
    cut: set[str] = field(default_factory=set)

    @property
    def drawn(self) -> list[Tree | None]:
        """Both sides as they are on this page."""
        return [side if side and side.match.id not in self.cut else None for side in self.sides]

    @property
    def leaves(self) -> int:
        """Lines that begin on this page."""
        return sum(side.leaves if side else 1 for side in self.drawn)

    @property
    def levels(self) -> int:
        """Columns on this page."""
        return 1 + max((side.levels for side in self.drawn if side), default=0)

    def columns(self, depth: int = 0) -> Iterator[tuple[int, Match]]:
        """Every match on this page with its distance from the root."""
        yield depth, self.match
        for side in self.drawn:
            if side:
                yield from side.columns(depth + 1)


def trees(matches: Sequence[Match]) -> list[Tree]:
    """The trees of the matches, largest first: a match is a root if its winner goes to no other of them."""
    by_id = {match.id: match for match in matches}

    def build(match: Match) -> Tree:
        home, away = (by_id.get(slot.winner_of) for slot in match.slots)
        return Tree(match, (build(home) if home else None, build(away) if away else None))

    fed = {slot.winner_of for match in matches for slot in match.slots}
    roots = [build(match) for match in matches if match.id not in fed]
    return sorted(roots, key=lambda tree: -tree.leaves)


def pages(found: Sequence[Tree], *, leaves: int = MOST_LEAVES, levels: int = MOST_LEVELS) -> list[list[Tree]]:
    """The trees cut so that each part fits, and as many parts together on a page as fit there.

    A part that other parts lead to comes before them, so that the final is on the first page.
    """
    parts = [part for tree in found for part in _parts(tree, leaves, levels)]
    sheets: list[list[Tree]] = []
    room = 0.0
    for part in parts:
        if not sheets or part.leaves + HEADING > room:
            sheets.append([])
            room = leaves + 2 * HEADING
        sheets[-1].append(part)
        room -= part.leaves + HEADING
    return sheets


HEADING = 1.5
"""Lines that the headings of a part take."""


def _parts(tree: Tree, leaves: int, levels: int) -> list[Tree]:
    """The tree, and after it what had to be cut from it."""
    below: list[Tree] = []
    for side in tree.sides:
        if side:
            below += _parts(side, leaves, levels)[1:]
    removed: list[Tree] = []
    while tree.leaves > leaves or tree.levels > levels:
        sides = [side for side in tree.drawn if side]
        largest = max((side.leaves, side.levels) for side in sides)
        for side in sides:
            # Two halves of one size are both cut: the page then shows a symmetrical rest.
            if (side.leaves, side.levels) == largest:
                tree.cut.add(side.match.id)
                removed.append(side)
    return [tree, *removed, *below]

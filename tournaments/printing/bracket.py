"""The bracket on paper: boxes of two lines, joined from left to right, over as many pages as it takes."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext
from reportlab.lib.units import mm

from tournaments.printing.paper import MARGIN, Imprint, Paper
from tournaments.printing.trees import HEADING, Match, Slot, Tree, pages, trees

TITLE = 14 * mm
MOST_UNIT = 11 * mm
MOST_COLUMN = 62 * mm
ROW = 5.4 * mm
SEED, SCORE = 13, 14
"""Widths, in points, of the seed before a name and of the score behind it."""


def bracket(imprint: Imprint, stages: Sequence[tuple[str, Sequence[Match]]]) -> bytes:
    """Every knock-out stage (its name, its matches), each beginning on a page of its own."""
    paper = Paper(imprint, gettext("Bracket"), wide=True)
    for name, matches in stages:
        sheets = pages(trees(matches))
        where = {tree.match.id: number for number, sheet in enumerate(sheets, 1) for tree in sheet}
        first = paper.pages
        for sheet in sheets:
            page = _BracketPage(paper, {match: first + number for match, number in where.items()})
            page.draw(name, sheet)
    return paper.finish()


class _BracketPage:
    """One page; `where` says on which page a part that was cut off is found."""

    def __init__(self, paper: Paper, where: dict[str, int]) -> None:
        self.paper, self.where = paper, where
        self.unit = self.row = self.column = 0.0
        self.levels = 0

    def draw(self, name: str, parts: Sequence[Tree]) -> None:
        """The parts one below the other, the last round of each at the right."""
        paper = self.paper
        paper.text(MARGIN, paper.top - 14, paper.imprint.championship, size=15, bold=True, width=170 * mm)
        paper.text(paper.right, paper.top - 14, name, size=12, align="right", width=100 * mm)
        lines = sum(part.leaves + HEADING for part in parts)
        room = paper.top - TITLE - MARGIN
        self.unit = min(MOST_UNIT, room / lines)
        self.row = min(ROW, self.unit * 0.8)
        self.levels = max(part.levels for part in parts)
        self.column = min(MOST_COLUMN, (paper.right - MARGIN) / self.levels)
        y = paper.top - TITLE
        for part in parts:
            self._headings(part, y)
            y -= HEADING * self.unit
            self._match(part, y, self.levels - 1)
            y -= part.leaves * self.unit
        paper.end_page()

    def _headings(self, part: Tree, y: float) -> None:
        rounds: dict[int, list[str]] = {}
        for depth, match in part.columns():
            names = rounds.setdefault(depth, [])
            if match.round not in names:
                names.append(match.round)
        for depth, names in rounds.items():
            x = MARGIN + (self.levels - 1 - depth) * self.column
            size = 8.0 if len(names) == 1 else 7.0
            for line, words in enumerate(reversed(names[:2])):
                baseline = y - self.unit * 0.7 + line * (size + 1)
                self.paper.text(x, baseline, words, size=size, bold=True, width=self.column - 5 * mm)

    def _match(self, tree: Tree, top: float, column: int) -> float:
        """Draw the match and all before it below `top`; the height of its middle."""
        centres: list[float] = []
        for side in tree.drawn:
            lines = side.leaves if side else 1
            centres.append(self._match(side, top, column - 1) if side else top - self.unit / 2)
            top -= lines * self.unit
        middle = sum(centres) / 2
        x, width = MARGIN + column * self.column, self.column - 5 * mm
        for place, (side, slot) in enumerate(zip(tree.drawn, tree.match.slots, strict=True)):
            bottom = middle - place * self.row
            self._slot(tree, slot, x, bottom, width)
            if side:
                self._join(x, centres[place], bottom + self.row / 2)
        self._label(tree.match, x, middle + self.row, width)
        return middle

    def _label(self, match: Match, x: float, y: float, width: float) -> None:
        label = " · ".join(filter(None, (match.id, match.note)))
        size = min(6, 2 * (self.unit - self.row) - 0.5)
        self.paper.text(x + 1, y + 1.2, label, size=size, width=width)

    def _slot(self, tree: Tree, slot: Slot, x: float, bottom: float, width: float) -> None:
        paper = self.paper
        paper.box(x, bottom, width, self.row)
        paper.line(x + width - SCORE, bottom, x + width - SCORE, bottom + self.row, 0.3)
        baseline = bottom + self.row / 2 - 2.6
        if slot.seed:
            paper.text(x + SEED - 2, baseline, str(slot.seed), size=6, align="right")
        text = slot.text
        if slot.winner_of in tree.cut:
            text += " " + gettext("(page {page})").format(page=self.where[slot.winner_of])
        size = 7.5 if slot.known else 6.5
        room = width - SEED - SCORE - 3
        paper.text(x + SEED, baseline, text, size=size, bold=slot.won, width=room)
        if slot.score is not None:
            paper.text(
                x + width - SCORE / 2, baseline, str(slot.score), size=7.5, bold=slot.won, align="center"
            )

    def _join(self, x: float, start: float, end: float) -> None:
        """From the box before (whose right side is 5 mm to the left) to this slot."""
        left, bend = x - 5 * mm, x - 2.5 * mm
        self.paper.line(left, start, bend, start)
        self.paper.line(bend, start, bend, end)
        self.paper.line(bend, end, x, end)

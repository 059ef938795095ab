"""The score sheet (súmula) of a match: one page to write on at the table, and a code that opens the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext
from reportlab.lib.units import mm

from tournaments.printing.paper import MARGIN, THICK, THIN, Imprint, Paper
from tournaments.words import clock_time

QR = 34 * mm
TALLY_HEIGHT, MOST_TALLY_HEIGHT = 5.5 * mm, 9 * mm
LEG_HEIGHT, LEAST_LEG_HEIGHT, MOST_LEG_HEIGHT = 10 * mm, 6.5 * mm, 14 * mm
HEADING_HEIGHT = 8 * mm
PENALTY_ROWS = 3
FOOT = MARGIN + 72 * mm
"""What penalties, times, remarks and signatures need at the foot of the page."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the match as it is printed."""

    name: str
    club: str
    players: tuple[str, ...]
    reserves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a sheet needs to know; `legs` is how many rows there are to fill, `target` the tentos of a leg."""

    match: str
    where: str
    game: str
    rule: str
    target: int
    legs: int
    flor: bool
    boards: int
    table: int | None
    at: datetime | None
    sides: tuple[Side, Side]
    address: str


def sheets(imprint: Imprint, found: Sequence[Sheet]) -> bytes:
    """One page for each match (more for a match of very many legs)."""
    paper = Paper(imprint, gettext("Score sheets") if len(found) != 1 else gettext("Score sheet"))
    for sheet in found:
        _SheetPage(paper, sheet).draw()
    return paper.finish()


class _SheetPage:
    """The pages of one sheet, drawn from the top down; `y` is where the next part begins."""

    def __init__(self, paper: Paper, sheet: Sheet) -> None:
        self.paper, self.sheet = paper, sheet
        self.y = paper.top
        self.width = paper.right - MARGIN

    def draw(self) -> None:
        """Everything, with as many pages for legs as they need."""
        self._head()
        self._sides()
        leg = 1
        while leg <= self.sheet.legs:
            fitting = int((self.y - FOOT - HEADING_HEIGHT) // LEAST_LEG_HEIGHT)
            last = min(leg + max(fitting, 1) - 1, self.sheet.legs)
            self._legs(leg, last)
            leg = last + 1
            if leg <= self.sheet.legs:
                self.paper.end_page()
                self.y = self.paper.top
                self._head()
        self._penalties()
        self._end()
        self.paper.end_page()

    def _head(self) -> None:
        paper, sheet = self.paper, self.sheet
        room = self.width - QR - 6 * mm
        paper.qr(paper.right - QR, paper.top - QR, QR, sheet.address)
        paper.text(MARGIN, self.y - 15, paper.imprint.championship, size=17, bold=True, width=room)
        paper.text(MARGIN, self.y - 30, paper.imprint.club, size=10, width=room)
        paper.text(MARGIN, self.y - 48, sheet.where, size=13, bold=True, width=room)
        paper.text(MARGIN, self.y - 62, f"{sheet.game} · {sheet.rule}", size=10, width=room)
        label = gettext("Open this match on a phone: see it, hand in the sheet, confirm or dispute it.")
        paper.text(MARGIN, self.y - 78, label, size=7.5, width=room)
        paper.text(MARGIN, self.y - 87, sheet.address, size=7, width=room)
        self.y -= QR + 3 * mm
        self._facts()

    def _facts(self) -> None:
        """Match, table and time, to be read from afar; what is not known yet can be written in."""
        paper, sheet = self.paper, self.sheet
        height, third = 12 * mm, self.width / 3
        time = clock_time(sheet.at, paper.imprint.zone) if sheet.at else ""
        facts = (
            (gettext("Match"), sheet.match),
            (gettext("Table"), str(sheet.table or "")),
            (gettext("Time"), time),
        )
        for place, (label, value) in enumerate(facts):
            x = MARGIN + place * third
            paper.box(x, self.y - height, third, height, THICK)
            paper.text(x + 6, self.y - 9, label, size=6.5)
            paper.text(
                x + third / 2, self.y - 25, value, size=17 if place < 2 else 11, bold=True, align="center"
            )
        self.y -= height + 4 * mm

    def _sides(self) -> None:
        paper, half = self.paper, self.width / 2
        rows = [-(-len(side.players) // _abreast(side)) + bool(side.reserves) for side in self.sheet.sides]
        height = 13 * mm + max(rows) * 5 * mm
        labels = (gettext("Home side"), gettext("Away side"))
        for place, side in enumerate(self.sheet.sides):
            x, y = MARGIN + place * half, self.y
            paper.box(x, y - height, half, height)
            paper.text(x + 6, y - 9, labels[place], size=6.5)
            paper.text(x + half - 6, y - 9, side.club, size=6.5, align="right", width=half - 60)
            paper.text(x + 6, y - 24, side.name, size=14, bold=True, width=half - 12)
            abreast = _abreast(side)
            for number, name in enumerate(side.players):
                row, place = divmod(number, abreast)
                left, room = x + 6 + place * (half - 12) / abreast, (half - 12) / abreast
                paper.box(left, y - 41 - row * 5 * mm, 8, 8)
                paper.text(left + 12, y - 40 - row * 5 * mm, name, size=9.5, width=room - 14)
            if side.reserves:
                reserves = gettext("Reserves: {names}").format(names=", ".join(side.reserves))
                row_y = y - 40 - -(-len(side.players) // abreast) * 5 * mm
                paper.text(x + 6, row_y, reserves, size=8, width=half - 12)
        self.y -= height + 4 * mm

    def _columns(self) -> list[tuple[str, str, float]]:
        """The legs' columns: a word, the entry that it is about, the width as a part of a whole."""
        home, away = (side.name for side in self.sheet.sides)
        columns: list[tuple[str, str, float]] = [
            (gettext("Leg"), "", 4.0),
            *([(gettext("Table"), "", 7.0)] if self.sheet.boards > 1 else []),
            (gettext("Deals first"), "", 10.0),
            (gettext("Tentos"), home, 13.0),
            (gettext("Tentos"), away, 13.0),
        ]
        if self.sheet.flor:
            columns += [(gettext("Flores"), home, 10.0), (gettext("Flores"), away, 10.0)]
        return [*columns, (gettext("Players, if others"), "", 20.0), (gettext("Initials of both"), "", 12.0)]

    def _legs(self, first: int, last: int) -> None:
        rows = last - first + 1
        spare = (self.y - FOOT - HEADING_HEIGHT) / rows
        tally = 0.0
        if spare >= LEG_HEIGHT + 2 * TALLY_HEIGHT:
            tally = min(MOST_TALLY_HEIGHT, (spare - LEG_HEIGHT) / 2)
        height = max(LEAST_LEG_HEIGHT, min(MOST_LEG_HEIGHT, spare - 2 * tally))
        columns = self._columns()
        scale = self.width / sum(part for _, _, part in columns)
        widths = [part * scale for _, _, part in columns]
        self._headings(columns, widths)
        for leg in range(first, last + 1):
            self._row([str(leg), *[""] * (len(columns) - 1)], widths, height, size=12)
            if tally:
                self._tally(tally)
        self.y -= 4 * mm

    def _headings(self, columns: Sequence[tuple[str, str, float]], widths: Sequence[float]) -> None:
        entries = [entry for _, entry, _ in columns]
        self._row([""] * len(columns), widths, HEADING_HEIGHT, size=7)
        x = MARGIN
        for (word, _, _), entry, width in zip(columns, entries, widths, strict=True):
            y = self.y + HEADING_HEIGHT / 2
            self.paper.text(
                x + width / 2, y if entry else y - 3, word, size=7, align="center", width=width - 4
            )
            self.paper.text(x + width / 2, y - 8, entry, size=7.5, bold=True, align="center", width=width - 4)
            x += width

    def _row(self, cells: Sequence[str], widths: Sequence[float], height: float, *, size: float) -> None:
        paper, x = self.paper, MARGIN
        for cell, width in zip(cells, widths, strict=True):
            paper.box(x, self.y - height, width, height)
            baseline = self.y - height / 2 - size / 3
            paper.text(x + width / 2, baseline, cell, size=size, align="center", width=width - 4)
            x += width
        self.y -= height

    def _tally(self, height: float) -> None:
        """The tentos of each side, to be struck out one by one."""
        paper, target = self.paper, self.sheet.target
        name_width = self.width / 5
        each = min(13 * mm, (self.width - name_width) / target)
        for side in self.sheet.sides:
            bottom = self.y - height
            paper.text(MARGIN + 2, bottom + height / 2 - 2.5, side.name, size=7.5, width=name_width - 6)
            for number in range(1, target + 1):
                x = MARGIN + name_width + (number - 1) * each
                paper.box(x, bottom, each, height, 0.3)
                size = 7.5 if target <= 24 else 6
                y = bottom + height / 2 - 2.5
                paper.text(x + each / 2, y, str(number), size=size, align="center", width=each - 1)
            self.y = bottom
        self.paper.line(MARGIN, self.y, self.paper.right, self.y, THIN)

    def _penalties(self) -> None:
        labels = (
            gettext("Leg"),
            gettext("Hand"),
            gettext("Side"),
            gettext("Offence"),
            gettext("Penalty"),
        )
        widths = [self.width * part for part in (0.07, 0.08, 0.25, 0.35, 0.25)]
        self._row(labels, widths, 5.5 * mm, size=7)
        for _row in range(PENALTY_ROWS):
            self._row([""] * len(labels), widths, 7 * mm, size=8)
        self.y -= 3 * mm

    def _end(self) -> None:
        """Start, end, winner, remarks and signatures, above the lower margin."""
        paper, width = self.paper, self.width
        y = MARGIN + 33 * mm
        paper.blank(MARGIN, y, width * 0.14, gettext("Start"))
        paper.blank(MARGIN + width * 0.17, y, width * 0.14, gettext("End"))
        paper.blank(MARGIN + width * 0.34, y, width * 0.42, gettext("Winner"))
        paper.blank(MARGIN + width * 0.79, y, width * 0.21, gettext("Legs won, home and away"))
        paper.blank(MARGIN, y - 13 * mm, width, gettext("Remarks"))
        third = width / 3
        signers = (*(side.name for side in self.sheet.sides), gettext("Scorer or arbiter"))
        for place, signer in enumerate(signers):
            paper.blank(MARGIN + place * third, MARGIN + 5 * mm, third - 5 * mm, signer)


def _abreast(side: Side) -> int:
    """How many players stand on one line: a team's would else take half the page."""
    return 1 if len(side.players) <= 4 else 2

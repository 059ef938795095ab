"""Papers that are lists: the schedule, and the tables of groups with their matches to fill in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from xml.sax.saxutils import escape

from django.utils.translation import get_language, gettext
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    KeepTogether,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

from tournaments.printing.paper import BOLD, MARGIN, PLAIN, Imprint, load_fonts
from tournaments.words import clock_time

MOST_ROWS = 150
WIDTH = A4[0] - 2 * MARGIN
HEADING = ParagraphStyle("heading", fontName=BOLD, fontSize=15, leading=19)
SECTION = ParagraphStyle("section", fontName=BOLD, fontSize=11.5, leading=15, spaceBefore=8, spaceAfter=3)
CELL = ParagraphStyle("cell", fontName=PLAIN, fontSize=8.5, leading=10.5)
STRONG = ParagraphStyle("strong", parent=CELL, fontName=BOLD)
NOTE = ParagraphStyle("note", parent=CELL, fontSize=7.5, leading=9.5)

GRID = TableStyle(
    [
        ("GRID", (0, 0), (-1, -1), 0.4, colors.black),
        ("BACKGROUND", (0, 0), (-1, 0), colors.Color(0.9, 0.9, 0.9)),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("TOPPADDING", (0, 0), (-1, -1), 2.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
        ("LEFTPADDING", (0, 0), (-1, -1), 4),
        ("RIGHTPADDING", (0, 0), (-1, -1), 3),
    ]
)


@dataclass(frozen=True, slots=True)
class Listing:
    """One table: its heading, its columns with their shares of the width, and rows of text.

    The columns of which `strong` has the numbers are printed bold.
    """

    title: str
    columns: tuple[tuple[str, float], ...]
    rows: tuple[tuple[str, ...], ...]
    strong: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Section:
    """Tables that belong together, such as a group's standings and its matches, and a note below them."""

    title: str
    listings: tuple[Listing, ...]
    note: str = ""


def lists(imprint: Imprint, title: str, sections: Sequence[Section]) -> bytes:
    """The sections one after the other; a table that begins near the foot of a page moves to the next."""
    load_fonts()
    out = BytesIO()
    document = BaseDocTemplate(
        out,
        pagesize=A4,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=MARGIN,
        bottomMargin=MARGIN + 4,
        title=f"{imprint.championship}: {title}",
        author=imprint.club,
        lang=get_language() or "en",
    )
    frame = Frame(
        MARGIN, MARGIN + 4, WIDTH, A4[1] - 2 * MARGIN - 4, leftPadding=0, rightPadding=0, topPadding=0
    )
    document.addPageTemplates(PageTemplate(frames=[frame], onPage=lambda *page: _foot(imprint, title, *page)))
    story: list[Flowable] = [_text(f"{imprint.championship} · {title}", HEADING)]
    for section in sections:
        story += _section(section)
    document.build(story)
    return out.getvalue()


def _section(section: Section) -> list[Flowable]:
    story: list[Flowable] = []
    for at, listing in enumerate(section.listings):
        head: list[Flowable] = []
        if at == 0 and section.title:
            head.append(_text(section.title, SECTION))
        if listing.title:
            head.append(_text(listing.title, STRONG))
            head.append(Spacer(1, 2))
        if len(listing.rows) <= 24:
            story.append(KeepTogether([*head, _table(listing)]))
        else:
            story += [CondPageBreak(40 * mm), *head, *_tables(listing)]
        story.append(Spacer(1, 4 * mm))
    if section.note:
        story.append(_text(section.note, NOTE))
    return story


def _tables(listing: Listing) -> Iterator[Table]:
    """A long table in parts, because what it takes to lay one out grows with the square of its length."""
    for first in range(0, len(listing.rows), MOST_ROWS):
        rows = listing.rows[first : first + MOST_ROWS]
        yield _table(replace(listing, rows=rows))


def _table(listing: Listing) -> Table:
    scale = WIDTH / sum(share for _, share in listing.columns)
    rows = [[_text(heading, STRONG) for heading, _ in listing.columns]]
    rows += [
        [_text(cell, STRONG if at in listing.strong else CELL) for at, cell in enumerate(row)]
        for row in listing.rows
    ]
    return Table(
        rows,
        colWidths=[share * scale for _, share in listing.columns],
        style=GRID,
        repeatRows=1,
        hAlign="LEFT",
    )


def _text(text: str, style: ParagraphStyle) -> Paragraph:
    return Paragraph(escape(" ".join(text.split())), style)


def _foot(imprint: Imprint, title: str, canvas: Canvas, document: BaseDocTemplate) -> None:
    canvas.saveState()
    canvas.setFont(PLAIN, 6.5)
    canvas.setLineWidth(0.3)
    canvas.line(MARGIN, MARGIN - 5, MARGIN + WIDTH, MARGIN - 5)
    canvas.drawString(MARGIN, MARGIN - 14, f"{imprint.club} · {imprint.championship} · {title}"[:110])
    time = clock_time(imprint.at, imprint.zone)
    right = gettext("as of {time} · page {page}").format(time=time, page=document.page)
    canvas.drawRightString(MARGIN + WIDTH, MARGIN - 14, right)
    canvas.restoreState()

"""Paper: A4, its margins, two weights of one typeface, and text that never runs over its place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from zoneinfo import ZoneInfo

import segno
from django.utils.translation import get_language, gettext
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from tournaments.words import clock_time

PLAIN, BOLD = "DejaVuSansCondensed", "DejaVuSansCondensed-Bold"
MARGIN = 12 * mm
THIN, THICK = 0.5, 1.2
ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Imprint:
    """What stands on every page: of what, whose, and as of when."""

    championship: str
    club: str
    at: datetime
    zone: ZoneInfo


class Paper:
    """A PDF that is being drawn, with the lower left corner of each page as its origin; lengths in points."""

    def __init__(self, imprint: Imprint, title: str, *, wide: bool = False) -> None:
        load_fonts()
        self.imprint, self.title = imprint, title
        self.width, self.height = landscape(A4) if wide else A4
        self._out = BytesIO()
        self.canvas = Canvas(
            self._out,
            pagesize=(self.width, self.height),
            pageCompression=1,
            lang=get_language() or "en",
        )
        self.canvas.setTitle(f"{imprint.championship}: {title}")
        self.canvas.setAuthor(imprint.club)
        self.pages = 0

    @property
    def right(self) -> float:
        """Where the right margin begins."""
        return self.width - MARGIN

    @property
    def top(self) -> float:
        """Where the upper margin begins."""
        return self.height - MARGIN

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 9,
        bold: bool = False,
        width: float | None = None,
        align: str = "left",
    ) -> None:
        """Write one line from (or, by `align`, up to or around) x; what is wider than `width` gets smaller,
        by a quarter at most, and is then cut off."""
        font = BOLD if bold else PLAIN
        text = " ".join(text.split())
        if width is not None:
            text, size = fitted(text, font, size, width)
        self.canvas.setFont(font, size)
        match align:
            case "right":
                self.canvas.drawRightString(x, y, text)
            case "center":
                self.canvas.drawCentredString(x, y, text)
            case _:
                self.canvas.drawString(x, y, text)

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float = THIN) -> None:
        """A straight line."""
        self.canvas.setLineWidth(width)
        self.canvas.line(x1, y1, x2, y2)

    def box(self, x: float, y: float, width: float, height: float, line: float = THIN) -> None:
        """An empty rectangle, (x, y) being its lower left corner."""
        self.canvas.setLineWidth(line)
        self.canvas.rect(x, y, width, height)

    def blank(self, x: float, y: float, width: float, label: str) -> None:
        """A line to write on, with small words under it."""
        self.line(x, y, x + width, y)
        self.text(x, y - 8, label, size=6.5, width=width)

    def qr(self, x: float, y: float, size: float, content: str) -> None:
        """A QR code of this size, with its quiet zone, (x, y) being its lower left corner."""
        rows = list(segno.make(content, error="m", micro=False).matrix_iter(border=4))
        module = size / len(rows)
        for row, bits in enumerate(rows):
            bottom = y + size - (row + 1) * module
            for start, length in _runs(bits):
                # A hair wider than it is: no viewer may show seams between modules.
                self.canvas.rect(
                    x + start * module, bottom, length * module + 0.05, module + 0.05, stroke=0, fill=1
                )

    def end_page(self) -> None:
        """Finish the page with the imprint at its foot."""
        self.pages += 1
        imprint = self.imprint
        y = MARGIN - 14
        self.line(MARGIN, y + 9, self.right, y + 9, 0.3)
        left = f"{imprint.club} · {imprint.championship} · {self.title}"
        right = gettext("as of {time} · page {page}").format(
            time=clock_time(imprint.at, imprint.zone), page=self.pages
        )
        self.text(MARGIN, y, left, size=6.5, width=self.right - MARGIN - 150)
        self.text(self.right, y, right, size=6.5, align="right")
        self.canvas.showPage()

    def finish(self) -> bytes:
        """The file."""
        self.canvas.save()
        return self._out.getvalue()


def fitted(text: str, font: str, size: float, width: float) -> tuple[str, float]:
    """The text and the size at which it is no wider than `width`, cut off where shrinking is not enough."""
    natural = pdfmetrics.stringWidth(text, font, size)
    if natural <= width:
        return text, size
    size *= max(0.75, width / natural)
    kept = text
    while kept and pdfmetrics.stringWidth(kept + ELLIPSIS, font, size) > width:
        kept = kept[:-1]
    whole = pdfmetrics.stringWidth(text, font, size) <= width * 1.001
    return (text, size) if whole else (kept.rstrip() + ELLIPSIS, size)


@cache
def load_fonts() -> None:
    """Make the typeface known; it is embedded, so that names in any European alphabet can be printed."""
    folder = Path(__file__).parent / "fonts"
    for name in (PLAIN, BOLD):
        pdfmetrics.registerFont(TTFont(name, folder / f"{name}.ttf"))
    pdfmetrics.registerFontFamily(PLAIN, normal=PLAIN, bold=BOLD, italic=PLAIN, boldItalic=BOLD)


def _runs(bits: Iterable[int]) -> list[tuple[int, int]]:
    """Where dark modules begin in a row and how many follow each other."""
    runs: list[tuple[int, int]] = []
    start = None
    for at, dark in enumerate([*bits, 0]):
        if dark and start is None:
            start = at
        elif not dark and start is not None:
            runs.append((start, at - start))
            start = None
    return runs

"""The fenced blocks of the documentation."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_FENCE = re.compile(r"(?:^<!-- ([\w ]+) -->\n+)?^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """A block: its page, its language, and the mark in a comment right before it."""

    page: str
    line: int
    language: str
    mark: str
    text: str

    @property
    def where(self) -> str:
        """Where it stands."""
        return f"{self.page}:{self.line}"


def blocks(page: Path) -> Iterator[Block]:
    """Every block of a page that says its language."""
    text = page.read_text()
    for found in _FENCE.finditer(text):
        line = text.count("\n", 0, found.start(2)) + 1
        yield Block(page.name, line, found[2], found[1] or "", found[3])


def all_blocks(*languages: str) -> list[Block]:
    """Every block in one of these languages."""
    return [block for page in PAGES for block in blocks(page) if block.language in languages]

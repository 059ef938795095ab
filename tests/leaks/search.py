"""Finds every card that an answer tells, in whatever form: as data, in words, in a drawing, on paper."""

from __future__ import annotations

import html
import re
from io import BytesIO
from typing import Final

from pypdf import PdfReader

from games.pages.naming import Names
from games.rules.options import Rules
from truco_api.eventstore import load

TEXTS: Final = (
    "application/json",
    "application/problem+json",
    "text/",
    "application/vnd.oai.openapi",
    "image/svg",
)
_WORD: Final = re.compile(r'<span class="card-word" role="img" aria-label="([^"]*)"[^>]*>.*?</svg></span>')
_EXTRA: Final = re.compile(r'<strong class="card-word">([^<]*)</strong>')
_ABOVE: Final = re.compile(r'"above":\s*"[^"]*"|beaten only by [^.]*\.')
_SEALED: Final = re.compile(r"[A-Za-z0-9+/_=-]{24,}")
"""Hashes, keys and sealed bytes, in which two letters mean nothing."""


class UnreadableAnswerError(AssertionError):
    """An answer of a kind that this search cannot read: teach it, so that nothing goes by unsearched."""


class Search:
    """What to look for in answers about the games played by these rules."""

    def __init__(self, rules: Rules) -> None:
        self.pack = frozenset(rules.pack)
        names = Names((), rules)
        self.codes = {names.card(code): code for code in self.pack}
        codes = "|".join(sorted(self.pack, key=len, reverse=True))
        self._alone = re.compile(rf"(?<![\w.-])(?:{codes})(?![\w-])")
        self._order = re.compile(rf"(?<!\w)(?:{codes})(?: > (?:{codes}))+")
        self._run = re.compile(rf"(?:{codes}){{4,}}")
        self._any = re.compile(codes)
        self._drawn = re.compile(rf"card-({codes})(?!\w)")
        called = "|".join(map(re.escape, sorted(self.codes, key=len, reverse=True)))
        self._called = re.compile(rf"(?<!\w)(?:{called})(?!\w)")

    def cards(self, text: str) -> set[str]:
        """The cards in a text, apart from those named only to say how all cards rank."""
        text = _EXTRA.sub(lambda found: self.codes.get(found[1], found[1]), text)
        text = html.unescape(_WORD.sub(lambda found: self.codes.get(found[1], found[1]), text))
        run = {card for found in self._run.findall(text) for card in self._any.findall(found)}
        text = self._order.sub("", _SEALED.sub("", text))
        # What a cup is beaten by is told of the pack, not of a hand.
        text = _ABOVE.sub("", text)
        alone = set(self._alone.findall(text)) | set(self._drawn.findall(text)) | run
        return alone | {self.codes[name] for name in self._called.findall(text)}


def readable(content_type: str, content: bytes) -> str:
    """An answer as text; UnreadableAnswerError for a kind that nobody has taught this search."""
    if not content:
        return ""
    if content_type.startswith("application/pdf"):
        return "\n".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)
    if content_type.startswith(TEXTS):
        return content.decode()
    raise UnreadableAnswerError(content_type)


def secrets_of(game: str) -> set[str]:
    """What would give the cards away while the game lasts: the salt of every hand."""
    salts = {str(event.data["salt"]) for event in load(f"game-{game}") if event.data.get("salt")}
    assert salts, "a deal has a salt"
    return salts

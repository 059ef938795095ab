"""The cards, drawn: every card of every pack as one SVG symbol, in units of 60 by 90.

French-suited cards have pips and double-headed figures; Spanish ones the broken border that tells their suit
from its edge (none for coins, one gap for cups, two for swords, three for batons) and a single figure.
"""

from collections.abc import Iterable
from typing import Final

from django.utils.safestring import SafeString, mark_safe

from games.pages.figures import BACK, EXTRAS, HEADS, SPANISH_ICONS, SUIT_ICONS
from games.rules.cards import rank, suit

_INK: Final = {"O": "#b3261e", "C": "#b3261e", "E": "#1b1b1b", "P": "#1b1b1b"}
_SPANISH_INK: Final = {"O": "#8a5a00", "C": "#a32018", "E": "#1d4f91", "B": "#2c6b2f"}
_GAPS: Final = {"O": (), "C": (30,), "E": (20, 40), "B": (18, 30, 42)}
_LEFT, _MID, _RIGHT = 21, 30, 39
_PIPS: Final = {
    "2": ((_MID, 19), (_MID, 71)),
    "3": ((_MID, 19), (_MID, 45), (_MID, 71)),
    "4": ((_LEFT, 20), (_RIGHT, 20), (_LEFT, 70), (_RIGHT, 70)),
    "5": ((_LEFT, 20), (_RIGHT, 20), (_MID, 45), (_LEFT, 70), (_RIGHT, 70)),
    "6": ((_LEFT, 20), (_RIGHT, 20), (_LEFT, 45), (_RIGHT, 45), (_LEFT, 70), (_RIGHT, 70)),
    "7": ((_LEFT, 20), (_RIGHT, 20), (_MID, 32), (_LEFT, 45), (_RIGHT, 45), (_LEFT, 70), (_RIGHT, 70)),
    "8": (
        *((x, y) for y in (20, 45, 70) for x in (_LEFT, _RIGHT)),
        (_MID, 32),
        (_MID, 58),
    ),
    "9": (*((x, y) for y in (18, 36, 54, 72) for x in (_LEFT, _RIGHT)), (_MID, 45)),
    "10": (*((x, y) for y in (18, 36, 54, 72) for x in (_LEFT, _RIGHT)), (_MID, 27), (_MID, 63)),
}
_FIGURES: Final = {"K": "king", "Q": "queen", "J": "jack"}
_SPANISH_FIGURES: Final = {"10": "jack", "11": "horse", "12": "king"}
_FACE: Final = (
    '<rect x=".75" y=".75" width="58.5" height="88.5" rx="5" fill="#fffdf6" stroke="#77705f" '
    'stroke-width="1.5"/>'
)


def symbols(codes: Iterable[str], *, spanish: bool) -> SafeString:
    """The suits, the back, and these cards as symbols; no other card stands in what comes out."""
    icons = SPANISH_ICONS if spanish else SUIT_ICONS
    parts = [
        f'<symbol id="suit-{letter}" viewBox="0 0 20 20">{icon}</symbol>' for letter, icon in icons.items()
    ]
    parts.append(f'<symbol id="card-back" viewBox="0 0 60 90">{BACK}</symbol>')
    for code in sorted(codes):
        drawn = _FACE + _drawn(code, spanish=spanish)
        parts.append(f'<symbol id="card-{code}" viewBox="0 0 60 90">{drawn}</symbol>')
    return mark_safe("".join(parts))  # noqa: S308 - our own drawings; codes are of the pack


def _drawn(code: str, *, spanish: bool) -> str:
    if code in EXTRAS:
        return EXTRAS[code]
    return _spanish(rank(code), suit(code)) if spanish else _french(rank(code), suit(code))


def _french(number: str, letter: str) -> str:
    ink = _INK[letter]
    index = _corners(_index(number, ink) + _pip(letter, 9, 27, 11))
    if number in _FIGURES:
        half = f'<g transform="translate(13 12)">{HEADS[_FIGURES[number]].format(ink=ink)}</g>'
        frame = f'<rect x="15" y="11" width="30" height="68" fill="#f6efd9" stroke="{ink}" stroke-width="1"/>'
        return frame + half + _turned(half) + index
    if number == "A":
        return _pip(letter, 30, 45, 30) + index
    return "".join(_pip(letter, x, y, 13) for x, y in _PIPS[number]) + index


def _spanish(number: str, letter: str) -> str:
    ink = _SPANISH_INK[letter]
    border = (
        f'<rect x="4" y="4" width="52" height="82" rx="3" fill="none" stroke="{ink}" stroke-width="1.2"/>'
    )
    gaps = "".join(
        f'<rect x="{x - 3}" y="{y}" width="6" height="3" fill="#fffdf6"/>'
        for x in _GAPS[letter]
        for y in (3, 84)
    )
    index = _corners(_index(number, ink, 13))
    if number in _SPANISH_FIGURES:
        head = HEADS[_SPANISH_FIGURES[number]].format(ink=ink)
        figure = f'<g transform="translate(8.75 36) scale(1.25)">{head}</g>'
        return border + gaps + figure + _pip(letter, 33, 22, 22) + index
    if number == "1":
        return border + gaps + _pip(letter, 30, 46, 38) + index
    wide = 19 if len(_PIPS[number]) < 6 else 17
    return (
        border
        + gaps
        + "".join(_pip(letter, x + (x - 30) * 0.1 + 1, y, wide) for x, y in _PIPS[number])
        + index
    )


def _index(number: str, ink: str, x: float = 9.5) -> str:
    squeezed = ' textLength="14" lengthAdjust="spacingAndGlyphs"' if len(number) > 1 else ""
    return (
        f'<text x="{x:g}" y="20" text-anchor="middle" font-family="Georgia, \'DejaVu Serif\', serif" '
        f'font-size="19" font-weight="700" fill="{ink}"{squeezed}>{number}</text>'
    )


def _corners(index: str) -> str:
    return index + _turned(index)


def _turned(part: str) -> str:
    return f'<g transform="rotate(180 30 45)">{part}</g>'


def _pip(letter: str, x: float, y: float, size: float) -> str:
    turn = f' transform="rotate(180 {x} {y})"' if y > 46 and size < 14 else ""
    left, top = x - size / 2, y - size / 2
    return f'<use href="#suit-{letter}" x="{left:g}" y="{top:g}" width="{size:g}" height="{size:g}"{turn}/>'

"""The parts that cards are drawn from: suits (20 by 20), heads (34 by 33), extra cards and the back."""

from typing import Final

SUIT_ICONS: Final = {
    "O": '<path d="M10 .8 17 10l-7 9.2L3 10Z" fill="#b3261e"/>',
    "E": '<path d="M10 .8C11.5 4.6 19 8 19 12.6a4 4 0 0 1-7.7 1.5c.1 2 .8 3.7 2.3 5.1H6.4'
    'c1.5-1.4 2.2-3.1 2.3-5.1A4 4 0 0 1 1 12.6C1 8 8.5 4.6 10 .8Z" fill="#1b1b1b"/>',
    "C": '<path d="M10 18.8C2.5 12.8 1 9.6 1 6.4a4.7 4.7 0 0 1 9-1.9 4.7 4.7 0 0 1 9 1.9'
    'c0 3.2-1.5 6.4-9 12.4Z" fill="#b3261e"/>',
    "P": '<path d="M10 .8a4.3 4.3 0 0 1 3.3 7 4.3 4.3 0 1 1-1.9 7c.2 1.7.9 3.2 2.2 4.4H6.4'
    'c1.3-1.2 2-2.7 2.2-4.4a4.3 4.3 0 1 1-1.9-7A4.3 4.3 0 0 1 10 .8Z" fill="#1b1b1b"/>',
}

SPANISH_ICONS: Final = {
    "O": '<circle cx="10" cy="10" r="8.7" fill="#e0a526" stroke="#8a5a00" stroke-width="1.2"/>'
    '<circle cx="10" cy="10" r="5.6" fill="none" stroke="#8a5a00" stroke-width="1"/>'
    '<path d="M10 5.5 11.2 8.8 14.5 10 11.2 11.2 10 14.5 8.8 11.2 5.5 10 8.8 8.8Z" fill="#a32018"/>',
    "C": '<path d="M4 1.5h12c.4 5.5-1.2 9.3-4.7 10.3v2.9l3.2 1.5V18.5h-9v-2.3l3.2-1.5v-2.9'
    'C5.2 10.8 3.6 7 4 1.5Z" fill="#c63a2b" stroke="#7a150e" stroke-width="1"/>'
    '<path d="M4.4 4.6h11.2" stroke="#f3c64b" stroke-width="1.8"/>'
    '<circle cx="10" cy="8" r="1.3" fill="#f3c64b"/>',
    "E": '<g transform="rotate(32 10 10)"><path d="M10 .2 11.6 3v10.2H8.4V3Z" fill="#9cc3ea" '
    'stroke="#1d4f91" stroke-width=".9"/><path d="M5.6 13h8.8v1.9H5.6Z" fill="#e0a526" stroke="#8a5a00" '
    'stroke-width=".7"/><path d="M9 15h2v3H9Z" fill="#a32018"/><circle cx="10" cy="18.7" r="1.2" '
    'fill="#e0a526"/></g>',
    "B": '<g transform="rotate(32 10 10)"><path d="M8 1.5C9 .2 11 .2 12 1.5 13.3 5 12.3 12 11.4 19H8.6'
    'C7.7 12 6.7 5 8 1.5Z" fill="#5d9b3c" stroke="#2c4d1c" stroke-width="1"/><path d="M12.5 6.5l2-1.6M7.6 '
    '9.5l-2-1.5M11.9 12.3l1.9-1.4" stroke="#2c4d1c" stroke-width="1.7" stroke-linecap="round"/>'
    '<circle cx="10" cy="5" r="1" fill="#c6302a"/></g>',
}

_SKIN: Final = "#f0c9a0"
_EYES: Final = (
    '<circle cx="14.7" cy="12.8" r=".9" fill="#1b1b1b"/><circle cx="19.3" cy="12.8" r=".9" fill="#1b1b1b"/>'
)
_SHOULDERS: Final = '<path d="M2.5 33C4 25 10 21.5 17 21.5S30 25 31.5 33Z" fill="{ink}"/>'
HEADS: Final = {
    "king": _SHOULDERS + '<path d="M11 21.5 17 31l6-9.5Z" fill="#f3c64b"/>'
    f'<ellipse cx="17" cy="13.5" rx="6" ry="6.5" fill="{_SKIN}"/>'
    '<path d="M10.8 13.5c-.8 10 13.2 10 12.4 0-1.7 2.7-3.7 3.3-6.2 3.3s-4.5-.6-6.2-3.3Z" fill="#6b4a2b"/>'
    + _EYES
    + '<path d="M9.5 9 8.2 1.5l4.8 3.2L17 0l4 4.7 4.8-3.2L24.5 9Z" fill="#e0a526" stroke="#8a5a00" '
    'stroke-width=".8"/>',
    "queen": '<path d="M8.5 23C5.5 4 28.5 4 25.5 23Z" fill="#7a4a1f"/>'
    + _SHOULDERS
    + f'<path d="M12.5 21.5c1.5 4 7.5 4 9 0l-2-3h-5Z" fill="{_SKIN}"/>'
    f'<ellipse cx="17" cy="13.5" rx="5.5" ry="6.8" fill="{_SKIN}"/>'
    + _EYES
    + '<path d="M15.3 17.2q1.7 1.3 3.4 0" stroke="#b3261e" stroke-width="1" fill="none"/>'
    '<circle cx="17" cy="25.8" r="1.3" fill="#f3c64b"/>'
    '<path d="M11 7.8 11.5 2.5l3 2.6L17 1.2l2.5 3.9 3-2.6.5 5.3Z" fill="#e0a526" stroke="#8a5a00" '
    'stroke-width=".8"/>',
    "jack": _SHOULDERS + '<path d="M13 21.5 17 26l4-4.5v7l-4 3.5-4-3.5Z" fill="#f3c64b"/>'
    '<path d="M10.2 19C9 9 25 9 23.8 19Z" fill="#a8702b"/>'
    f'<ellipse cx="17" cy="13.8" rx="5.6" ry="6.5" fill="{_SKIN}"/>'
    + _EYES
    + '<path d="M15.3 17.4h3.4" stroke="#8d3b2e" stroke-width="1"/>'
    '<path d="M8.5 9.8C9 2.5 25 2 25.5 9.3l-8.5-2Z" fill="{ink}"/>'
    '<path d="M24 7.5c5-1 7.5-4 6.5-7.5-3.5 1-6 3.5-6.5 7.5Z" fill="#f3c64b" stroke="#8a5a00" '
    'stroke-width=".5"/>',
    "horse": '<path d="M7 33C7 25 13 23 13.5 17.5L8.5 20l-4-4.5L12 7.5l.5-6L17 5.5C27.5 7.5 30.5 20 '
    '29.5 33Z" '
    'fill="#8a5f3a" stroke="#4a2f19" stroke-width=".8"/><circle cx="14.5" cy="10.5" r="1.2" fill="#1b1b1b"/>'
    '<path d="M18 6.5c7 3 9.5 13 8.5 26.5h3C31 19 27 8 17 5.5Z" fill="{ink}"/>'
    '<path d="M9 16.8 15.5 11M13 21l8-7" stroke="#f3c64b" stroke-width="1.3" fill="none"/>',
}

_CUP: Final = (
    '<path d="M13 {top}h34c1 20-4 32-13 35v9l10 4v6H16v-6l10-4v-9c-9-3-14-15-13-35Z" fill="{fill}" '
    'stroke="#6d4a00" stroke-width="1.5"/>'
)


def _cup(label: str, mark: str, fill: str, more: str = "") -> str:
    """An extra card with a cup, its name below, and a mark on the cup."""
    serif = 'font-family="Georgia, \'DejaVu Serif\', serif" font-weight="700" text-anchor="middle"'
    return (
        more
        + _CUP.format(top=14, fill=fill)
        + f'<text x="30" y="38" {serif} font-size="15" fill="#3d2900">{mark}</text>'
        + f'<text x="30" y="83" {serif} font-size="9.5" fill="#1b1b1b" textLength="46" '
        f'lengthAdjust="spacingAndGlyphs">{label}</text>'
    )


_HANDLES: Final = (
    '<path d="M13 20C3 18 4 38 17 38M47 20C57 18 56 38 43 38" fill="none" stroke="#6d4a00" '
    'stroke-width="2.5"/>'
)
EXTRAS: Final = {
    "TACA1": _cup("TAÇA", "1", "#f3c64b"),
    "TACA2": _cup("TAÇA", "2", "#c9d2da"),
    "COPAO": _cup("COPÃO", "★", "#f3c64b", _HANDLES),
    "LETRADO": _cup("LETRADO", "Abc", "#efe0b8"),
    "TACAO": _cup("TAÇÃO", "♦", "#dca07a", _HANDLES),
    "CORINGA": '<path d="M14 50C6 42 5 28 9 17c5 3 9 9 12 17 1-10 4-18 9-25 5 7 8 15 9 25 3-8 7-14 '
    '12-17 4 11 3 25-5 33Z" '
    'fill="#a32018" stroke="#4d0d08" stroke-width="1.2"/><path d="M21 34c1-10 4-18 9-25 5 7 8 15 9 '
    '25l-9 16Z" '
    'fill="#2c6b2f"/><g fill="#e0a526" stroke="#6d4a00"><circle cx="9" cy="16" r="3.5"/><circle cx="30" '
    'cy="9" '
    'r="3.5"/><circle cx="51" cy="16" r="3.5"/></g><ellipse cx="30" cy="57" rx="12" ry="11" fill="#f0c9a0"/>'
    '<circle cx="25.5" cy="55" r="1.6"/><circle cx="34.5" cy="55" r="1.6"/><path d="M23.5 60q6.5 6.5 13 0" '
    'stroke="#8d1a12" stroke-width="2" fill="none"/><path d="M13 47h34l-3 6H16Z" fill="#e0a526" '
    'stroke="#6d4a00"/>'
    '<text x="30" y="83" font-family="Georgia, \'DejaVu Serif\', serif" font-weight="700" font-size="9.5" '
    'text-anchor="middle" fill="#1b1b1b" textLength="48" lengthAdjust="spacingAndGlyphs">CORINGA</text>',
}

BACK: Final = (
    '<rect x=".75" y=".75" width="58.5" height="88.5" rx="5" fill="#fffdf6" stroke="#77705f" '
    'stroke-width="1.5"/>'
    '<rect x="5" y="5" width="50" height="80" rx="3" fill="#23487d"/>'
    '<path d="M5 25 25 5M5 45 45 5M5 65 55 15M5 85 55 35M25 85 55 55M45 85 55 75M35 5 55 25M15 5 55 '
    "45M5 15 55 65"
    'M5 35 55 85M5 55 35 85M5 75 15 85" stroke="#8fb3e6" stroke-width="1.2" fill="none"/>'
    '<circle cx="30" cy="45" r="9" fill="#23487d" stroke="#fffdf6" stroke-width="1.5"/>'
    '<path d="M30 38.5 35 45l-5 6.5L25 45Z" fill="#fffdf6"/>'
)

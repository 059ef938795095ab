"""Truco italiano: the king of paus on top, the king of copas below all, two cups that kill the zap."""

from games.rules.variant import SIGNALS_PAULISTA, Killer, Variant
from truco_api.errors import gettext_noop as _

CUPS = ("TACA1", "TACA2")

VARIANT = Variant(
    id="italiano",
    name="Truco italiano",
    summary=_("42 cards; a cup kills the zap and is worth next to nothing otherwise."),
    players=(2, 4),
    extra_cards=CUPS,
    tops=("KP", "4P", "7C", "AE", "7O"),
    bottoms=(CUPS, ("KC",)),
    killer=Killer(cards=CUPS, prey="4P", beaten_by=("KP",)),
    defaults={
        "manilhas": "fixed",
        "canga": "show_highest",
        "iron_hand": "blind",
        "raise_at_match_point": "loses_hand",
    },
    offers={"deck": ("standard",), "manilhas": ("fixed",), "coringa": ()},
    signals=SIGNALS_PAULISTA,
)

"""Truco goiano: old manilhas; who raises in the hand of eleven loses it; the iron hand is blind."""

from games.rules.variant import SIGNALS_PAULISTA, Variant
from truco_api.errors import gettext_noop as _

VARIANT = Variant(
    id="goiano",
    name="Truco goiano",
    summary=_("Fixed manilhas, the higher card shown after a tied first trick."),
    players=(2, 4),
    defaults={
        "manilhas": "fixed",
        "canga": "show_highest",
        "iron_hand": "blind",
        "raise_at_match_point": "loses_hand",
    },
    offers={"deck": ("standard", "short")},
    signals=SIGNALS_PAULISTA,
)

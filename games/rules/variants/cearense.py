"""Truco cearense: paulista with the royal family, which may be claimed, bluffed and doubted."""

from games.rules.variant import SIGNALS_PAULISTA, Variant
from truco_api.errors import gettext_noop as _

VARIANT = Variant(
    id="cearense",
    name="Truco cearense",
    summary=_("Paulista with the royal family and a blind iron hand."),
    players=(2, 4),
    defaults={"royal_family": "claim", "iron_hand": "blind"},
    signals=SIGNALS_PAULISTA,
)

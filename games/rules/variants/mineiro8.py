"""Truco mineiro for eight: 46 cards, three extra cups and three more ouros on top."""

from games.rules.variant import SIGNALS_PAULISTA, MatchPoint, Variant
from games.rules.variants.mineiro import LADDERS
from truco_api.errors import gettext_noop as _

VARIANT = Variant(
    id="mineiro8",
    name="Truco mineiro de oito",
    summary=_("Eight players, 46 cards, twelve fixed manilhas from the copão down."),
    players=(8,),
    extra_cards=("COPAO", "LETRADO", "TACAO", "10O", "9O", "8O"),
    tops=("COPAO", "LETRADO", "TACAO", "10O", "9O", "8O", "7P", "4E", "4P", "7C", "AE", "7O"),
    ladder=(2, 4, 8, 10, 12),
    ladders=LADDERS,
    match_point=MatchPoint(10, 4, 2),
    defaults={"manilhas": "fixed", "canga": "show_highest"},
    offers={"deck": ("standard",), "manilhas": ("fixed",)},
    signals=SIGNALS_PAULISTA,
)

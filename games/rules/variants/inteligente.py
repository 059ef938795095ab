"""Truco Inteligente, the rules of a well-known game for two: cards may be hidden from the first trick on,
but never by the leader; at 11 × 11 the hand is played in the dark."""

from games.rules.variant import SIGNALS_PAULISTA, Variant
from truco_api.errors import gettext_noop as _

VARIANT = Variant(
    id="inteligente",
    name="Truco Inteligente",
    summary=_("For two, with the manilhas of either school and the clean or the dirty pack."),
    players=(2,),
    defaults={"covered": "always", "covered_lead": False, "iron_hand": "blind"},
    offers={"deck": ("standard", "dirty"), "all_tied": ("redeal", "by_suit")},
    signals=SIGNALS_PAULISTA,
)

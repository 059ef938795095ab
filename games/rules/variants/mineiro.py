"""Truco mineiro: old manilhas, stakes in twos. Players disagree whether "nove" is worth eight or ten; ten is
usual, and the other ladders are offered."""

from games.rules.variant import SIGNALS_PAULISTA, MatchPoint, Variant
from truco_api.errors import gettext_noop as _

LADDERS = ((2, 4, 6, 10, 12), (2, 4, 6, 8, 12), (1, 3, 6, 9, 12))

VARIANT = Variant(
    id="mineiro",
    name="Truco mineiro",
    summary=_("Fixed manilhas, a hand is worth two, a hand of ten."),
    players=(2, 4),
    ladder=(2, 4, 8, 10, 12),
    ladders=LADDERS,
    match_point=MatchPoint(10, 4, 2),
    defaults={"manilhas": "fixed", "canga": "show_highest"},
    signals=SIGNALS_PAULISTA,
)

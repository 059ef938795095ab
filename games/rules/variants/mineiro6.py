"""Truco mineiro for six, with five more cards above the zap. Seed 004; the 7E, missing there, stands
where the list for eight has it."""

from games.rules.variant import SIGNALS_PAULISTA, MatchPoint, Variant
from games.rules.variants.mineiro import LADDERS
from truco_api.errors import gettext_noop as _

VARIANT = Variant(
    id="mineiro6",
    name="Truco mineiro de seis",
    summary=_("Six players, nine fixed manilhas from the 2 of ouros down."),
    players=(6,),
    tops=("2O", "AO", "KO", "7P", "4E", "4P", "7C", "AE", "7O"),
    ladder=(2, 4, 8, 10, 12),
    ladders=LADDERS,
    match_point=MatchPoint(10, 4, 2),
    defaults={"manilhas": "fixed", "canga": "show_highest"},
    offers={"deck": ("standard",), "manilhas": ("fixed",)},
    signals=SIGNALS_PAULISTA,
)

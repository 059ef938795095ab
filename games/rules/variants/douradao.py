"""O douradão: mineiro for eight under the ace of ouros."""

from games.rules.variant import SIGNALS_PAULISTA, MatchPoint, Variant
from games.rules.variants.mineiro import LADDERS
from truco_api.errors import gettext_noop as _

VARIANT = Variant(
    id="douradao",
    name="Douradão",
    summary=_("Eight players, twelve fixed manilhas from the ace of ouros down."),
    players=(8,),
    tops=("AO", "KO", "JO", "QO", "JP", "2P", "AP", "5P", "4P", "7C", "AE", "7O"),
    ladder=(2, 4, 8, 10, 12),
    ladders=LADDERS,
    match_point=MatchPoint(10, 4, 2),
    defaults={"manilhas": "fixed", "canga": "show_highest"},
    offers={"deck": ("standard",), "manilhas": ("fixed",)},
    signals=SIGNALS_PAULISTA,
)

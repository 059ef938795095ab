"""A douradinha: goiano for six under the queen of ouros."""

from games.rules.variant import SIGNALS_PAULISTA, Variant
from truco_api.errors import gettext_noop as _

VARIANT = Variant(
    id="douradinha",
    name="Douradinha",
    summary=_("Six players, nine fixed manilhas from the queen of ouros down."),
    players=(6,),
    tops=("QO", "JP", "2P", "AP", "5P", "4P", "7C", "AE", "7O"),
    defaults={
        "manilhas": "fixed",
        "canga": "show_highest",
        "iron_hand": "blind",
        "raise_at_match_point": "loses_hand",
    },
    offers={"deck": ("standard",), "manilhas": ("fixed",)},
    signals=SIGNALS_PAULISTA,
)

"""Truco catarinense: paulista with the Spanish pack; the bastos of the next rank is the gato."""

from games.rules.cards import SPANISH_RANKS, SPANISH_SUITS
from games.rules.variant import SIGNALS_PAULISTA, Variant
from truco_api.errors import gettext_noop as _

VARIANT = Variant(
    id="catarinense",
    name="Truco catarinense",
    summary=_("The Spanish pack, manilhas by the turned card."),
    players=(2, 4, 6),
    ranks=SPANISH_RANKS,
    suits=SPANISH_SUITS,
    offers={"manilhas": ("vira",)},
    signals=SIGNALS_PAULISTA,
)

"""Truco paulista: the turned card makes the manilhas."""

from games.rules.variant import SIGNALS_PAULISTA, Variant
from truco_api.errors import gettext_noop as _

VARIANT = Variant(
    id="paulista",
    name="Truco paulista",
    summary=_("40 cards, manilhas by the turned card, to twelve."),
    players=(2, 4, 6),
    signals=SIGNALS_PAULISTA,
)

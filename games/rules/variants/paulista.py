"""Truco paulista: the turned card makes the manilhas. Seeds 003 and 004."""

from games.rules.variant import SIGNALS_PAULISTA, Variant

VARIANT = Variant(
    id="paulista",
    name="Truco paulista",
    summary="40 cards, manilhas by the turned card, to twelve.",
    players=(2, 4, 6),
    signals=SIGNALS_PAULISTA,
)

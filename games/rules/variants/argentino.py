"""Truco argentino: as the gaudério, to thirty (or fifteen), with flor if the table wants it."""

from games.rules.cards import SPANISH_RANKS, SPANISH_SUITS
from games.rules.variant import SIGNALS_CEGO, Envido, Flor, Variant
from games.rules.variants.gauderio import TOPS
from truco_api.errors import gettext_noop as _

VARIANT = Variant(
    id="argentino",
    name="Truco argentino",
    summary=_("The Spanish pack with envido, to 30; flor if the table wants it."),
    players=(2, 3, 4, 6),
    ranks=SPANISH_RANKS,
    suits=SPANISH_SUITS,
    tops=TOPS,
    ladder=(1, 2, 3, 4),
    target=30,
    match_point=None,
    envido=Envido(),
    flor=Flor(),
    defaults={"manilhas": "fixed", "all_tied": "mao", "covered": "never", "flor": False},
    offers={"manilhas": ("fixed",)},
    signals=SIGNALS_CEGO,
)

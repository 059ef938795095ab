"""Truco cego, gaudério: the Spanish pack, envido and flor."""

from games.rules.cards import SPANISH_RANKS, SPANISH_SUITS
from games.rules.variant import SIGNALS_CEGO, Envido, Flor, Variant
from truco_api.errors import gettext_noop as _

TOPS = ("1E", "1B", "7E", "7O")

VARIANT = Variant(
    id="gauderio",
    name="Truco gaudério",
    summary=_("The Spanish pack with envido and flor, to 18 or 24."),
    players=(2, 3, 4, 6),
    ranks=SPANISH_RANKS,
    suits=SPANISH_SUITS,
    tops=TOPS,
    ladder=(1, 2, 3, 4),
    target=24,
    target_by_players={2: 18},
    match_point=None,
    envido=Envido(),
    flor=Flor(),
    defaults={"manilhas": "fixed", "all_tied": "mao", "covered": "never", "flor": True},
    offers={"manilhas": ("fixed",)},
    signals=SIGNALS_CEGO,
)

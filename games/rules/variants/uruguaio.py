"""Truco uruguaio: the cego with a muestra, whose suit makes the pieces."""

from games.rules.cards import SPANISH_RANKS, SPANISH_SUITS
from games.rules.variant import SIGNALS_CEGO, Envido, Flor, Muestra, Variant
from games.rules.variants.gauderio import TOPS
from truco_api.errors import gettext_noop as _

VARIANT = Variant(
    id="uruguaio",
    name="Truco uruguayo",
    summary=_("The Spanish pack with a muestra, envido and flor, to 30 or 24."),
    players=(2, 4, 6),
    ranks=SPANISH_RANKS,
    suits=SPANISH_SUITS,
    tops=TOPS,
    ladder=(1, 2, 3, 4),
    target=30,
    target_by_players={4: 24},
    match_point=None,
    envido=Envido(highest=37),
    flor=Flor(),
    muestra=Muestra(),
    defaults={"manilhas": "fixed", "all_tied": "mao", "covered": "never", "flor": True},
    offers={"manilhas": ("fixed",)},
    signals=SIGNALS_CEGO,
)

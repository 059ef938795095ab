"""What a variant is: data. Code asks its components (`if variant.flor:`), never its name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from games.rules.cards import FRENCH_RANKS, FRENCH_SUITS
from truco_api.errors import gettext_noop as _

Order = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchPoint:
    """The hand one step from the target: from which score, what it is worth, what running costs."""

    at: int
    stake: int
    run_cost: int


@dataclass(frozen=True, slots=True)
class Envido:
    """The game of points: what each call adds once accepted; `falta_envido` is paid alone."""

    values: Mapping[str, int] = field(default_factory=lambda: {"envido": 2, "real_envido": 3})
    highest: int = 33


@dataclass(frozen=True, slots=True)
class Flor:
    """Three cards of a suit: what it pays, and what its answers pay."""

    worth: int = 3
    achico: int = 4
    contraflor: int = 6
    contraflor_refused: int = 4
    resto_refused: int = 6


@dataclass(frozen=True, slots=True)
class Muestra:
    """The turned card of the Uruguayan game: the ranks of its suit that are pieces, from the top."""

    pieces: Mapping[str, int] = field(
        default_factory=lambda: {"2": 30, "4": 29, "5": 28, "11": 27, "10": 27},
    )
    stand_in: str = "12"


@dataclass(frozen=True, slots=True)
class Killer:
    """Low cards that become nearly the best in a trick that holds their prey (the cups of the italiano)."""

    cards: tuple[str, ...]
    prey: str
    beaten_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Signal:
    """A signal of the table: its code, the card (or else what) it tells of, and the gesture that gives it."""

    code: str
    tells: str
    gesture: str


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """One way to play truco: cards, order, stakes, target, and the options it starts from."""

    id: str
    name: str
    summary: str
    players: tuple[int, ...]
    ranks: tuple[str, ...] = FRENCH_RANKS
    suits: tuple[str, ...] = FRENCH_SUITS
    extra_cards: tuple[str, ...] = ()
    tops: Order = ()
    """Cards above all plain ones, strongest first; if empty, the old manilhas serve where they are fixed."""
    bottoms: tuple[Order, ...] = ()
    """Groups of equal cards below all plain ones, strongest group first."""
    ladder: tuple[int, ...] = (1, 3, 6, 9, 12)
    ladders: tuple[tuple[int, ...], ...] = ()
    """Other ladders that players of the variant use, offered beside its own."""
    target: int = 12
    target_by_players: Mapping[int, int] = field(default_factory=dict)
    match_point: MatchPoint | None = MatchPoint(11, 3, 1)
    envido: Envido | None = None
    flor: Flor | None = None
    muestra: Muestra | None = None
    killer: Killer | None = None
    defaults: Mapping[str, Any] = field(default_factory=dict)
    """Defaults of options that differ from the common ones."""
    offers: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """Narrower choices for an option; an empty tuple withdraws the option from the variant."""
    signals: tuple[Signal, ...] = ()


SIGNALS_PAULISTA: Final = (
    Signal("zap", "4P / manilha P", _("wink")),
    Signal("copas", "manilha C", _("raise the eyebrows")),
    Signal("espadilha", "manilha E", _("twist one corner of the mouth")),
    Signal("ouros", "manilha O", _("show the tip of the tongue")),
    Signal("three", "3", _("lift the left shoulder")),
    Signal("two", "2", _("lift the right shoulder, or spread two fingers")),
    Signal("ace", "A", _("show one finger on the hand")),
    Signal("king", "K", _("scratch the beard")),
    Signal("jack", "J", _("draw a J with the forefinger")),
    Signal("queen", "Q", _("point two closed fingers down")),
    Signal("full", _("a very good hand"), _("puff out the cheeks")),
    Signal("empty", _("nothing at all"), _("shake the head")),
)
SIGNALS_CEGO: Final = (
    Signal("espadao", "1E", _("wink with the right eye")),
    Signal("bastiao", "1B", _("wink with the left eye")),
    Signal("seven_swords", "7E", _("twist the right corner of the lips")),
    Signal("seven_coins", "7O", _("twist the left corner of the lips")),
    Signal("three", "3", _("bite the lip")),
    Signal("two", "2", _("blow a small kiss")),
    Signal("ace_coins", "1O", _("puff out the right cheek")),
    Signal("ace_cups", "1C", _("puff out the left cheek")),
    Signal("king", "12", _("put a hand to the chin")),
)

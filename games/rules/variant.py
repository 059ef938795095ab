"""What a variant is: data. Code asks its components (`if variant.flor:`), never its name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from games.rules.cards import FRENCH_RANKS, FRENCH_SUITS

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
    """A wink of the table: its code, and what it tells, in the words of the game."""

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
    Signal("zap", "4P / manilha P", "piscar um olho"),
    Signal("copas", "manilha C", "levantar as sobrancelhas"),
    Signal("espadilha", "manilha E", "torcer um lado da boca"),
    Signal("ouros", "manilha O", "mostrar a ponta da língua"),
    Signal("three", "3", "levantar o ombro esquerdo"),
    Signal("two", "2", "levantar o ombro direito, ou dois dedos abertos"),
    Signal("ace", "A", "um dedo sobre a mão"),
    Signal("king", "K", "coçar a barba"),
    Signal("jack", "J", "desenhar um J com o indicador"),
    Signal("queen", "Q", "dois dedos juntos para baixo"),
    Signal("full", "mão cheia", "inflar a boca"),
    Signal("empty", "mão vazia", "negar com a cabeça"),
)
SIGNALS_CEGO: Final = (
    Signal("espadao", "1E", "piscar o olho direito"),
    Signal("bastiao", "1B", "piscar o olho esquerdo"),
    Signal("seven_swords", "7E", "torcer o canto direito do lábio"),
    Signal("seven_coins", "7O", "torcer o canto esquerdo do lábio"),
    Signal("three", "3", "morder o lábio"),
    Signal("two", "2", "um beijo discreto"),
    Signal("ace_coins", "1O", "inflar a bochecha direita"),
    Signal("ace_cups", "1C", "inflar a bochecha esquerda"),
    Signal("king", "12", "mão no queixo"),
)

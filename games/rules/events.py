"""What happens in a game, in the past tense. Judgements are events too, so that mending a rule never rewrites
an old game. `NAMES` gives each its versioned name; a changed event gets a new number."""

from dataclasses import dataclass
from typing import Final

Cards = tuple[str, ...]
Spoken = tuple[tuple[int, int | None], ...]
"""What was said, seat by seat: points, or None for "é bom"."""


@dataclass(frozen=True, slots=True)
class PackReady:
    """A pack lies ready to be cut; hidden from everyone. With `mix` it is shuffled again after the cut."""

    number: int
    dealer: int
    pack: Cards
    duel: tuple[int, ...] = ()
    salt: str = ""
    mix: bool = False


@dataclass(frozen=True, slots=True)
class PackCut:
    """The player before the dealer cut the pack at a position and named the end the cards come from."""

    seat: int
    at: int
    end: str


@dataclass(frozen=True, slots=True)
class PackMixed:
    """The cut pack was shuffled once more; hidden from everyone."""

    number: int
    pack: Cards


@dataclass(frozen=True, slots=True)
class CardTaken:
    """The cutter took the next card and looked at it."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class TakingEnded:
    """What became of the taken cards: kept, passed to the partner, or burnt face up."""

    seat: int
    kept: Cards = ()
    passed: Cards = ()
    partner: int | None = None
    burnt: Cards = ()


@dataclass(frozen=True, slots=True)
class HandDealt:
    """A hand was dealt: each seat's cards in the order dealt, the turned card, the rest of the pack."""

    number: int
    dealer: int
    cards: tuple[Cards, ...]
    vira: str | None = None
    stock: Cards | None = None
    duel: tuple[int, ...] = ()
    blind: bool = False
    salt: str = ""


@dataclass(frozen=True, slots=True)
class CardLaidAside:
    """The lone player of three laid one of four cards aside, face down."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A seat played a card; covered, its face stays hidden until the game ends."""

    seat: int
    card: str
    covered: bool = False


@dataclass(frozen=True, slots=True)
class TrickWon:
    """The best card took the trick; its player leads the next."""

    seat: int


@dataclass(frozen=True, slots=True)
class TrickTied:
    """The best cards of both teams were level; this seat leads the next."""

    leader: int


@dataclass(frozen=True, slots=True)
class StakeRaised:
    """A seat offered to lift the stake to this value; raising in answer accepts the offer before."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class RaiseAccepted:
    """The offer stands: the hand is worth this much."""

    seat: int
    stake: int


@dataclass(frozen=True, slots=True)
class RaiseRefused:
    """A seat ran from the offer."""

    seat: int


@dataclass(frozen=True, slots=True)
class RaisedAtMatchPoint:
    """A seat raised in a hand where raising loses it."""

    seat: int


@dataclass(frozen=True, slots=True)
class HandConceded:
    """A seat gave up the hand on its own turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class MatchPointAccepted:
    """The team at match point goes."""

    seat: int


@dataclass(frozen=True, slots=True)
class MatchPointRefused:
    """The team at match point runs."""

    seat: int


@dataclass(frozen=True, slots=True)
class CardsSwapped:
    """A seat showed its hand and drew three new cards."""

    seat: int
    shown: Cards
    drawn: Cards


@dataclass(frozen=True, slots=True)
class RoyalFamilyClaimed:
    """A seat says that its cards are all queens, jacks and kings."""

    seat: int


@dataclass(frozen=True, slots=True)
class ClaimAccepted:
    """The claim was believed: the claimer draws three new cards, the old ones stay unseen."""

    seat: int
    claimer: int
    drawn: Cards


@dataclass(frozen=True, slots=True)
class ClaimDoubted:
    """The claim was doubted and the claimer's cards were shown."""

    seat: int
    claimer: int
    shown: Cards
    true: bool


@dataclass(frozen=True, slots=True)
class EnvidoCalled:
    """A seat called, or raised, the envido: `envido`, `real_envido` or `falta_envido`."""

    seat: int
    call: str


@dataclass(frozen=True, slots=True)
class EnvidoAccepted:
    """The envido will be compared for this many points."""

    seat: int
    worth: int


@dataclass(frozen=True, slots=True)
class EnvidoRefused:
    """A seat ran from the envido."""

    seat: int


@dataclass(frozen=True, slots=True)
class PointsDeclared:
    """A seat said its points, or "é bom" (None)."""

    seat: int
    points: int | None


@dataclass(frozen=True, slots=True)
class FlorCalled:
    """A seat sang its flor, as the first or in answer to another."""

    seat: int


@dataclass(frozen=True, slots=True)
class FlorDeclined:
    """A seat that holds a flor gives way to the one sung: `achico`, or `refuse`."""

    seat: int
    how: str


@dataclass(frozen=True, slots=True)
class ContraflorCalled:
    """A seat met a flor with contraflor, or with contraflor and the rest."""

    seat: int
    resto: bool


@dataclass(frozen=True, slots=True)
class ContraflorAnswered:
    """The contraflor was accepted or refused."""

    seat: int
    accepted: bool


@dataclass(frozen=True, slots=True)
class PointsAwarded:
    """Points paid apart from the hand: for `envido` or `flor`, with what was spoken."""

    team: int
    points: int
    purpose: str
    spoken: Spoken = ()


@dataclass(frozen=True, slots=True)
class HandScored:
    """The hand ended: who won it (None: nobody), the points of the whole hand and the score after it."""

    winner: int | None
    points: tuple[int, ...]
    score: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class GameWon:
    """A team (with three players, a seat) reached the target."""

    winner: int
    score: tuple[int, ...]


Event = (
    PackReady
    | PackCut
    | PackMixed
    | CardTaken
    | TakingEnded
    | HandDealt
    | CardLaidAside
    | CardPlayed
    | TrickWon
    | TrickTied
    | StakeRaised
    | RaiseAccepted
    | RaiseRefused
    | RaisedAtMatchPoint
    | HandConceded
    | MatchPointAccepted
    | MatchPointRefused
    | CardsSwapped
    | RoyalFamilyClaimed
    | ClaimAccepted
    | ClaimDoubted
    | EnvidoCalled
    | EnvidoAccepted
    | EnvidoRefused
    | PointsDeclared
    | FlorCalled
    | FlorDeclined
    | ContraflorCalled
    | ContraflorAnswered
    | PointsAwarded
    | HandScored
    | GameWon
)


def _name(event: type) -> str:
    """`CardPlayed` → `card_played/1`."""
    words = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in event.__name__)
    return f"{words.lstrip('_')}/1"


ALL: Final[dict[str, type]] = {_name(event): event for event in Event.__args__}
NAMES: Final[dict[type, str]] = {event: name for name, event in ALL.items()}

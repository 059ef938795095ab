"""What is remembered of a game: immutable values that compare equal when the same things happened.

Everything is a NamedTuple: `_replace` is the fastest immutable update Python has, and a hand is replayed
hundreds of thousands of times a second."""

from typing import NamedTuple

from games.rules.options import Rules

Cards = tuple[str, ...]


class Play(NamedTuple):
    """A card on the table."""

    seat: int
    card: str
    covered: bool


class Trick(NamedTuple):
    """A finished trick; `winner` is a seat, None when it was tied."""

    leader: int
    plays: tuple[Play, ...]
    winner: int | None


class Deal(NamedTuple):
    """What stays the same through a hand: who deals and plays in which order, the turned card, its kind.

    `sides` gives each seat's side (0 or 1; -1 when it sits out a duel); `kind` is `normal`, `match_point`
    or `iron`."""

    rules: Rules
    number: int
    dealer: int
    order: tuple[int, ...]
    sides: tuple[int, ...]
    vira: str | None
    kind: str
    blind: bool
    score: tuple[int, ...]
    duel: tuple[int, ...] = ()


class Offer(NamedTuple):
    """A raise that awaits its answer: who made it, and the rung it would lift the stake to."""

    seat: int
    rung: int


class EnvidoState(NamedTuple):
    """The envido of a hand: the calls so far, who called last, and where it stands.

    `stage` is `open`, `declaring` (players speak their points), `pending` (spoken, checked when the hand
    ends) or `done`."""

    chain: tuple[str, ...]
    seat: int
    stage: str = "open"
    worth: int = 0
    spoken: tuple[tuple[int, int | None], ...] = ()


class FlorState(NamedTuple):
    """The flores of a hand: who sang, who must be answered, and where it stands.

    `stage` is `asked`, `contraflor`, `resto`, `comparing` (when the hand ends) or `done`; `asker` is the seat
    whose call awaits an answer; `winner` the side that was paid."""

    called: tuple[int, ...]
    asker: int
    stage: str = "asked"
    winner: int | None = None


class Award(NamedTuple):
    """Points paid apart from the hand."""

    team: int
    points: int
    purpose: str
    spoken: tuple[tuple[int, int | None], ...]


class Cut(NamedTuple):
    """The pack before the deal. `drawn` is how many cards were taken from its front so far.

    For a record, `cards` and `vira` say what the dealer dealt afterwards, and `pack` is the stock. `mix`
    tells that the pack is to be shuffled once more after the cut."""

    pack: Cards
    done: bool = False
    taken: Cards = ()
    settled: bool = False
    kept: Cards = ()
    passed: Cards = ()
    partner: int | None = None
    burnt: Cards = ()
    cards: tuple[Cards, ...] | None = None
    vira: str | None = None
    salt: str = ""
    mix: bool = False


class Extras(NamedTuple):
    """What most hands never need: points paid apart, envido, flor, exchanges, the cut."""

    points: tuple[int, ...] = (0, 0)
    awards: tuple[Award, ...] = ()
    envido: EnvidoState | None = None
    flor: FlorState | None = None
    claimer: int | None = None
    swapped: tuple[int, ...] = ()
    shown: tuple[tuple[int, Cards], ...] = ()
    aside: str | None = None
    cut: Cut | None = None


class Outcome(NamedTuple):
    """How a hand ended."""

    winner: int | None
    points: tuple[int, ...]
    reason: str


class Hand(NamedTuple):
    """One hand. `dealt` and `held` are by seat; `deciding` is the side that must go or run; `rung` counts
    accepted raises and `raiser` is the side of the last; `stock` is None when it was never recorded."""

    deal: Deal
    dealt: tuple[Cards, ...]
    held: tuple[Cards, ...]
    stock: Cards | None
    deciding: int | None
    leader: int
    turn: int
    table: tuple[Play, ...] = ()
    tricks: tuple[Trick, ...] = ()
    rung: int = 0
    raiser: int | None = None
    offer: Offer | None = None
    extras: Extras = Extras()
    outcome: Outcome | None = None

    @property
    def stake(self) -> int:
        """What the hand is worth now."""
        deal = self.deal
        if deal.kind != "normal" and deal.rules.match_point:
            return deal.rules.match_point.stake
        return deal.rules.ladder[self.rung]

    @property
    def score_now(self) -> tuple[int, ...]:
        """The score with what was already paid in this hand, not capped."""
        return tuple(a + b for a, b in zip(self.deal.score, self.extras.points, strict=True))

    def has_played(self, seat: int) -> bool:
        """Whether the seat has played a card in this hand."""
        return bool(self.tricks) or any(play.seat == seat for play in self.table)

    def after(self, seat: int) -> int:
        """The next seat in play order."""
        order = self.deal.order
        return order[(order.index(seat) + 1) % len(order)]


class Game(NamedTuple):
    """Hands until a team reaches the target. `score` is by team, by seat with three players.

    `duels` are those still to be played of the current round of duels; `together` tells that the last
    round was a hand all together."""

    rules: Rules
    score: tuple[int, ...]
    dealer: int
    hand_no: int = 0
    hand: Hand | None = None
    winner: int | None = None
    duels: tuple[tuple[int, int], ...] = ()

    @property
    def finished(self) -> bool:
        """Whether a team has won."""
        return self.winner is not None

    @property
    def needs_deal(self) -> bool:
        """Whether the next thing to happen is a deal."""
        return self.winner is None and (self.hand is None or self.hand.outcome is not None)

    @property
    def needs_mix(self) -> bool:
        """Whether the next thing to happen is that the cut pack is shuffled once more."""
        cut = self.hand.extras.cut if self.hand else None
        return cut is not None and cut.done and cut.mix


def new_game(rules: Rules, dealer: int = 0) -> Game:
    """A game that has not begun: nothing scored, this seat deals first."""
    return Game(rules, (0,) * rules.scores, dealer)

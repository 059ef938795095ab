"""The deals as everybody may see them: what is committed to and awaited now, and all that is needed to check
a hand that was dealt. Nothing here depends on who asks, but for the promise of their own seat."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from games.codec import CODEC
from games.errors import NoSuchHand
from games.rules import events as cards
from games.rules.cards import CORINGA
from games.rules.fair import PROTOCOL, Chain, Cut, Pack, Secret, shuffled
from games.rules.table import Table
from games.rules.table.events import (
    HandCommitted,
    HandsRevealed,
    PackShuffled,
    RevealedSecret,
    SeedGiven,
    TableOpened,
)
from games.rules.table.fairness import seeds_taken, wait_ends_ms, waited_for
from games.spectating import sight
from games.states import moment, stream_of
from truco_api.eventstore import load

Data = dict[str, Any]


def deal_json(table: Table, seat: int | None) -> Data:
    """Where the deals of a table stand."""
    deals = table.deals
    ends_ms, last, following = wait_ends_ms(table), deals.last, deals.next
    return {
        "protocol": PROTOCOL,
        "reveal": deals.terms.reveal.value,
        "seed_seconds": deals.terms.seed_seconds,
        "dealt": last
        and {
            "number": last.committed.number,
            "commitment": last.committed.commitment,
            "seeds": sources(last.seeds),
        },
        "next": following
        and {
            "number": following.number,
            "commitment": following.commitment,
            "promised": [at for at, chain in enumerate(following.promises) if chain is not None],
            "given": [at for at, seed in enumerate(deals.seeds) if seed is not None],
            "taken": seeds_taken(table),
        },
        "waiting_for": list(waited_for(table)),
        "waits_until": None if ends_ms is None else moment(ends_ms).isoformat(timespec="milliseconds"),
        "your_promise": None if seat is None else _promise(deals.chains[seat]),
    }


def sources(seeds: tuple[str | None, ...]) -> list[str]:
    """Whose seed each seat's is: its "device"'s, or the "server"'s for want of one."""
    return ["server" if seed is None else "device" for seed in seeds]


def fairness_json(game_id: UUID, number: int, actor: str | None) -> Data:
    """All that is needed to check the deal of a hand; `revealed` and `pack` are null before the reveal.

    NoSuchHand until there is a commitment to this hand.
    """
    told = Told(number)
    for recorded in load(stream_of(game_id), until=sight(game_id, actor).state.version):
        told.hear(recorded.version, CODEC.decode(recorded))
    return told.json(str(game_id))


@dataclass
class Told:
    """What the events of a game say about the deal of one hand, and at which versions they say it."""

    number: int
    players: int = 0
    committed: HandCommitted | None = None
    given: dict[int, SeedGiven] = field(default_factory=dict)
    cut: cards.PackCut | None = None
    taken: Pack = ()
    shuffled: PackShuffled | None = None
    dealt: cards.HandDealt | None = None
    revealed: RevealedSecret | None = None
    versions: dict[str, int] = field(default_factory=dict)

    def hear(self, version: int, event: object) -> None:
        """This happened next."""
        match event:
            case TableOpened(players=players):
                self.players = players
            case HandCommitted(number=self.number):
                self.committed, self.versions["committed"] = event, version
            case SeedGiven(number=self.number):
                self.given[version] = event
            case PackShuffled(number=self.number):
                self.shuffled, self.versions["shuffled"] = event, version
            case HandsRevealed(hands):
                self.revealed = next((one for one in hands if one.number == self.number), self.revealed)
            case cards.HandDealt(number=self.number):
                self.dealt, self.versions["dealt"] = event, version
            case cards.PackCut() if self.laid:
                self.cut, self.versions["cut"] = event, version
            case cards.CardTaken(card=card) if self.shuffled and not self.dealt:
                self.taken = (*self.taken, card)
            case cards.PackReady(number=self.number):
                self.versions["laid"] = version

    @property
    def laid(self) -> bool:
        """Whether the pack lies ready to be cut."""
        return "laid" in self.versions and "cut" not in self.versions

    @property
    def where_cut(self) -> Cut | None:
        """Where the pack was cut, if it was."""
        return None if self.cut is None else (self.cut.at, self.cut.end)

    def hands(self) -> list[tuple[int, Pack]]:
        """Seats and what was dealt to them, in the order of dealing, without the cards taken before."""
        if self.dealt is None:
            return []
        order = [(self.dealt.dealer + 1 + step) % self.players for step in range(self.players)]
        cards_of = [(seat, self.dealt.cards[seat]) for seat in order if self.dealt.cards[seat]]
        return [(seat, tuple(c for c in held if c not in self.taken)) for seat, held in cards_of]

    def is_dealt_from(self, pack: Pack) -> bool:
        """Whether the cards came from this pack: those taken, the hands in order, the card turned (a joker is
        passed over), the rest."""
        assert self.dealt is not None, "asked of hands that were dealt"
        top = (*self.taken, *(card for _, held in self.hands() for card in held))
        rest = pack[len(top) :]
        if self.dealt.vira is not None:
            if self.dealt.vira != next((card for card in rest if card != CORINGA), None):
                return False
            rest = tuple(card for card in rest if card != self.dealt.vira)
        return pack[: len(top)] == top and rest == self.dealt.stock

    def json(self, game: str) -> Data:
        """The answer."""
        if self.committed is None:
            raise NoSuchHand
        open_ = self.revealed is not None and self.shuffled is not None
        seeds = self.shuffled.seeds if self.shuffled else None
        return {
            "game": game,
            "number": self.number,
            "protocol": self.committed.protocol,
            "players": self.players,
            "commitment": self.committed.commitment,
            "promises": [_promise(chain) for chain in self.committed.promises],
            "seeds": None if seeds is None else list(seeds),
            "sources": None if seeds is None else sources(seeds),
            "cut": self.cut and {"at": self.cut.at, "from": self.cut.end},
            "revealed": self.revealed and {"salt": self.revealed.salt, "pack": list(self.revealed.pack)},
            "pack": list(self._pack(game)) if open_ else None,
            "dealt": self._dealt() if open_ and self.dealt else None,
            "versions": {**self.versions, "seeds": list(self.given)},
        }

    def _pack(self, game: str) -> Pack:
        assert self.revealed is not None, "asked of hands that are revealed"
        assert self.shuffled is not None, "asked of hands that were dealt"
        secret = Secret(self.revealed.salt, self.revealed.pack)
        return shuffled(game, self.number, secret, self.shuffled.seeds, self.where_cut)

    def _dealt(self) -> Data:
        assert self.dealt is not None, "asked of hands that were dealt"
        return {
            "taken": list(self.taken),
            "hands": [{"seat": seat, "cards": list(held)} for seat, held in self.hands()],
            "vira": self.dealt.vira,
            "rest": list(self.dealt.stock or ()),
        }


def _promise(chain: Chain | None) -> Data | None:
    return None if chain is None else {"base": chain.base, "value": chain.value}

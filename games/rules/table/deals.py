"""The deals of a table: what is committed to, which seeds are promised, and what the next deal awaits.

A hand is fixed in this order, and nobody can turn it round: the devices promise (a chain's end), the server
commits to a secret and to the promises that count, the devices give the seeds they promised, and the pack
follows. With a cut they give them only after it, so that whoever cuts cannot be told what a cut would bring.
"""

import sys
from enum import StrEnum
from typing import Final, NamedTuple

from games.rules.fair import Chain, Cut, Secret

LONGEST_WAIT: Final = 60


class Reveal(StrEnum):
    """When the secrets of the deals, and with them every card, are shown to everybody."""

    GAME = "game"
    """When the game has ended, as covered cards demand."""
    HAND = "hand"
    """At the end of each hand."""


class DealTerms(NamedTuple):
    """A table's terms for its deals: for how many seconds one waits for seeds, and what is shown when."""

    seed_seconds: int = 0
    reveal: Reveal = Reveal.GAME


class Committed(NamedTuple):
    """A hand that is committed to: its number, the commitment, and the promises that count, by seat."""

    number: int
    commitment: str
    promises: tuple[Chain | None, ...]


class Shuffled(NamedTuple):
    """The hand dealt last: its commitment, and each seat's seed (None: the server's)."""

    committed: Committed
    seeds: tuple[str | None, ...]


class Kept(NamedTuple):
    """The secret of a hand that is not revealed yet."""

    number: int
    secret: Secret


class Deals(NamedTuple):
    """Where the deals stand. `game` is the game's id, to which every value is bound.

    `chains` is the newest known value of each seat's chain; `next` the hand that is committed and not dealt,
    `seeds` those given for it. `silent` seats let the last wait run out and are waited for no more until they
    are heard of again. `cut` is where the next hand's pack was cut. `since_ms` is when that hand became due.
    """

    game: str
    terms: DealTerms
    chains: tuple[Chain | None, ...]
    seeds: tuple[str | None, ...]
    silent: tuple[bool, ...]
    committed: int = 0
    next: Committed | None = None
    last: Shuffled | None = None
    kept: tuple[Kept, ...] = ()
    cut: Cut | None = None
    since_ms: int = 0

    @property
    def secret(self) -> Secret:
        """What is committed to for the next hand."""
        assert self.next is not None, "asked for once there is a commitment"
        return self.kept[-1].secret

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats whose promise counts for the next hand and whose seed is not in."""
        promises = self.next.promises if self.next else ()
        return tuple(
            seat for seat, promise in enumerate(promises) if promise is not None and self.seeds[seat] is None
        )


def fresh(game: str, terms: DealTerms, players: int) -> Deals:
    """No promise, no commitment."""
    return Deals(game, terms, (None,) * players, (None,) * players, (False,) * players)


def promised(deals: Deals, seat: int, anchor: str | None) -> Deals:
    """A device's promise from the next commitment on, in the place of any before; None takes it back."""
    chain = None if anchor is None else Chain(deals.committed, anchor)
    return deals._replace(chains=_put(deals.chains, seat, chain), silent=_put(deals.silent, seat, False))


def committed(deals: Deals, hand: Committed, secret: Secret) -> Deals:
    """A secret is fixed, and with it which promises count."""
    # A pack repeats the same few texts; read from a store they would be others each time.
    kept = Kept(hand.number, Secret(secret.salt, tuple(map(sys.intern, secret.pack))))
    return deals._replace(
        committed=hand.number, next=hand, seeds=(None,) * len(deals.seeds), kept=(*deals.kept, kept)
    )


def given(deals: Deals, seat: int, number: int, seed: str) -> Deals:
    """A seed has come; the chain goes on from it, unless the device has begun another meanwhile."""
    counted = deals.next.promises[seat] if deals.next else None
    chain = Chain(number, seed) if deals.chains[seat] == counted else deals.chains[seat]
    return deals._replace(
        chains=_put(deals.chains, seat, chain),
        seeds=_put(deals.seeds, seat, seed),
        silent=_put(deals.silent, seat, False),
    )


def shuffled(deals: Deals) -> Deals:
    """The pack has followed from all that; who was waited for in vain is not waited for again."""
    assert deals.next is not None, "a pack follows from a commitment"
    late = deals.missing
    return deals._replace(
        next=None,
        cut=None,
        last=Shuffled(deals.next, deals.seeds),
        silent=tuple(was or seat in late for seat, was in enumerate(deals.silent)),
    )


def revealed(deals: Deals, numbers: tuple[int, ...]) -> Deals:
    """These secrets need not be kept any longer."""
    return deals._replace(kept=tuple(one for one in deals.kept if one.number not in numbers))


def _put(values: tuple, place: int, value: object) -> tuple:  # type: ignore[type-arg]
    return (*values[:place], value, *values[place + 1 :])

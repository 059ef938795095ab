"""Packs stacked as a test wants them, by the front door: the server's pack is such that they follow."""

from collections.abc import Sequence

from games.rules import fair
from games.rules.fair import Secret
from games.rules.options import Rules
from games.rules.table import Table
from games.rules.table.commands import CommitHand, DealHand

SALT = "0123456789abcdef" * 4


def secret_for(game: str, number: int, seats: int, pack: Sequence[str], salt: str = SALT) -> Secret:
    """What to commit to so that this pack follows when no device gives a seed."""
    places = fair.shuffled(game, number, Secret(salt, tuple(map(str, range(len(pack))))), (None,) * seats)
    before = [""] * len(pack)
    for card, place in zip(pack, places, strict=True):
        before[int(place)] = card
    return Secret(salt, tuple(before))


def on_top(rules: Rules, cards: Sequence[str]) -> tuple[str, ...]:
    """The whole pack with these cards first."""
    return (*cards, *(card for card in rules.pack if card not in cards))


def dealing(table: Table, pack: Sequence[str] | None = None, at_ms: int = 0) -> tuple[CommitHand, DealHand]:
    """The two commands that deal the next hand of a table from this pack; None: any."""
    deals, seats = table.deals, len(table.seats)
    secret = secret_for(deals.game, deals.committed + 1, seats, pack or table.rules.pack)
    return CommitHand(secret, at_ms), DealHand(at_ms)

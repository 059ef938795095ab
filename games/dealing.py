"""Chance: the only place of a game where something is drawn."""

from random import SystemRandom
from secrets import token_hex
from typing import Final

from games.rules.fair import Secret
from games.rules.options import Rules
from games.rules.table import Table

CHANCE: Final = SystemRandom()


def draw_secret(table: Table) -> Secret:
    """What the server commits to for a hand: the whole pack in an order nobody can foresee, and a salt."""
    pack = list(table.rules.pack)
    CHANCE.shuffle(pack)
    return Secret(token_hex(32), tuple(pack))


def draw_dealer(rules: Rules) -> int:
    """The seat that deals first."""
    return CHANCE.randrange(rules.players)

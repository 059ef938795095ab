"""Chance: the only place of a game where something is drawn."""

from random import SystemRandom
from typing import Final

from games.rules.options import Rules
from truco_api.eventstore import salt

CHANCE: Final = SystemRandom()


def shuffled(rules: Rules) -> tuple[tuple[str, ...], str]:
    """The whole pack in an order nobody can foresee, and the salt that keeps it from being guessed."""
    pack = list(rules.pack)
    CHANCE.shuffle(pack)
    return tuple(pack), salt()


def draw_dealer(rules: Rules) -> int:
    """The seat that deals first."""
    return CHANCE.randrange(rules.players)

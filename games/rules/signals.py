"""Signals of the table. They are no action of the rules: they may be false and never change the state."""

from collections.abc import Mapping

from games.rules.errors import SignalNotAllowed
from games.rules.moves import Move
from games.rules.options import Rules

SIGNAL_TYPES = ("signal", "watch")


def check(rules: Rules, seat: int, move: Move) -> None:
    """Raise SignalNotAllowed unless the table plays with this signal, or with watching that player."""
    if rules.signals == "off" or (move.type == "watch" and rules.signals != "watch"):
        raise SignalNotAllowed
    if move.type == "signal" and move.sign not in {signal.code for signal in rules.variant.signals}:
        raise SignalNotAllowed
    if move.type == "watch" and (move.target == seat or move.target not in range(rules.players)):
        raise SignalNotAllowed


def first_watched(rules: Rules, seat: int) -> int:
    """Whom a player watches to begin with: a partner, or the other player of two."""
    return (seat + 2) % rules.players if rules.players > 3 else (seat + 1) % rules.players


def seen_by(rules: Rules, watching: Mapping[int, int], seat: int) -> frozenset[int]:
    """The seats that see a signal of this seat: itself, and its partners or whoever watches it."""
    seats = range(rules.players)
    if rules.signals == "partner":
        return frozenset(own for own in seats if own == seat or (rules.scores == 2 and own % 2 == seat % 2))
    return frozenset(
        own for own in seats if own == seat or watching.get(own, first_watched(rules, own)) == seat
    )

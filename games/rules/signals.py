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


def first_watched(rules: Rules, seat: int, lone: int | None = None) -> int:
    """Whom a player watches to begin with: a partner, or else the next player.

    `lone` is who plays alone against a pair, where three play."""
    partners = [own for own in _from(rules, seat) if _partners(rules, own, seat, lone)]
    return partners[0] if partners else (seat + 1) % rules.players


def seen_by(rules: Rules, watching: Mapping[int, int], seat: int, lone: int | None = None) -> frozenset[int]:
    """The seats that see a signal of this seat: itself, and its partners or whoever watches it."""
    others = _from(rules, seat)
    if rules.signals == "partner":
        return frozenset((seat, *(own for own in others if _partners(rules, own, seat, lone))))
    watchers = (own for own in others if watching.get(own, first_watched(rules, own, lone)) == seat)
    return frozenset((seat, *watchers))


def _from(rules: Rules, seat: int) -> list[int]:
    """The other seats, in play order."""
    return [(seat + step) % rules.players for step in range(1, rules.players)]


def _partners(rules: Rules, one: int, other: int, lone: int | None) -> bool:
    """Whether two seats play together; of three, the pair do."""
    return lone not in (None, one, other) if rules.scores == 3 else one % 2 == other % 2

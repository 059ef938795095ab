"""The table of points: what each kind of outcome is worth to both sides."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from tournaments.rules.outcomes import MatchResult, Outcome, Pair


def _first(*values: int | None) -> int:
    """The first value that is stated; the last one always is."""
    return next(value for value in values if value is not None)


@dataclass(frozen=True, slots=True)
class PointsTable:
    """Points by kind of outcome, any of them negative.

    A kind that is None is worth what the plain win, draw or loss of that score is worth; a double walkover
    is a walkover lost by both. `by_legs` is keyed by the legs of winner and loser and pays both.
    """

    win: int = 3
    draw: int = 1
    loss: int = 0
    walkover_win: int | None = None
    walkover_loss: int | None = None
    double_walkover: int | None = None
    abandon_win: int | None = None
    abandon_loss: int | None = None
    adjudicated_win: int | None = None
    adjudicated_draw: int | None = None
    adjudicated_loss: int | None = None
    bye: int | None = None
    not_played: int = 0
    by_legs: Mapping[Pair, Pair] = field(default_factory=lambda: MappingProxyType({}))


KINDS = tuple(name for name in PointsTable.__dataclass_fields__ if name != "by_legs")
"""The names of the kinds, as a record writes them."""


def award(table: PointsTable, match: MatchResult) -> Pair:
    """The points of home and away: those the match states itself, else those of its kind."""
    if match.counts.points is not None:
        return match.counts.points
    if match.outcome is Outcome.NOT_PLAYED:
        return table.not_played, table.not_played
    if match.outcome is Outcome.DOUBLE_WALKOVER:
        both = _first(table.double_walkover, table.walkover_loss, table.loss)
        return both, both
    side = match.winning_side
    if side is None:
        return _of_a_draw(table, match)
    of_winner, of_loser = _of_a_win(table, match, side)
    return (of_winner, of_loser) if side == 0 else (of_loser, of_winner)


def _of_a_draw(table: PointsTable, match: MatchResult) -> Pair:
    if match.outcome is Outcome.ADJUDICATED and table.adjudicated_draw is not None:
        return table.adjudicated_draw, table.adjudicated_draw
    return table.by_legs.get(match.counted_legs, (table.draw, table.draw))


def _of_a_win(table: PointsTable, match: MatchResult, side: int) -> Pair:
    """Points of winner and loser; a kind without points of its own falls back on the score in legs."""
    legs = match.counted_legs
    win, loss = table.by_legs.get((legs[side], legs[1 - side]), (table.win, table.loss))
    if match.away is None:
        return _first(table.bye, table.walkover_win, win), 0
    match match.outcome:
        case Outcome.WALKOVER:
            return _first(table.walkover_win, win), _first(table.walkover_loss, loss)
        case Outcome.ABANDONED:
            return _first(table.abandon_win, win), _first(table.abandon_loss, loss)
        case Outcome.ADJUDICATED:
            return _first(table.adjudicated_win, win), _first(table.adjudicated_loss, loss)
        case _:
            return win, loss

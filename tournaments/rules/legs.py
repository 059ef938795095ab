"""Whether legs on a score sheet can have ended as it says, and who won the match by them."""

from typing import Any

from tournaments.rules.commands import Legs
from tournaments.rules.errors import ImplausibleScore
from truco_api.errors import gettext_noop


def needed(best_of: int) -> int:
    """The legs that win a match of the best of `best_of`."""
    return best_of // 2 + 1


def winner_of_leg(score: tuple[int, int], target: int) -> int | None:
    """The side that reached the target while the other stayed below, or None if no leg ends so."""
    reached = tuple(tentos == target for tentos in score)
    if any(type(tentos) is not int or not 0 <= tentos <= target for tentos in score) or sum(reached) != 1:
        return None
    return reached.index(True)


def winner_of_match(legs: Legs, *, best_of: int, target: int) -> int:
    """The side (0 or 1) that won; ImplausibleScore, naming the leg, when a match cannot have ended so."""
    if not legs:
        raise _implausible("legs", gettext_noop("No leg was entered."))
    won = [0, 0]
    for index, score in enumerate(legs):
        if max(won) == needed(best_of):
            why = gettext_noop("Leg {leg} was not to be played, the match was decided before.")
            raise _implausible(f"legs.{index}", why, leg=index + 1)
        winner = winner_of_leg(score, target) if len(score) == 2 else None
        if winner is None:
            why = gettext_noop("Leg {leg} ends when exactly one side has {target} tentos.")
            raise _implausible(f"legs.{index}", why, leg=index + 1, target=target)
        won[winner] += 1
    if max(won) < needed(best_of):
        why = gettext_noop("Nobody has won {needed} legs yet.")
        raise _implausible("legs", why, needed=needed(best_of))
    return 0 if won[0] > won[1] else 1


def _implausible(field: str, why: str, **params: Any) -> ImplausibleScore:
    return ImplausibleScore(why, field=field, **params)

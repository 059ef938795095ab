"""Whether legs on a score sheet can have ended as it says, and who won the match by them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.rules.command_base import Legs
from tournaments.rules.errors import ImplausibleScore
from tournaments.rules.errors_stages import TimeNotUp
from tournaments.rules.events import LegDetail
from tournaments.rules.regulation import MatchRule
from truco_api.errors import gettext_noop


def needed(best_of: int) -> int:
    """The legs that win a match of the best of `best_of`."""
    return best_of // 2 + 1


@dataclass(frozen=True, slots=True)
class Terms:
    """What legs are judged by: how the match is won, the target, and what its time has come to.

    `expired` is "" while there is time, else the policy: "match_point", "referee" or "leader". At several
    `boards`, legs may still end after the match is decided; they are noted and do not count.
    """

    rule: MatchRule
    target: int
    expired: str = ""
    boards: int = 1


def winner_of_leg(score: tuple[int, int], target: int) -> int | None:
    """The side that reached the target while the other stayed below, or None if no leg ends so."""
    reached = tuple(tentos == target for tentos in score)
    if any(type(tentos) is not int or not 0 <= tentos <= target for tentos in score) or sum(reached) != 1:
        return None
    return reached.index(True)


def leader_of_leg(score: tuple[int, int], target: int) -> int | None:
    """The side that was ahead when the bell stopped a leg, or None if no leg stops so."""
    if any(type(tentos) is not int or not 0 <= tentos <= target for tentos in score):
        return None
    return None if score[0] == score[1] else int(score[1] > score[0])


def won(legs: Legs, rule: MatchRule, winners: Sequence[int] | None = None) -> int | None:
    """The side that has won the legs it needs by these; `winners` are those of the legs, unless tentos tell.

    None while the match is open, and where it has ended in a draw (see `is_over`).
    """
    sides = [int(away > home) for home, away in legs] if winners is None else winners
    score = [0, 0]
    for side in sides:
        score[side] += 1
        if rule.first_to and score[side] == rule.first_to:
            return side
    if len(legs) < rule.legs or score[0] == score[1]:
        return by_tentos(legs) if rule.level == "tentos" and len(legs) == rule.legs else None
    return int(score[1] > score[0])


def is_over(legs: Legs, rule: MatchRule, winners: Sequence[int] | None = None) -> bool:
    """Whether no more legs are to be played after these."""
    return won(legs, rule, winners) is not None or (len(legs) >= rule.legs and rule.level == "draw")


def that_count(legs: Legs, rule: MatchRule) -> Legs:
    """The legs up to the one that decides the match, in the order in which they ended."""
    over = next((number for number in range(1, len(legs)) if is_over(legs[:number], rule)), len(legs))
    return legs[:over]


def winner_of_match(legs: Legs, terms: Terms, details: Sequence[LegDetail] = ()) -> int | None:
    """The side (0 or 1) that won, None for a draw; ImplausibleScore, naming the leg, if it cannot be so."""
    if not legs:
        raise _implausible("legs", gettext_noop("No leg was entered."))
    for index, score in enumerate(legs):
        if is_over(legs[:index], terms.rule) and terms.boards == 1:
            why = gettext_noop("Leg {leg} was not to be played, the match was decided before.")
            raise _implausible(f"legs.{index}", why, leg=index + 1)
        detail = details[index] if index < len(details) else LegDetail()
        _check_leg(index, score, terms, detail, last=index == len(legs) - 1)
    counted = that_count(legs, terms.rule)
    if is_over(counted, terms.rule):
        return won(counted, terms.rule)
    if terms.expired == "leader":
        return _leader(legs)
    why = gettext_noop("Nobody has won {needed} legs yet.")
    raise _implausible("legs", why, needed=terms.rule.first_to or terms.rule.legs)


def _check_leg(index: int, score: tuple[int, int], terms: Terms, detail: LegDetail, *, last: bool) -> None:
    """A leg ends at the target, the last at the bell with somebody ahead; from match point, by one tento."""
    target = terms.target
    winner = winner_of_leg(score, target) if len(score) == 2 else None
    if winner is None and len(score) == 2 and last and terms.expired == "leader":
        winner = leader_of_leg(score, target)
    if winner is None:
        why = gettext_noop("Leg {leg} ends when exactly one side has {target} tentos.")
        raise _implausible(f"legs.{index}", why, leg=index + 1, target=target)
    if not detail.at_match_point:
        return
    if terms.expired != "match_point":
        raise TimeNotUp(field=f"details.{index}.at_match_point", leg=index + 1)
    if score[1 - winner] != target - 1:
        why = gettext_noop("Leg {leg} began at {point} for both and cannot have ended so.")
        raise _implausible(f"legs.{index}", why, leg=index + 1, point=target - 1)


def _leader(legs: Legs) -> int | None:
    """Who is ahead at the bell: by legs, then by tentos; None if both are level."""
    home, away = sum(h > a for h, a in legs), sum(a > h for h, a in legs)
    return int(away > home) if home != away else by_tentos(legs)


def by_tentos(legs: Sequence[tuple[int, int]]) -> int | None:
    """The side with more tentos over all legs; None if both have as many."""
    home, away = sum(h for h, _ in legs), sum(a for _, a in legs)
    return None if home == away else int(away > home)


def _implausible(field: str, why: str, **params: Any) -> ImplausibleScore:
    return ImplausibleScore(why, field=field, **params)

"""Who may do what next: who is to act, who may raise, and why nobody else."""

from typing import Any, NamedTuple

from games.explain.reasons import Reason, reason, reason_json, side
from games.rules.legal import hand_moves, may_raise
from games.rules.moves import RAISE
from games.rules.state import Hand
from games.rules.table import Table
from truco_api.errors import gettext_noop as _


class Following(NamedTuple):
    """What may come after a step: the seats that are to act, those that may raise, and the rules for it."""

    to_act: tuple[int, ...] = ()
    may_raise: tuple[int, ...] = ()
    why: tuple[Reason, ...] = ()


def following(table: Table | None) -> Following:
    """What may come next at a table; nothing without one, or when hand or game is over."""
    hand = table.game.hand if table and table.game else None
    if table is None or hand is None or hand.outcome is not None or table.over:
        return Following()
    raising = tuple(sorted(seat for seat, moves in hand_moves(hand).items() if RAISE in moves))
    return Following(table.awaited, raising, tuple(_why(hand)))


def next_json(after: Following) -> dict[str, Any]:
    """The same for programs and, in the active language, for people."""
    return {
        "to_act": list(after.to_act),
        "may_raise": list(after.may_raise),
        "why": [reason_json(why) for why in after.why],
    }


def _why(hand: Hand) -> list[Reason]:
    deal = hand.deal
    if hand.deciding is not None:
        who = side(deal, hand.deciding)
        return [reason("decides", _("{who} decides whether to play or to run."), who=who)]
    if deal.kind != "normal":
        return [_at_match_point(hand)]
    if hand.offer is not None:
        to = deal.rules.ladder[hand.offer.rung]
        who = side(deal, 1 - deal.sides[hand.offer.seat])
        return [reason("answers", _("{who} answers the raise to {to}."), who=who, to=to)]
    return [_raising(hand)]


def _at_match_point(hand: Hand) -> Reason:
    if hand.deal.rules.raise_at_match_point == "loses_hand":
        return reason("raise_loses", _("Whoever raises in this hand loses it."))
    return reason("no_raise", _("Nobody may raise in this hand."))


def _raising(hand: Hand) -> Reason:
    ladder = hand.deal.rules.ladder
    if hand.rung + 1 >= len(ladder):
        return reason("top_stake", _("There is no stake above {stake}."), stake=hand.stake)
    to = ladder[hand.rung + 1]
    if not any(may_raise(hand, team) for team in (0, 1)):
        return reason("no_use", _("A stake above {stake} is not needed to win."), stake=hand.stake)
    if hand.raiser is None:
        return reason("either_may_raise", _("Nobody has raised: either team may raise to {to}."), to=to)
    return reason(
        "other_may_raise",
        _("{raiser} raised last, so only {who} may raise, to {to}."),
        raiser=side(hand.deal, hand.raiser),
        who=side(hand.deal, 1 - hand.raiser),
        to=to,
    )

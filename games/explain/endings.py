"""Why a hand ends as it does: which tricks decided it, what it pays and to whom, and how the game stands."""

from collections.abc import Callable

from games.explain.reasons import Reason, player, reason, side
from games.rules.events import HandScored
from games.rules.state import Hand
from truco_api.errors import gettext_noop as _


def why_scored(hand: Hand, scored: HandScored) -> tuple[Reason, ...]:
    """Why the hand was won so, and what it paid."""
    why = list(_WHY[scored.reason](hand, scored))
    if scored.winner is not None and scored.reason in ("tricks", "all_tied", "conceded", "canga_lost"):
        why.append(reason("worth", _("The hand was worth {stake}."), stake=hand.stake))
    if hand.deal.kind == "iron" and scored.winner is not None:
        why.append(reason("iron", _("Whoever wins the iron hand wins the game.")))
    if scored.winner is None and scored.reason == "all_tied":
        dealer = player(hand.deal.dealer)
        why.append(reason("same_dealer", _("Nobody scores, and {who} deals again."), who=dealer))
    return tuple(why)


def _tricks(hand: Hand, scored: HandScored) -> list[Reason]:
    won = [None if trick.winner is None else hand.deal.sides[trick.winner] for trick in hand.tricks]
    who = side(hand.deal, scored.winner or 0)
    if won.count(scored.winner) >= 2:
        return [reason("two_tricks", _("{who} took two tricks."), who=who)]
    if won[0] is not None:
        tied = won.index(None) + 1
        return [reason("first_decides", _("Trick {tied} was tied, so the first decides."), tied=tied)]
    if won[1] is not None:
        return [reason("second_decides", _("The first trick was tied, so the second decides."))]
    return [reason("third_decides", _("The first two tricks were tied, so the third decides."))]


def _all_tied(hand: Hand, scored: HandScored) -> list[Reason]:
    why = [reason("three_ties", _("All three tricks were tied."))]
    match hand.deal.rules.all_tied:
        case "mao":
            mao = player(hand.deal.order[0])
            why.append(reason("mao_wins", _("The mão's team wins then: {who} played first."), who=mao))
        case "by_suit" if scored.winner is not None:
            order = " > ".join(reversed(hand.deal.rules.variant.suits))
            why.append(
                reason("suit_wins", _("The highest suit of the third trick wins then: {order}."), order=order)
            )
    return why


def _refused(hand: Hand, _scored: HandScored) -> list[Reason]:
    stake = hand.stake
    return [reason("refused", _("Running pays the stake before the raise: {stake}."), stake=stake)]


def _match_point_refused(hand: Hand, _scored: HandScored) -> list[Reason]:
    point = hand.deal.rules.match_point
    cost = point.run_cost if point else 0
    return [reason("ran_at_match_point", _("Running at match point costs {cost}."), cost=cost)]


def _just(code: str, template: str) -> Callable[[Hand, HandScored], list[Reason]]:
    return lambda _hand, _scored: [reason(code, template)]


_WHY: dict[str, Callable[[Hand, HandScored], list[Reason]]] = {
    "tricks": _tricks,
    "all_tied": _all_tied,
    "refused": _refused,
    "match_point_refused": _match_point_refused,
    "conceded": _just("conceded", _("The hand was given up, so the others score its stake.")),
    "raised_at_match_point": _just("raised_at_match_point", _("Whoever raises in this hand loses it.")),
    "canga_lost": _just(
        "canga_lost", _("Whoever raised last loses the hand when the first two tricks are tied.")
    ),
    "royal_family": _just("royal_family", _("A doubted claim pays three points to whoever was right.")),
    "target_reached": _just("target_reached", _("Points paid apart from the hand reached the target.")),
}

"""Who takes a trick, and when the tricks decide the hand. Section 3 of the rules."""

from typing import NamedTuple

from games.rules.cards import suit
from games.rules.state import Deal, Hand, Play
from games.rules.strength import COVERED, powers


class Taken(NamedTuple):
    """A trick's end: the seat that took it (None: tied between the teams) and the seat that leads next."""

    winner: int | None
    leader: int


def power_of(deal: Deal, play: Play, plays: tuple[Play, ...]) -> int:
    """The strength of a card among these plays: covered below all; a cup just above the zap it kills."""
    if play.covered:
        return COVERED
    table = powers(deal.rules, deal.vira)
    killer = deal.rules.variant.killer
    if killer and play.card in killer.cards and any(p.card == killer.prey and not p.covered for p in plays):
        return table[killer.prey] + 1
    return table[play.card]


def best_plays(deal: Deal, plays: tuple[Play, ...]) -> list[Play]:
    """The plays level at the top, in the order played."""
    if deal.rules.variant.killer is None:
        table = powers(deal.rules, deal.vira)
        strengths = [COVERED if play.covered else table[play.card] for play in plays]
    else:
        strengths = [power_of(deal, play, plays) for play in plays]
    top = max(strengths)
    return [play for play, strength in zip(plays, strengths, strict=True) if strength == top]


def take(deal: Deal, leader: int, plays: tuple[Play, ...]) -> Taken:
    """Who takes this full trick. Partners level at the top win it, and who played first leads;
    of two killers level at the top the later takes it; level between the teams is a tie."""
    best = best_plays(deal, plays)
    first = best[0]
    if len(best) == 1:
        return Taken(first.seat, first.seat)
    killer = deal.rules.variant.killer
    if killer and not first.covered and first.card in killer.cards:
        return Taken(best[-1].seat, best[-1].seat)
    if not first.covered and len({deal.sides[play.seat] for play in best}) == 1:
        return Taken(first.seat, first.seat)
    return Taken(None, first.seat if deal.rules.lead_after_tie == "first_tied" else leader)


class Decision(NamedTuple):
    """The hand is decided: for this side (None: for nobody), and why."""

    winner: int | None
    reason: str


def decision(hand: Hand) -> Decision | None:
    """Whether the finished tricks decide the hand. First tied: who takes the second; second or third tied:
    who took the first; first and second tied: who takes the third; all tied: as the table plays it."""
    deal = hand.deal
    won = [None if trick.winner is None else deal.sides[trick.winner] for trick in hand.tricks]
    if len(won) == 2:
        first, second = won
        if first is None and second is None:
            return _canga_lost(hand)
        if first is None or second is None or first == second:
            return Decision(second if first is None else first, "tricks")
        return None
    if len(won) < 3:
        return None
    first, _second, third = won
    if third is not None:
        return Decision(third, "tricks")
    return Decision(first, "tricks") if first is not None else Decision(_all_tied(hand), "all_tied")


def _canga_lost(hand: Hand) -> Decision | None:
    """Whoever raised says that they will win: with `raiser_must_win_canga` two ties lose them the hand."""
    if hand.deal.rules.raiser_must_win_canga and hand.raiser is not None:
        return Decision(1 - hand.raiser, "canga_lost")
    return None


def _all_tied(hand: Hand) -> int | None:
    """The side that wins three ties: nobody, the mão's, or that of the highest suit in the third trick."""
    deal = hand.deal
    match deal.rules.all_tied:
        case "mao":
            return deal.sides[deal.order[0]]
        case "by_suit":
            best = [play for play in best_plays(deal, hand.tricks[2].plays) if not play.covered]
            suits = deal.rules.variant.suits
            highest = max(best, key=lambda play: suits.index(suit(play.card)), default=None)
            return None if highest is None else deal.sides[highest.seat]
        case _:
            return None

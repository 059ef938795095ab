"""What is said of stakes, offers and answers: raises, running, the hand at match point."""

from games.explain.reasons import Explanation, player, reason, side
from games.rules import events as ev
from games.rules.state import Hand
from truco_api.errors import gettext_noop as _


def raised(event: ev.StakeRaised, hand: Hand) -> Explanation:
    """An offer; one that answers another has accepted it."""
    who = player(event.seat)
    why = []
    if hand.offer is not None:
        before = hand.deal.rules.ladder[hand.offer.rung]
        why.append(
            reason("accepted_before", _("By raising, the raise to {stake} is accepted."), stake=before)
        )
    elif hand.raiser is None:
        why.append(reason("first_raise", _("Nobody has raised in this hand before.")))
    else:
        last = side(hand.deal, hand.raiser)
        why.append(
            reason("not_twice", _("{team} raised last, so it was for the others to raise."), team=last)
        )
    return Explanation(reason("raise", _("{who} raises to {to}."), who=who, to=event.to), tuple(why))


def accepted(event: ev.RaiseAccepted, _hand: Hand) -> Explanation:
    """The offer stands."""
    who = player(event.seat)
    says = reason("accept", _("{who} accepts: the hand is worth {stake}."), who=who, stake=event.stake)
    return Explanation(says, (reason("goes_on", _("Play goes on where it stopped.")),))


def refused(event: ev.RaiseRefused, _hand: Hand) -> Explanation:
    """A seat ran."""
    return Explanation(reason("run", _("{who} runs from the raise."), who=player(event.seat)))


def raised_at_match_point(event: ev.RaisedAtMatchPoint, _hand: Hand) -> Explanation:
    """A raise in a hand where raising loses it."""
    says = reason("raise_in_vain", _("{who} raises where nobody may."), who=player(event.seat))
    return Explanation(says, (reason("raise_loses", _("Whoever raises in this hand loses it.")),))


def conceded(event: ev.HandConceded, _hand: Hand) -> Explanation:
    """A seat gave the hand up."""
    return Explanation(reason("concede", _("{who} gives up the hand."), who=player(event.seat)))


def went(event: ev.MatchPointAccepted, hand: Hand) -> Explanation:
    """The team at match point goes."""
    says = reason("go", _("{who} decides to play."), who=player(event.seat))
    worth = reason("worth_now", _("The hand is worth {stake}, and nobody may raise."), stake=hand.stake)
    hidden = reason("hidden_again", _("Partners no longer see each other's cards."))
    return Explanation(says, (worth, hidden))


def ran(event: ev.MatchPointRefused, _hand: Hand) -> Explanation:
    """The team at match point runs."""
    return Explanation(reason("run_at_match_point", _("{who} decides to run."), who=player(event.seat)))

"""What happened, in words, and why: the arbiter's view of a hand, step by step.

Reasons are made of what the viewer may see: of covered cards only that they are covered, of hands nothing.
"""

from collections.abc import Callable
from typing import Any

from games.explain import calls, dealing, points
from games.explain.endings import why_scored
from games.explain.reasons import Explanation, player, reason, reason_json, side
from games.explain.tricks import standing, why_tied, why_won
from games.explain.turns import Following, following, next_json
from games.rules import events as ev
from games.rules.state import Hand
from games.rules.table import Event, Table
from games.rules.table import events as table_events
from truco_api.errors import gettext_noop as _

__all__ = ["Explanation", "Following", "explain", "following", "next_json", "reason_json"]


def explain(before: Table, event: Event, after: Table, seat: int | None, *, open_cards: bool) -> Explanation:
    """The event in words, and the rules behind it, as the viewer at `seat` may know them."""
    if isinstance(event, ev.CardPlayed):
        hidden = event.covered and not open_cards and event.seat != seat
        return _played(event, _hand(before), hidden=hidden)
    say = _SAYS.get(type(event))
    if say is not None:
        # A deal is told by the hand that it makes, everything else by the hand that it meets.
        return say(event, _hand(after if isinstance(event, ev.HandDealt | ev.PackReady) else before))
    return _around(event)


def _hand(table: Table) -> Hand:
    game = table.game
    assert game is not None, "only hands are explained"
    assert game.hand is not None, "only hands are explained"
    return game.hand


def _played(event: ev.CardPlayed, hand: Hand, *, hidden: bool) -> Explanation:
    who = player(event.seat)
    why = []
    if hand.deal.blind:
        why.append(reason("by_place", _("The hand is blind: the card was played by its place.")))
    if event.covered:
        worthless = reason("no_value", _("A covered card has no value and stays hidden until the game ends."))
        if hidden:
            return Explanation(reason("play_hidden", _("{who} plays a covered card."), who=who), (worthless,))
        says = reason("play_covered", _("{who} plays {card} covered."), who=who, card=event.card)
        return Explanation(says, (worthless,))
    high = standing(hand.deal, event.card)
    says = reason("play", _("{who} plays {card}."), who=who, card=event.card)
    return Explanation(says, (*why, high) if high else tuple(why))


def _won(event: ev.TrickWon, hand: Hand) -> Explanation:
    card = next(play.card for play in hand.table if play.seat == event.seat)
    says = reason("trick_won", _("{who} takes the trick with {card}."), who=player(event.seat), card=card)
    return Explanation(says, why_won(hand, event.seat))


def _tied(event: ev.TrickTied, hand: Hand) -> Explanation:
    return Explanation(reason("trick_tied", _("The trick is tied.")), why_tied(hand, event.leader))


def _scored(event: ev.HandScored, hand: Hand) -> Explanation:
    score = ":".join(map(str, event.score))
    if event.winner is None:
        says = reason("hand_nobody", _("Nobody wins the hand; the score is {score}."), score=score)
    else:
        who = side(hand.deal, event.winner)
        says = reason("hand_won", _("{who} wins the hand; the score is {score}."), who=who, score=score)
    return Explanation(says, why_scored(hand, event))


def _game_won(event: ev.GameWon, hand: Hand) -> Explanation:
    who = side(hand.deal, event.winner) if hand.deal.rules.scores == 2 else player(event.winner)
    target = hand.deal.rules.target
    says = reason("game_won", _("{who} wins the game."), who=who)
    return Explanation(says, (reason("target", _("The target of {target} is reached."), target=target),))


def _around(event: Event) -> Explanation:
    """What happens around the cards."""
    match event:
        case table_events.TurnTimedOut(seats, acting_for):
            says = reason("timed_out", _("The time is out: the game acts for {who}."), who=player(acting_for))
            missed = tuple(map(player, seats))
            return Explanation(
                says, (reason("missed", _("Turn and reserve ran out for {seats}."), seats=missed),)
            )
        case table_events.SeatLent(seat):
            return Explanation(reason("lent", _("A bot plays for {who} from here on."), who=player(seat)))
        case table_events.SeatReturned(seat):
            return Explanation(reason("returned", _("{who} is back and plays again."), who=player(seat)))
        case table_events.ScoreGiven(score):
            told = ":".join(map(str, score))
            return Explanation(reason("score_given", _("The score is {score} from here on."), score=told))
        case table_events.GameAbandoned(reason="timeouts"):
            return Explanation(reason("abandoned", _("The game is lost by too many missed decisions.")))
        case table_events.GameAbandoned():
            return Explanation(reason("given_up", _("The game is given up.")))
        case _:
            return Explanation(reason("game_over", _("The game is over.")))


_SAYS: dict[type, Callable[[Any, Hand], Explanation]] = {
    ev.PackReady: dealing.pack_ready,
    ev.PackCut: dealing.pack_cut,
    ev.PackMixed: dealing.pack_mixed,
    ev.CardTaken: dealing.card_taken,
    ev.TakingEnded: dealing.taking_ended,
    ev.HandDealt: dealing.hand_dealt,
    ev.CardLaidAside: dealing.laid_aside,
    ev.CardsSwapped: dealing.swapped,
    ev.RoyalFamilyClaimed: dealing.claimed,
    ev.ClaimAccepted: dealing.claim_accepted,
    ev.ClaimDoubted: dealing.claim_doubted,
    ev.TrickWon: _won,
    ev.TrickTied: _tied,
    ev.StakeRaised: calls.raised,
    ev.RaiseAccepted: calls.accepted,
    ev.RaiseRefused: calls.refused,
    ev.RaisedAtMatchPoint: calls.raised_at_match_point,
    ev.HandConceded: calls.conceded,
    ev.MatchPointAccepted: calls.went,
    ev.MatchPointRefused: calls.ran,
    ev.EnvidoCalled: points.envido_called,
    ev.EnvidoAccepted: points.envido_accepted,
    ev.EnvidoRefused: points.envido_refused,
    ev.PointsDeclared: points.declared,
    ev.FlorCalled: points.flor_called,
    ev.FlorDeclined: points.flor_declined,
    ev.ContraflorCalled: points.contraflor,
    ev.ContraflorAnswered: points.contraflor_answered,
    ev.PointsAwarded: points.awarded,
    ev.HandScored: _scored,
    ev.GameWon: _game_won,
}

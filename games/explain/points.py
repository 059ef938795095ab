"""What is said of the game of points: envido, flor, and what they pay."""

from games.explain.paid import calls, said, why_paid
from games.explain.reasons import Explanation, Reason, player, reason, side
from games.rules import events as ev
from games.rules.state import Hand
from truco_api.errors import gettext_noop as _


def envido_called(event: ev.EnvidoCalled, hand: Hand) -> Explanation:
    """A call of the chain."""
    (call,) = calls((event.call,))
    says = reason("call", _("{who} calls {call}."), who=player(event.seat), call=call)
    return Explanation(says, _before_the_truco(hand))


def _before_the_truco(hand: Hand) -> tuple[Reason, ...]:
    if hand.offer is None:
        return ()
    return (reason("comes_first", _("This comes first; the truco is answered afterwards.")),)


def envido_accepted(event: ev.EnvidoAccepted, _hand: Hand) -> Explanation:
    """The points will be compared."""
    who = player(event.seat)
    says = reason(
        "envido_accept", _("{who} accepts: the envido is worth {worth}."), who=who, worth=event.worth
    )
    return Explanation(says, (reason("mao_speaks", _("Points are spoken from the mão on, in play order.")),))


def envido_refused(event: ev.EnvidoRefused, _hand: Hand) -> Explanation:
    """Running from the envido."""
    says = reason("envido_run", _("{who} runs from the envido."), who=player(event.seat))
    return Explanation(
        says, (reason("chain_before", _("The calls before the last are paid, at least one.")),)
    )


def declared(event: ev.PointsDeclared, _hand: Hand) -> Explanation:
    """A number, or "é bom"."""
    return Explanation(said(event.seat, event.points))


def flor_called(event: ev.FlorCalled, hand: Hand) -> Explanation:
    """A flor; it cancels an envido that is not settled."""
    says = reason("flor", _("{who} sings a flor."), who=player(event.seat))
    envido = hand.extras.envido
    if envido is not None and envido.stage == "open":
        return Explanation(says, (reason("envido_cancelled", _("It cancels the envido.")),))
    return Explanation(says, _before_the_truco(hand))


def flor_declined(event: ev.FlorDeclined, _hand: Hand) -> Explanation:
    """Giving way."""
    who = player(event.seat)
    if event.how == "achico":
        return Explanation(reason("achico", _("{who} gives way with a flor of their own."), who=who))
    return Explanation(reason("flor_run", _("{who} does not answer the flor."), who=who))


def contraflor(event: ev.ContraflorCalled, _hand: Hand) -> Explanation:
    """Meeting a flor with more."""
    who = player(event.seat)
    if event.resto:
        return Explanation(reason("contraflor_resto", _("{who} calls contraflor and the rest."), who=who))
    return Explanation(reason("contraflor", _("{who} calls contraflor."), who=who))


def contraflor_answered(event: ev.ContraflorAnswered, _hand: Hand) -> Explanation:
    """The answer to it."""
    who = player(event.seat)
    if event.accepted:
        return Explanation(reason("contraflor_accept", _("{who} accepts: the flores are compared."), who=who))
    return Explanation(reason("contraflor_run", _("{who} runs from the contraflor."), who=who))


def awarded(event: ev.PointsAwarded, hand: Hand) -> Explanation:
    """What was paid apart from the hand, and what was spoken."""
    team = side(hand.deal, event.team)
    if event.purpose == "flor":
        says = reason("flor_pays", _("{team} scores {points} for the flor."), team=team, points=event.points)
    else:
        says = reason("envido_pays", _("{team} scores {points} for envido."), team=team, points=event.points)
    return Explanation(says, why_paid(event, hand))

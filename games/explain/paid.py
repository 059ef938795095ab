"""Why envido and flor pay what they pay, and to whom: section 5 of the rules."""

from games.explain.reasons import Reason, player, reason
from games.rules import events as ev
from games.rules.points import best_spoken
from games.rules.state import FlorState, Hand
from games.rules.variant import Flor
from truco_api.errors import gettext_noop as _

_CALLS = {"envido": _("envido"), "real_envido": _("real envido"), "falta_envido": _("falta envido")}


def calls(chain: tuple[str, ...]) -> tuple[Reason, ...]:
    """The phrases for calls of envido."""
    return tuple(reason(call, _CALLS[call]) for call in chain)


def why_paid(event: ev.PointsAwarded, hand: Hand) -> tuple[Reason, ...]:
    """What was spoken, why so many points, and why for this team; `hand` as it met the award."""
    spoken = tuple(said(seat, points) for seat, points in event.spoken)
    return (*spoken, *(_flor(event, hand) if event.purpose == "flor" else _envido(event, hand)))


def said(seat: int, points: int | None) -> Reason:
    """A number, or "é bom"."""
    if points is None:
        return reason("good", _("{who} says “é bom”."), who=player(seat))
    return reason("declare", _("{who} says {points}."), who=player(seat), points=points)


def _envido(event: ev.PointsAwarded, hand: Hand) -> tuple[Reason, ...]:
    state, target = hand.extras.envido, hand.deal.rules.target
    chain = state.chain if state else ()
    if not event.spoken:
        if len(chain) < 2:
            return (reason("first_refused", _("A first call that is refused pays one.")),)
        before = calls(chain[:-1])
        return (
            reason(
                "calls_before", _("The last call was refused, so those before it pay: {calls}."), calls=before
            ),
        )
    best = best_spoken(event.spoken)
    if hand.deal.sides[best] == event.team:
        won = reason(
            "best_number",
            _("{who} said the highest number; of equal numbers the one nearest the mão wins."),
            who=player(best),
        )
    else:
        won = reason(
            "false_number", _("{who} said a number that was not true: the others score."), who=player(best)
        )
    if chain[-1:] == ("falta_envido",):
        worth = reason(
            "falta", _("Falta envido pays what the leader lacks to the target of {target}."), target=target
        )
    else:
        worth = reason(
            "calls_pay", _("What was called pays {points}: {calls}."), points=event.points, calls=calls(chain)
        )
    return won, worth


def _flor(event: ev.PointsAwarded, hand: Hand) -> tuple[Reason, ...]:
    state, flor = hand.extras.flor, hand.deal.rules.flor
    if state is None or flor is None:
        return ()
    if not event.spoken:
        return (_uncompared(event.points, state, flor),)
    best = reason(
        "best_flor",
        _("{who} has the highest flor; of equal ones the one nearest the mão wins."),
        who=player(best_spoken(event.spoken)),
    )
    return best, _compared(event.points, state, hand, flor)


def _compared(points: int, state: FlorState, hand: Hand, flor: Flor) -> Reason:
    if state.stage == "comparing":
        return reason("each_flor", _("Every flor that was sung pays {each}."), each=flor.worth)
    if state.stage == "resto":
        return reason(
            "resto_pays",
            _("Contraflor and the rest pays {worth} and what the leader lacks to the target of {target}."),
            worth=flor.contraflor,
            target=hand.deal.rules.target,
        )
    return reason("contraflor_pays", _("Contraflor pays {points}."), points=points)


def _uncompared(points: int, state: FlorState, flor: Flor) -> Reason:
    if state.stage in ("contraflor", "resto"):
        return reason("contraflor_refused", _("Running from it pays {points}."), points=points)
    if state.winner is not None:
        return reason("further_flor", _("A further flor pays {points} more."), points=points)
    if points == flor.achico:
        return reason("achico_pays", _("Giving way with a flor pays {points}."), points=points)
    return reason("unanswered_flor", _("A flor that nobody answers pays {points}."), points=points)

"""What a player says aloud at a step, as it is said at the tables: the words in the bubble."""

from typing import Any, Final, NamedTuple, cast

from django.utils.translation import gettext

from games.rules import events as ev
from games.rules.table import Event, Table
from truco_api.errors import gettext_noop as _


class Bubble(NamedTuple):
    """Who says what."""

    seat: int
    text: str


_CALLS: Final = {
    "envido": _("Envido!"),
    "real_envido": _("Real envido!"),
    "falta_envido": _("Falta envido!"),
}
_SAID: Final[dict[type, str]] = {
    ev.RaiseAccepted: _("I accept!"),
    ev.RaiseRefused: _("I run"),
    ev.HandConceded: _("I give up"),
    ev.MatchPointAccepted: _("We play"),
    ev.MatchPointRefused: _("We run"),
    ev.RaisedAtMatchPoint: _("Truco!"),
    ev.EnvidoAccepted: _("I accept!"),
    ev.EnvidoRefused: _("I refuse"),
    ev.FlorCalled: _("Flor!"),
    ev.RoyalFamilyClaimed: _("Royal family!"),
    ev.ClaimAccepted: _("I believe it"),
    ev.ClaimDoubted: _("I doubt it!"),
}


def bubble(event: Event, before: Table) -> Bubble | None:
    """What is said at an event; None when nobody speaks."""
    match event:
        case ev.StakeRaised(seat, to):
            return Bubble(seat, _raise(to, before))
        case ev.EnvidoCalled(seat, call):
            return Bubble(seat, gettext(_CALLS[call]))
        case ev.PointsDeclared(seat, points):
            return Bubble(seat, gettext("It's good") if points is None else str(points))
        case ev.FlorDeclined(seat, how):
            return Bubble(seat, gettext("My flor gives way") if how == "achico" else gettext("I pass"))
        case ev.ContraflorCalled(seat, resto):
            return Bubble(seat, gettext("Contraflor and the rest!") if resto else gettext("Contraflor!"))
        case ev.ContraflorAnswered(seat, accepted):
            return Bubble(seat, gettext("I accept!") if accepted else gettext("I refuse"))
        case _:
            said = _SAID.get(type(event))
            return Bubble(cast("Any", event).seat, gettext(said)) if said else None


def _raise(to: int, before: Table) -> str:
    """The first raise is "truco"; with the old words where stakes go one by one, else by the number."""
    ladder = before.rules.ladder
    rung = ladder.index(to)
    if rung == 1:
        return gettext("Truco!")
    if ladder[:4] == (1, 2, 3, 4):
        return gettext("Retruco!") if rung == 2 else gettext("Vale cuatro!")
    return f"{to}!"

"""What is remembered of the events that most hands never see: envido, flor, exchanges, the cut."""

from typing import assert_never

from games.rules import events as ev
from games.rules.state import Award, Cut, Deal, EnvidoState, FlorState, Hand

RareEvent = (
    ev.CardLaidAside
    | ev.PackCut
    | ev.PackMixed
    | ev.CardTaken
    | ev.TakingEnded
    | ev.CardsSwapped
    | ev.RoyalFamilyClaimed
    | ev.ClaimAccepted
    | ev.ClaimDoubted
    | ev.EnvidoCalled
    | ev.EnvidoAccepted
    | ev.EnvidoRefused
    | ev.PointsDeclared
    | ev.FlorCalled
    | ev.FlorDeclined
    | ev.ContraflorCalled
    | ev.ContraflorAnswered
    | ev.PointsAwarded
)


def evolve_extras(hand: Hand, event: RareEvent) -> Hand:
    """The hand after an event that only some variants know."""
    match event:
        case ev.EnvidoCalled() | ev.EnvidoAccepted() | ev.EnvidoRefused() | ev.PointsDeclared():
            return _with(hand, envido=_envido(hand, event))
        case ev.FlorCalled() | ev.FlorDeclined() | ev.ContraflorCalled() | ev.ContraflorAnswered():
            return _flor(hand, event)
        case ev.PointsAwarded():
            return _awarded(hand, event)
        case ev.CardLaidAside(seat, card):
            return _with(
                hand._replace(held=_instead(hand.held, seat, _less(hand.held[seat], card))), aside=card
            )
        case ev.CardsSwapped(seat, shown, drawn):
            extras = hand.extras
            return _with(
                _new_cards(hand, seat, drawn),
                swapped=(*extras.swapped, seat),
                shown=(*extras.shown, (seat, shown)),
            )
        case ev.RoyalFamilyClaimed(seat):
            return _with(hand, claimer=seat)
        case ev.ClaimAccepted(_, claimer, drawn):
            return _with(_new_cards(hand, claimer, drawn), claimer=None)
        case ev.ClaimDoubted(_, claimer, shown):
            return _with(hand, claimer=None, shown=(*hand.extras.shown, (claimer, shown)))
        case ev.PackCut() | ev.PackMixed() | ev.CardTaken() | ev.TakingEnded():
            return hand if hand.extras.cut is None else _with(hand, cut=_cut(hand.extras.cut, event))
        case _:
            assert_never(event)


def _with(hand: Hand, **changes: object) -> Hand:
    return hand._replace(extras=hand.extras._replace(**changes))  # type: ignore[arg-type]  # named at each call


def _instead(
    rows: tuple[tuple[str, ...], ...], seat: int, row: tuple[str, ...]
) -> tuple[tuple[str, ...], ...]:
    return (*rows[:seat], row, *rows[seat + 1 :])


def _less(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    return tuple(own for own in cards if own != card)


def _new_cards(hand: Hand, seat: int, drawn: tuple[str, ...]) -> Hand:
    """The seat's three cards go, three from the top of the rest come."""
    return hand._replace(
        dealt=_instead(hand.dealt, seat, drawn),
        held=_instead(hand.held, seat, drawn),
        stock=(hand.stock or ())[len(drawn) :],
    )


def _envido(
    hand: Hand, event: ev.EnvidoCalled | ev.EnvidoAccepted | ev.EnvidoRefused | ev.PointsDeclared
) -> EnvidoState | None:
    state = hand.extras.envido
    match event:
        case ev.EnvidoCalled(seat, call):
            return EnvidoState((*state.chain, call) if state else (call,), seat)
        case ev.EnvidoAccepted(_, worth):
            return state and state._replace(stage="declaring", worth=worth)
        case ev.EnvidoRefused():
            return state and state._replace(stage="done")
        case ev.PointsDeclared(seat, points):
            if state is None:
                return None
            spoken = (*state.spoken, (seat, points))
            stage = "pending" if len(spoken) == len(hand.deal.order) else "declaring"
            return state._replace(spoken=spoken, stage=stage)
        case _:
            assert_never(event)


def _flor(
    hand: Hand, event: ev.FlorCalled | ev.FlorDeclined | ev.ContraflorCalled | ev.ContraflorAnswered
) -> Hand:
    """A flor sung cancels an envido that is not settled."""
    state = hand.extras.flor
    match event:
        case ev.FlorCalled(seat):
            cancelled = hand.extras.envido
            if cancelled and cancelled.stage == "open":
                hand = _with(hand, envido=cancelled._replace(stage="done"))
            return _with(hand, flor=_sung(state, seat))
        case ev.ContraflorCalled(seat, resto) if state:
            called = state.called if seat in state.called else (*state.called, seat)
            return _with(hand, flor=FlorState(called, seat, "resto" if resto else "contraflor"))
        case _:
            return hand


def _sung(state: FlorState | None, seat: int) -> FlorState:
    if state is None:
        return FlorState((seat,), seat)
    stage = "comparing" if state.stage == "asked" else state.stage
    return state._replace(called=(*state.called, seat), stage=stage)


def _awarded(hand: Hand, event: ev.PointsAwarded) -> Hand:
    """Points paid at once, to every score of the side (with three players the pair's both)."""
    extras = hand.extras
    points = credited(hand.deal, extras.points, event.team, event.points)
    changes: dict[str, object] = {
        "points": points,
        "awards": (*extras.awards, Award(event.team, event.points, event.purpose, event.spoken)),
    }
    if event.purpose == "flor" and extras.flor:
        changes["flor"] = extras.flor._replace(stage="done", winner=event.team)
    if event.purpose == "envido" and extras.envido:
        changes["envido"] = extras.envido._replace(stage="done")
    return _with(hand, **changes)


def credited(deal: Deal, points: tuple[int, ...], side: int, more: int) -> tuple[int, ...]:
    """These points with more for a side: its one score, or each seat's own with three players."""
    if deal.rules.scores == 2:
        return (points[0] + more, points[1]) if side == 0 else (points[0], points[1] + more)
    return tuple(own + more if deal.sides[seat] == side else own for seat, own in enumerate(points))


def _cut(cut: Cut, event: ev.PackCut | ev.PackMixed | ev.CardTaken | ev.TakingEnded) -> Cut:
    match event:
        case ev.PackCut(_, at, end):
            if cut.cards is not None:
                return cut._replace(done=True)
            pack = cut.pack[at:] + cut.pack[:at]
            return cut._replace(done=True, pack=pack if end == "top" else pack[::-1])
        case ev.PackMixed(_, pack):
            return cut._replace(pack=pack, mix=False)
        case ev.CardTaken(_, card):
            return cut._replace(taken=(*cut.taken, card), pack=cut.pack[1:])
        case ev.TakingEnded(_, kept, passed, partner, burnt):
            return cut._replace(settled=True, kept=kept, passed=passed, partner=partner, burnt=burnt)
        case _:
            assert_never(event)

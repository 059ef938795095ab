"""The flor: who may sing, who may answer, and how. Section 5 of the rules."""

from games.rules.moves import ACCEPT, ACHICO, CONTRAFLOR, CONTRAFLOR_RESTO, FLOR, REFUSE, Move
from games.rules.points import flor_of
from games.rules.state import FlorState, Hand


def holds(hand: Hand, seat: int) -> bool:
    """Whether the seat may still speak of a flor: it has one and has not played a card."""
    return not hand.has_played(seat) and flor_of(hand, seat) is not None


def may_sing(hand: Hand, seat: int) -> bool:
    """Before the seat's first card: on its own turn, or in answer to an open envido or a first truco.

    Once a flor was settled, only its winners may add another; while flores await the comparison, anyone."""
    extras = hand.extras
    if hand.deal.rules.flor is None or not holds(hand, seat):
        return False
    if extras.flor and not _may_add(hand, extras.flor, seat):
        return False
    side = hand.deal.sides[seat]
    if extras.envido and extras.envido.stage == "open":
        return hand.deal.sides[extras.envido.seat] != side
    if hand.offer:
        return hand.offer.rung == 1 and hand.deal.sides[hand.offer.seat] != side
    return hand.turn == seat


def _may_add(hand: Hand, state: FlorState, seat: int) -> bool:
    if seat in state.called:
        return False
    return state.stage == "comparing" or state.winner == hand.deal.sides[seat]


def answerers(hand: Hand) -> tuple[int, ...]:
    """The seats that may answer an open flor or contraflor; only holders may answer a flor."""
    state = hand.extras.flor
    if state is None or state.stage in ("comparing", "done"):
        return ()
    sides = hand.deal.sides
    others = tuple(seat for seat in hand.deal.order if sides[seat] != sides[state.asker])
    if state.stage == "asked":
        return tuple(seat for seat in others if holds(hand, seat) and seat not in state.called)
    return others


def answers(hand: Hand, seat: int) -> tuple[Move, ...]:
    """What such a seat may answer."""
    state = hand.extras.flor
    match state.stage if state else "":
        case "asked":
            return (FLOR, ACHICO, CONTRAFLOR, CONTRAFLOR_RESTO, REFUSE)
        case "contraflor":
            more = flor_of(hand, seat) is not None
            return (ACCEPT, REFUSE, CONTRAFLOR_RESTO) if more else (ACCEPT, REFUSE)
        case _:
            return (ACCEPT, REFUSE)


def values_called(hand: Hand, called: tuple[int, ...]) -> dict[int, int]:
    """The values of the flores that were sung, by seat."""
    return {seat: flor_of(hand, seat) or 0 for seat in called}

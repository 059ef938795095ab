"""Why a move that is not listed is refused: the first cause a player would understand."""

from collections.abc import Callable

from games.rules import envido, errors, flor
from games.rules.legal import hand_moves, may_claim, may_cover, may_raise, may_swap
from games.rules.moves import Move
from games.rules.state import Game, Hand
from truco_api.errors import IllegalMove


def refusal(game: Game, seat: int, move: Move) -> IllegalMove:
    """The error for a move that `legal_moves` does not list for this seat."""
    hand = game.hand
    if hand is None or hand.outcome is not None:
        return errors.HandOver()
    if seat not in range(hand.deal.rules.players):
        return errors.NotYourTurn()
    cause = _CAUSES.get(move.type, _elsewhere)
    return cause(hand, seat, move)


def offer_open(hand: Hand) -> bool:
    """Whether something awaits an answer before anybody may play."""
    extras = hand.extras
    return (
        hand.offer is not None
        or hand.deciding is not None
        or extras.claimer is not None
        or bool(flor.answerers(hand))
        or (extras.envido is not None and extras.envido.stage in ("open", "declaring"))
    )


def _declaring(hand: Hand) -> bool:
    state = hand.extras.envido
    return state is not None and state.stage == "declaring"


def _out_of_turn(hand: Hand, seat: int) -> IllegalMove:
    """The causes that any action of a turn shares."""
    if offer_open(hand):
        return errors.AnswerFirst()
    if seat not in hand_moves(hand) or hand.turn != seat:
        return errors.NotYourTurn()
    return errors.MoveNotAllowed()


def _play(hand: Hand, seat: int, move: Move) -> IllegalMove:
    usual = _out_of_turn(hand, seat)
    if not isinstance(usual, errors.MoveNotAllowed):
        return usual
    if (move.place is None) == hand.deal.blind:
        return errors.PlayByPlace()
    if move.card is not None and move.card not in hand.held[seat]:
        return errors.CardNotInHand()
    if move.covered and not may_cover(hand):
        return errors.CoveredNotAllowed()
    if move.place is not None:
        return errors.CardNotInHand()
    if (move.card or "") in hand.held[seat] and hand.tricks:
        return errors.MustShowHighest()
    return errors.MoveNotAllowed()


def _raise(hand: Hand, seat: int, _move: Move) -> IllegalMove:
    """Something else is open; or it is not the seat's moment; or its team may not raise at all."""
    if hand.offer is not None and not _other_offer(hand):
        return errors.RaiseNotAllowed()
    if offer_open(hand):
        return errors.AnswerFirst()
    at_any_moment = hand.deal.rules.raise_timing == "any"
    barred = not may_raise(hand, hand.deal.sides[seat])
    return (
        errors.RaiseNotAllowed() if barred and (at_any_moment or hand.turn == seat) else errors.NotYourTurn()
    )


def _other_offer(hand: Hand) -> bool:
    """Whether an envido or a flor stands before the open raise."""
    state = hand.extras.envido
    return bool(flor.answerers(hand)) or (state is not None and state.stage in ("open", "declaring"))


def _answer(hand: Hand, seat: int, _move: Move) -> IllegalMove:
    """Something is open, but not for this seat; or nothing is that could be answered so."""
    for_others = offer_open(hand) and seat not in hand_moves(hand)
    return errors.NotYourTurn() if for_others else errors.NothingToAnswer()


def _declare(hand: Hand, seat: int, _move: Move) -> IllegalMove:
    """Nobody is asked; or somebody else is; or this cannot be said."""
    if not _declaring(hand):
        return errors.NothingToAnswer()
    return errors.MoveNotAllowed() if seat in hand_moves(hand) else errors.NotYourTurn()


def _concede(hand: Hand, seat: int, _move: Move) -> IllegalMove:
    return _out_of_turn(hand, seat)


def _early(
    may: Callable[[Hand, int], bool], never: type[IllegalMove]
) -> Callable[[Hand, int, Move], IllegalMove]:
    """A call that the seat may make on its turn fails because that has not come; any other is not allowed."""

    def cause(hand: Hand, seat: int, _move: Move) -> IllegalMove:
        early = hand.turn != seat and not offer_open(hand) and may(hand._replace(turn=seat), seat)
        return errors.NotYourTurn() if early else never()

    return cause


def _only(error: type[IllegalMove]) -> Callable[[Hand, int, Move], IllegalMove]:
    return lambda _hand, _seat, _move: error()


_elsewhere = _only(errors.MoveNotAllowed)

_CAUSES: dict[str, Callable[[Hand, int, Move], IllegalMove]] = {
    "play": _play,
    "raise": _raise,
    "concede": _concede,
    "declare": _declare,
    "swap": _early(may_swap, errors.SwapNotAllowed),
    "claim_royal_family": _early(may_claim, errors.ClaimNotAllowed),
    **dict.fromkeys(("accept", "refuse"), _answer),
    **dict.fromkeys(
        ("envido", "real_envido", "falta_envido"), _early(envido.may_call, errors.EnvidoNotAllowed)
    ),
    **dict.fromkeys(("achico", "contraflor", "contraflor_resto"), _only(errors.FlorNotAllowed)),
    "flor": _early(flor.may_sing, errors.FlorNotAllowed),
    **dict.fromkeys(("cut", "take", "keep", "pass", "burn"), _only(errors.CutNotAllowed)),
    **dict.fromkeys(("signal", "watch"), _only(errors.SignalNotAllowed)),
}

"""Why a move that is not listed is refused: the first cause a player would understand."""

from games.rules import envido, errors, flor
from games.rules.legal import hand_moves, may_cover, may_raise
from games.rules.moves import Move
from games.rules.state import Game, Hand
from truco_api.errors import IllegalMove


def refusal(game: Game, seat: int, move: Move) -> IllegalMove:
    """The error for a move that `legal_moves` does not list for this seat."""
    hand = game.hand
    if hand is None or hand.outcome is not None:
        return errors.HandOver()
    match move.type:
        case "play":
            return _play(hand, seat, move)
        case "raise":
            return _raise(hand, seat)
        case "accept" | "refuse":
            return _answer(hand)
        case "envido" | "real_envido" | "falta_envido":
            return _call(hand, seat, errors.EnvidoNotAllowed())
        case "flor" | "achico" | "contraflor" | "contraflor_resto":
            return _call(hand, seat, errors.FlorNotAllowed())
        case "swap":
            return errors.SwapNotAllowed()
        case "claim_royal_family":
            return errors.ClaimNotAllowed()
        case "cut" | "take" | "keep" | "pass" | "burn":
            return errors.CutNotAllowed()
        case "declare":
            return errors.NothingToAnswer() if not _declaring(hand) else _out_of_turn(hand, seat)
        case "concede":
            return _out_of_turn(hand, seat)
        case "signal" | "watch":
            return errors.SignalNotAllowed()
        case _:
            return errors.MoveNotAllowed()


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
    if _declaring(hand) and hand_moves(hand).get(seat):
        return errors.AnswerFirst()
    if offer_open(hand):
        return errors.AnswerFirst()
    if seat not in hand_moves(hand):
        return errors.NotYourTurn()
    if hand.turn != seat:
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


def _raise(hand: Hand, seat: int) -> IllegalMove:
    side = hand.deal.sides[seat]
    if hand.offer is not None and not hand.extras.claimer:
        own = hand.deal.sides[hand.offer.seat] == side
        return errors.RaiseNotAllowed() if own or not _other_offer(hand) else errors.AnswerFirst()
    if not may_raise(hand, side):
        return errors.RaiseNotAllowed()
    return _out_of_turn(hand, seat)


def _other_offer(hand: Hand) -> bool:
    """Whether an envido or a flor stands before the open raise."""
    state = hand.extras.envido
    return bool(flor.answerers(hand)) or (state is not None and state.stage in ("open", "declaring"))


def _answer(hand: Hand) -> IllegalMove:
    """Something is open, but not for this seat; or nothing is."""
    return errors.NotYourTurn() if offer_open(hand) else errors.NothingToAnswer()


def _call(hand: Hand, seat: int, refused: IllegalMove) -> IllegalMove:
    """A call that would have been in order on the seat's own turn is out of turn; any other is not allowed."""
    if hand.deal.rules.envido is None or hand.has_played(seat) or offer_open(hand) or hand.turn == seat:
        return refused
    own_turn = hand._replace(turn=seat)
    fits = (
        envido.may_call(own_turn, seat)
        if isinstance(refused, errors.EnvidoNotAllowed)
        else flor.may_sing(own_turn, seat)
    )
    return errors.NotYourTurn() if fits else refused

"""The calls of envido: when it may be called and raised, and what the chain pays. Section 5 of the rules."""

from games.rules.moves import GOOD, Move
from games.rules.points import falta
from games.rules.state import Hand

CALLS = ("envido", "real_envido", "falta_envido")
MOVES = {call: Move(call) for call in CALLS}


def may_call(hand: Hand, seat: int) -> bool:
    """In the first trick, before the seat's first card, once a hand, not after an accepted truco or a flor;
    on one's own turn, or in answer to a first truco that nobody has answered."""
    rules, extras = hand.deal.rules, hand.extras
    if rules.envido is None or extras.envido or extras.flor or hand.rung or hand.has_played(seat):
        return False  # while no raise was accepted, the only one that can be open is the first truco
    if hand.offer:
        return hand.deal.sides[hand.offer.seat] != hand.deal.sides[seat]
    return hand.turn == seat


def raises(chain: tuple[str, ...]) -> tuple[str, ...]:
    """What may be called upon this chain: envido once more, real envido once, falta envido at the end."""
    if "falta_envido" in chain:
        return ()
    if "real_envido" in chain:
        return ("falta_envido",)
    return CALLS if len(chain) < 2 else CALLS[1:]


def accepted_worth(hand: Hand, chain: tuple[str, ...]) -> int:
    """What the accepted chain pays: the sum of its calls, or the falta alone."""
    envido = hand.deal.rules.envido
    if envido is None or chain[-1] == "falta_envido":
        return falta(hand)
    return sum(envido.values[call] for call in chain)


def refused_worth(hand: Hand, chain: tuple[str, ...]) -> int:
    """What a refused chain pays its last caller: the calls before the last, one if there was none."""
    return accepted_worth(hand, chain[:-1]) if len(chain) > 1 else 1


def declarations(hand: Hand) -> tuple[Move, ...]:
    """What the next speaker may say: a number above the best so far, or "é bom" once somebody has spoken."""
    state, envido = hand.extras.envido, hand.deal.rules.envido
    if state is None or envido is None:
        return ()
    best = max((points for _seat, points in state.spoken if points is not None), default=-1)
    numbers = tuple(Move("declare", points=points) for points in range(best + 1, envido.highest + 1))
    return numbers if best < 0 else (*numbers, GOOD)


def speaker(hand: Hand) -> int:
    """The seat whose turn it is to declare."""
    state = hand.extras.envido
    return hand.deal.order[len(state.spoken) if state else 0]

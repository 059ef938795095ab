"""All that may be done now: `legal_moves` is complete and exact, and the only judge of legality."""

from collections.abc import Mapping
from functools import lru_cache

from games.rules import envido, flor
from games.rules.cards import rank
from games.rules.moves import (
    ACCEPT,
    BURN,
    CLAIM,
    CONCEDE,
    FLOR,
    KEEP,
    PASS,
    RAISE,
    REFUSE,
    SWAP,
    TAKE,
    Move,
    play,
    play_place,
)
from games.rules.options import Rules
from games.rules.state import Cut, Game, Hand
from games.rules.strength import powers

Legal = Mapping[int, tuple[Move, ...]]


def legal_moves(game: Game) -> Legal:
    """Every seat that may act now with everything it may do. Signals are not listed."""
    return hand_moves(game.hand) if game.hand is not None else {}


def hand_moves(hand: Hand) -> Legal:
    """Every seat that may act in this hand now. Whoever lists the moves mostly plays one of them next, which
    asks again for the same hand: the last answer is kept."""
    global _last
    asked, answer = _last
    if asked is not hand:
        answer = _moves(hand)
        _last = (hand, answer)
    return answer


_last: tuple[Hand | None, Legal] = (None, {})


def _moves(hand: Hand) -> Legal:
    """One thing is open at a time, in this order."""
    if hand.outcome is not None:
        return {}
    extras = hand.extras
    if extras.cut is not None and not extras.cut.settled:
        return _cutting(hand, extras.cut)
    if hand.deal.rules.players == 3 and extras.aside is None:
        lone = hand.deal.dealer
        return {lone: tuple(Move("lay_aside", card=card) for card in hand.held[lone])}
    if hand.deciding is not None:
        return dict.fromkeys(_side(hand, hand.deciding), (ACCEPT, REFUSE))
    if extras.claimer is not None:
        return dict.fromkeys(others_of(hand, extras.claimer), (ACCEPT, REFUSE))
    if answering := flor.answerers(hand):
        return {seat: flor.answers(hand, seat) for seat in answering}
    if extras.envido is not None and extras.envido.stage in ("open", "declaring"):
        return _answer_envido(hand, extras.envido.stage, extras.envido.seat)
    if hand.offer is not None:
        return _answer_raise(hand)
    return _turn(hand)


def waited_for(hand: Hand) -> tuple[int, ...]:
    """The seats that the table waits for, as everybody may know them: who merely may raise out of turn is not
    waited for; and a flor asks the whole team, since only holders may answer and who holds one is secret."""
    seats = tuple(seat for seat, moves in hand_moves(hand).items() if moves != (RAISE,))
    return others_of(hand, hand.extras.flor.asker) if hand.extras.flor and flor.answerers(hand) else seats


def _side(hand: Hand, side: int) -> tuple[int, ...]:
    sides = hand.deal.sides
    return tuple(seat for seat in hand.deal.order if sides[seat] == side)


def others_of(hand: Hand, seat: int) -> tuple[int, ...]:
    """The seats that play against this one."""
    return _side(hand, 1 - hand.deal.sides[seat])


def _turn(hand: Hand) -> Legal:
    seat, rules = hand.turn, hand.deal.rules
    moves = plays(hand, seat)
    if may_raise(hand, hand.deal.sides[seat]):
        moves += (RAISE,)
    if rules.envido is not None or rules.swaps or rules.royal_family == "claim":
        moves += _specials(hand, seat)
    moves += (CONCEDE,)
    if rules.raise_timing == "turn":
        return {seat: moves}
    return {
        other: moves if other == seat else (RAISE,)
        for other in hand.deal.order
        if other == seat or may_raise(hand, hand.deal.sides[other])
    }


def _specials(hand: Hand, seat: int) -> tuple[Move, ...]:
    """What only some variants know, on one's own turn."""
    rules = hand.deal.rules
    moves: tuple[Move, ...] = ()
    if envido.may_call(hand, seat):
        moves += tuple(envido.MOVES.values())
    if flor.may_sing(hand, seat):
        moves += (FLOR,)
    if rules.swaps and may_swap(hand, seat):
        moves += (SWAP,)
    if may_claim(hand, seat):
        moves += (CLAIM,)
    return moves


@lru_cache(maxsize=65536)
def _plays(held: tuple[str, ...], covered: bool) -> tuple[Move, ...]:
    open_plays = tuple(play(card) for card in held)
    return open_plays + tuple(play(card, covered=True) for card in held) if covered else open_plays


def plays(hand: Hand, seat: int) -> tuple[Move, ...]:
    """The cards the seat may play, open and covered. In a blind hand any place, always face up."""
    deal, held, tricks = hand.deal, hand.held[seat], hand.tricks
    if deal.blind:
        return tuple(play_place(place) for place, card in enumerate(hand.dealt[seat]) if card in held)
    if tricks and tricks[0].winner is None:
        if deal.rules.canga == "show_highest" and len(tricks) == 1:
            return _plays(_highest(deal.rules, deal.vira, held), covered=False)
        return _plays(held, covered=False)
    return _plays(held, may_cover(hand))


def may_cover(hand: Hand) -> bool:
    """Whether a card may be played face down now: never after a tied first trick, nor in a blind hand."""
    rules, tricks = hand.deal.rules, hand.tricks
    if rules.covered == "never" or (rules.covered == "after_first" and not tricks) or hand.deal.blind:
        return False
    if tricks and tricks[0].winner is None:
        return False
    return rules.covered_lead or bool(hand.table)


def _highest(rules: Rules, vira: str | None, held: tuple[str, ...]) -> tuple[str, ...]:
    strength = powers(rules, vira)
    top = max(strength[card] for card in held)
    return tuple(card for card in held if strength[card] == top)


def may_raise(hand: Hand, side: int) -> bool:
    """Whether this side may offer the next rung: not twice running, not above the ladder. At match point
    nobody may; where raising loses the hand, it may be done, and loses it."""
    rules = hand.deal.rules
    if hand.deal.kind != "normal":
        return rules.raise_at_match_point == "loses_hand"
    return hand.raiser != side and _rung_left(hand, hand.rung)


def _rung_left(hand: Hand, rung: int) -> bool:
    """Whether there is a rung above this one, and, with a ceiling, whether this one leaves it any use."""
    rules = hand.deal.rules
    if rung + 1 >= len(rules.ladder):
        return False
    return rules.raise_ceiling == "open" or rules.ladder[rung] < rules.target - min(hand.score_now)


def _answer_raise(hand: Hand) -> Legal:
    offer = hand.offer
    if offer is None:
        return {}
    common = (ACCEPT, REFUSE, RAISE) if _rung_left(hand, offer.rung) else (ACCEPT, REFUSE)
    moves: dict[int, tuple[Move, ...]] = dict.fromkeys(others_of(hand, offer.seat), common)
    if hand.deal.rules.envido is not None:
        for seat in moves:
            if envido.may_call(hand, seat):
                moves[seat] += tuple(envido.MOVES.values())
            if flor.may_sing(hand, seat):
                moves[seat] += (FLOR,)
    return moves


def _answer_envido(hand: Hand, stage: str, caller: int) -> Legal:
    state = hand.extras.envido
    if stage == "declaring" or state is None:
        return {envido.speaker(hand): envido.declarations(hand)}
    common = (ACCEPT, REFUSE, *(envido.MOVES[call] for call in envido.raises(state.chain)))
    return {
        seat: (*common, FLOR) if flor.may_sing(hand, seat) else common for seat in others_of(hand, caller)
    }


def may_swap(hand: Hand, seat: int) -> bool:
    """Once a player and hand, before their first card, with three cards left to draw: queen, jack and king;
    three of A K J Q; or 4, 5 and 6, as the table plays it."""
    rules = hand.deal.rules
    if hand.deal.blind or hand.has_played(seat) or seat in hand.extras.swapped or not _three_left(hand):
        return False
    kinds = sorted(rank(card) for card in hand.held[seat])
    figures = figure_ranks(rules)
    return (
        (rules.royal_family == "swap" and kinds == sorted(figures))
        or (rules.three_clowns and all(kind in (*figures, *_aces(rules)) for kind in kinds))
        or (rules.under_seven and kinds == ["4", "5", "6"])
    )


def figure_ranks(rules: Rules) -> tuple[str, ...]:
    """Queen, jack and king, or sota, cavalo and rei."""
    return ("Q", "J", "K") if "Q" in rules.ranks else ("10", "11", "12")


def _aces(rules: Rules) -> tuple[str, ...]:
    return ("A",) if "A" in rules.ranks else ("1",)


def may_claim(hand: Hand, seat: int) -> bool:
    """Before the seat's first card, never at match point nor in the iron hand; true or false alike."""
    deal = hand.deal
    claimable = deal.rules.royal_family == "claim" and deal.kind == "normal"
    return claimable and not hand.has_played(seat) and _three_left(hand)


def _three_left(hand: Hand) -> bool:
    """Whether the rest of the pack can still give three new cards."""
    return len(hand.stock or ()) >= 3


def cutter(hand: Hand) -> int:
    """Who cuts: the player before the dealer; with two, the other one."""
    return (hand.deal.dealer - 1) % hand.deal.rules.players


def _cutting(hand: Hand, cut: Cut) -> Legal:
    """Cut; then, with the pack mixed, where cards may be taken: none (refuse), one, or two (one kept)."""
    seat = cutter(hand)
    if not cut.done:
        size = len(hand.deal.rules.pack)
        return {
            seat: tuple(Move("cut", at=at, end=end) for at in range(1, size) for end in ("top", "bottom"))
        }
    if cut.mix:
        return {}
    if not cut.taken:
        return {seat: (TAKE, REFUSE)}
    if len(cut.taken) == 1:
        return {seat: (KEEP, PASS, BURN, TAKE) if _has_partner(hand, seat) else (KEEP, BURN)}
    return {seat: tuple(Move("keep", card=card) for card in cut.taken)}


def _has_partner(hand: Hand, seat: int) -> bool:
    """Whether somebody else in play is on the seat's side; of three, the two that do not deal are a pair."""
    return len(_side(hand, hand.deal.sides[seat])) > 1

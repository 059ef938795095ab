"""The game of points: what a hand is worth in envido and as a flor, with or without a muestra.
Sections 5 and 6 of the rules."""

from collections.abc import Mapping
from functools import lru_cache

from games.rules.cards import rank, suit
from games.rules.options import Rules
from games.rules.state import Hand
from games.rules.strength import pieces

FIGURES = ("10", "11", "12")


def card_value(card: str) -> int:
    """What a card counts in the game of points: 1 to 7 their number, figures nothing."""
    return 0 if rank(card) in FIGURES else int(rank(card))


def _pieces(rules: Rules, vira: str | None) -> Mapping[str, int]:
    return pieces(rules, vira) if rules.muestra and vira else {}


@lru_cache(maxsize=65536)
def envido_points(rules: Rules, vira: str | None, cards: tuple[str, ...]) -> int:
    """Two of a suit: 20 and their two highest values; else the highest value. With a piece: its points and
    the highest value of another card, which counts its number even if it is a piece itself."""
    worth = _pieces(rules, vira)
    piece = max((card for card in cards if card in worth), key=worth.__getitem__, default=None)
    if piece is not None:
        return worth[piece] + max((card_value(card) for card in cards if card != piece), default=0)
    best = max(map(card_value, cards), default=0)
    for s in {suit(card) for card in cards}:
        same = sorted((card_value(card) for card in cards if suit(card) == s), reverse=True)
        if len(same) >= 2:
            best = max(best, 20 + same[0] + same[1])
    return best


@lru_cache(maxsize=65536)
def flor_points(rules: Rules, vira: str | None, cards: tuple[str, ...]) -> int | None:
    """The value of a flor, or None if these three cards are none."""
    worth = _pieces(rules, vira)
    own = sorted((worth[card] for card in cards if card in worth), reverse=True)
    rest = [card for card in cards if card not in worth]
    values = sum(card_value(card) for card in rest)
    if len(cards) < 3:
        return None
    if not own:
        return 20 + values if len({suit(card) for card in rest}) == 1 else None
    if len({suit(card) for card in rest}) > 1:
        return None
    return own[0] + sum(points - 20 for points in own[1:]) + values


def envido_of(hand: Hand, seat: int) -> int:
    """The envido points of the cards the seat was dealt (less the one laid aside)."""
    return envido_points(hand.deal.rules, hand.deal.vira, own_cards(hand, seat))


def flor_of(hand: Hand, seat: int) -> int | None:
    """The flor value of the seat's cards, or None."""
    return flor_points(hand.deal.rules, hand.deal.vira, own_cards(hand, seat))


def own_cards(hand: Hand, seat: int) -> tuple[str, ...]:
    """The three cards the seat plays this hand with, played or not."""
    aside = hand.extras.aside
    return tuple(card for card in hand.dealt[seat] if card != aside)


def speak(hand: Hand, values: Mapping[int, int]) -> tuple[tuple[int, int | None], ...]:
    """What is said when these seats compare: from the mão in play order, a number that beats the best so far,
    or "é bom" (None); equal points do not beat, so they go to whoever is nearest the mão."""
    best = -1
    spoken: list[tuple[int, int | None]] = []
    for seat in hand.deal.order:
        if seat in values:
            better = values[seat] > best
            spoken.append((seat, values[seat] if better else None))
            best = max(best, values[seat])
    return tuple(spoken)


def best_spoken(spoken: tuple[tuple[int, int | None], ...]) -> int:
    """The seat that spoke the highest number; it spoke it last."""
    return next(seat for seat, points in reversed(spoken) if points is not None)


def falta(hand: Hand) -> int:
    """What the leading team lacks to the target, with what this hand has already paid."""
    return hand.deal.rules.target - max(hand.score_now)

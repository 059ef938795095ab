"""How a hand ends: the flores and the envido that still await it are settled first, then the hand is paid.
When several reach the target in one hand the order is flor, envido, hand."""

from games.rules import events as ev
from games.rules.evolve_extras import credited
from games.rules.flor import values_called
from games.rules.points import best_spoken, envido_of, speak
from games.rules.state import EnvidoState, Hand
from games.rules.story import Story


def award(story: Story, side: int, points: int, purpose: str, spoken: ev.Spoken = ()) -> bool:
    """Pay points apart from the hand; when they reach the target the game is over (True)."""
    story.tell(ev.PointsAwarded(side, points, purpose, spoken))
    hand = story.hand
    if max(hand.score_now) < hand.deal.rules.target:
        return False
    _score(story, side, hand.extras.points, "target_reached")
    return True


def end_hand(story: Story, winner: int | None, points: int, reason: str) -> None:
    """Settle what awaits the end, then pay the hand to a side (None: nobody)."""
    hand = story.hand
    if _settle_flores(story, hand) or _settle_declared(story, hand):
        return
    hand = story.hand
    if winner is None:
        _score(story, None, hand.extras.points, reason)
        return
    _score(
        story, winner, credited(hand.deal, hand.extras.points, winner, _iron(hand, winner, points)), reason
    )


def _iron(hand: Hand, winner: int, points: int) -> int:
    """The winner of the iron hand wins the game, whatever its stake."""
    deal = hand.deal
    return max(points, deal.rules.target - deal.score[winner]) if deal.kind == "iron" else points


def _settle_flores(story: Story, hand: Hand) -> bool:
    """Flores met with flores are compared now: the higher takes three for each that was sung."""
    state, flor = hand.extras.flor, hand.deal.rules.flor
    if state is None or flor is None or state.stage != "comparing":
        return False
    spoken = speak(hand, values_called(hand, state.called))
    return award(story, hand.deal.sides[best_spoken(spoken)], flor.worth * len(state.called), "flor", spoken)


def _settle_declared(story: Story, hand: Hand) -> bool:
    """Points that players declared themselves are checked now: a wrong number gives them to the others."""
    state = hand.extras.envido
    if state is None or state.stage != "pending":
        return False
    return award(story, declared_winner(hand, state), state.worth, "envido", state.spoken)


def declared_winner(hand: Hand, state: EnvidoState) -> int:
    """The side that declared the best number, or the other one if it was not the truth."""
    seat = best_spoken(state.spoken)
    side = hand.deal.sides[seat]
    return side if dict(state.spoken)[seat] == envido_of(hand, seat) else 1 - side


def _score(story: Story, winner: int | None, points: tuple[int, ...], reason: str) -> None:
    deal = story.hand.deal
    target = deal.rules.target
    score = tuple(min(target, before + paid) for before, paid in zip(deal.score, points, strict=True))
    story.tell(ev.HandScored(winner, points, score, reason))
    if max(score) >= target:
        full = tuple(before + paid for before, paid in zip(deal.score, points, strict=True))
        story.tell(ev.GameWon(_game_winner(deal.order, full, deal.rules.scores), score))


def _game_winner(order: tuple[int, ...], full: tuple[int, ...], scores: int) -> int:
    """The team at the target; of two single scores there together the higher, then the nearer to the mão."""
    if scores == 2:
        return full.index(max(full))
    return max(order, key=lambda seat: (full[seat], -order.index(seat)))

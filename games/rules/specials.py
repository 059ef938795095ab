"""The calls that only some variants know: envido, flor, exchanges and the royal family."""

from games.rules import events as ev
from games.rules.cards import rank
from games.rules.endings import award, end_hand
from games.rules.envido import accepted_worth, refused_worth
from games.rules.flor import answerers, values_called
from games.rules.legal import figure_ranks
from games.rules.moves import Move
from games.rules.points import best_spoken, envido_of, falta, speak
from games.rules.state import FlorState, Hand
from games.rules.story import Story
from games.rules.variant import Flor

ROYAL_FAMILY_POINTS = 3


def answer_envido(story: Story, hand: Hand, seat: int, accepted: bool) -> None:
    """Refused, the chain pays its last caller; accepted, the best number spoken is paid at once."""
    state = hand.extras.envido
    if state is None:
        return
    if not accepted:
        story.tell(ev.EnvidoRefused(seat))
        award(story, hand.deal.sides[state.seat], refused_worth(hand, state.chain), "envido")
        return
    worth = accepted_worth(hand, state.chain)
    story.tell(ev.EnvidoAccepted(seat, worth))
    if hand.deal.rules.declaration == "auto":
        spoken = speak(hand, {own: envido_of(hand, own) for own in hand.deal.order})
        award(story, hand.deal.sides[best_spoken(spoken)], worth, "envido", spoken)


def declare(story: Story, _hand: Hand, seat: int, move: Move) -> None:
    """A player says a number or "é bom"; it is checked when the hand ends."""
    story.tell(ev.PointsDeclared(seat, move.points))


def sing(story: Story, hand: Hand, seat: int, _move: Move) -> None:
    """A flor: paid at once if nobody of the other team can answer; a further one adds the same again."""
    flor = hand.deal.rules.flor
    if flor is None:
        return
    before = hand.extras.flor
    story.tell(ev.FlorCalled(seat))
    if before is None and not answerers(story.hand):
        award(story, hand.deal.sides[seat], flor.worth, "flor")
    elif before is not None and before.winner is not None:
        award(story, before.winner, flor.worth, "flor")


def achico(story: Story, hand: Hand, seat: int, _move: Move) -> None:
    """Give way to the first flor with one's own: it takes four."""
    _give_way(story, hand, seat, "achico")


def contraflor(story: Story, _hand: Hand, seat: int, move: Move) -> None:
    """Meet a flor, or a contraflor, with more."""
    story.tell(ev.ContraflorCalled(seat, move.type == "contraflor_resto"))


def answer_flor(story: Story, hand: Hand, seat: int, accepted: bool) -> None:
    """Refuse a flor, or answer a contraflor: accepted, the flores are compared at once."""
    state, flor = hand.extras.flor, hand.deal.rules.flor
    if state is None or flor is None:
        return
    if state.stage == "asked":
        _give_way(story, hand, seat, "refuse")
        return
    story.tell(ev.ContraflorAnswered(seat, accepted))
    if not accepted:
        refused = flor.contraflor_refused if state.stage == "contraflor" else flor.resto_refused
        award(story, hand.deal.sides[state.asker], refused, "flor")
        return
    _compare_flores(story, hand, state, flor)


def _compare_flores(story: Story, hand: Hand, state: FlorState, flor: Flor) -> None:
    worth = flor.contraflor + (falta(hand) if state.stage == "resto" else 0)
    spoken = speak(hand, values_called(hand, state.called))
    award(story, hand.deal.sides[best_spoken(spoken)], worth, "flor", spoken)


def _give_way(story: Story, hand: Hand, seat: int, how: str) -> None:
    state, flor = hand.extras.flor, hand.deal.rules.flor
    if state is None or flor is None:
        return
    story.tell(ev.FlorDeclined(seat, how))
    award(story, hand.deal.sides[state.asker], flor.achico if how == "achico" else flor.worth, "flor")


def swap(story: Story, hand: Hand, seat: int, _move: Move) -> None:
    """Show the hand and draw three new cards from the rest of the pack."""
    story.tell(ev.CardsSwapped(seat, hand.held[seat], (hand.stock or ())[:3]))


def claim(story: Story, _hand: Hand, seat: int, _move: Move) -> None:
    """Say "família real", truly or not."""
    story.tell(ev.RoyalFamilyClaimed(seat))


def answer_claim(story: Story, hand: Hand, seat: int, accepted: bool) -> None:
    """Believed: three new cards. Doubted: the cards are shown, and whoever was right gets three points."""
    claimer = hand.extras.claimer
    if claimer is None:
        return
    if accepted:
        story.tell(ev.ClaimAccepted(seat, claimer, (hand.stock or ())[:3]))
        return
    shown = hand.held[claimer]
    figures = figure_ranks(hand.deal.rules)
    true = all(rank(card) in figures for card in shown)
    story.tell(ev.ClaimDoubted(seat, claimer, shown, true))
    side = hand.deal.sides[claimer]
    end_hand(story, side if true else 1 - side, ROYAL_FAMILY_POINTS, "royal_family")

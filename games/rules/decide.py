"""The judge: what happens when somebody deals or acts. `decide` says it in events, or refuses."""

from collections.abc import Callable
from typing import assert_never

from games.rules import dealing, endings, envido, flor, specials
from games.rules import events as ev
from games.rules.commands import Act, Command, Deal, Mix
from games.rules.evolve import evolve
from games.rules.legal import hand_moves
from games.rules.moves import Move
from games.rules.refusals import refusal
from games.rules.state import Game, Hand
from games.rules.story import Story
from games.rules.tricks import decision, take


def decide(game: Game, command: Command) -> tuple[ev.Event, ...]:
    """What happens; raises an IllegalMove that says why not."""
    return step(game, command)[0]


def step(game: Game, command: Command) -> tuple[tuple[ev.Event, ...], Game]:
    """What happens, and the game after it (for those who need both, without working it out twice)."""
    story = Story(game)
    match command:
        case Act(seat, move):
            hand = game.hand
            if hand is None or move not in hand_moves(hand).get(seat, ()):
                raise refusal(game, seat, move)
            _ACTIONS[move.type](story, hand, seat, move)
        case Deal():
            dealing.deal(story, command)
        case Mix():
            dealing.mix(story, command)
        case _:
            assert_never(command)
    return tuple(story.events), story.game


def _play(story: Story, hand: Hand, seat: int, move: Move) -> None:
    card = move.card if move.place is None else hand.dealt[seat][move.place]
    story.tell(ev.CardPlayed(seat, card or "", move.covered))
    if len(story.hand.table) == len(hand.deal.order):
        _end_trick(story)


def _end_trick(story: Story) -> None:
    hand = story.hand
    taken = take(hand.deal, hand.leader, hand.table)
    story.tell(ev.TrickTied(taken.leader) if taken.winner is None else ev.TrickWon(taken.winner))
    decided = decision(story.hand)
    if decided:
        endings.end_hand(story, decided.winner, story.hand.stake, decided.reason)


def _raise(story: Story, hand: Hand, seat: int, _move: Move) -> None:
    if hand.deal.kind != "normal":
        story.tell(ev.RaisedAtMatchPoint(seat))
        endings.end_hand(story, 1 - hand.deal.sides[seat], hand.stake, "raised_at_match_point")
        return
    rung = (hand.offer.rung if hand.offer else hand.rung) + 1
    story.tell(ev.StakeRaised(seat, hand.deal.rules.ladder[rung]))


def _concede(story: Story, hand: Hand, seat: int, _move: Move) -> None:
    """The others score the stake; with `mazo_pays_envido` one more in the first trick without an envido."""
    extra = hand.deal.rules.mazo_pays_envido and not hand.tricks and not hand.extras.envido
    story.tell(ev.HandConceded(seat))
    endings.end_hand(story, 1 - hand.deal.sides[seat], hand.stake + extra, "conceded")


def _answer(accepted: bool) -> Callable[[Story, Hand, int, Move], None]:
    """Accept or refuse whatever is open; one thing is open at a time, in the order of `hand_moves`."""

    def answer(story: Story, hand: Hand, seat: int, _move: Move) -> None:
        extras = hand.extras
        if extras.cut is not None and not extras.cut.settled:
            dealing.take_none(story, hand, seat)
        elif hand.deciding is not None:
            _answer_match_point(story, hand, seat, accepted)
        elif extras.claimer is not None:
            specials.answer_claim(story, hand, seat, accepted)
        elif flor.answerers(hand):
            specials.answer_flor(story, hand, seat, accepted)
        elif extras.envido is not None and extras.envido.stage == "open":
            specials.answer_envido(story, hand, seat, accepted)
        else:
            _answer_raise(story, hand, seat, accepted)

    return answer


def _answer_match_point(story: Story, hand: Hand, seat: int, accepted: bool) -> None:
    if accepted:
        story.tell(ev.MatchPointAccepted(seat))
        return
    point = hand.deal.rules.match_point
    story.tell(ev.MatchPointRefused(seat))
    endings.end_hand(story, 1 - hand.deal.sides[seat], point.run_cost if point else 0, "match_point_refused")


def _answer_raise(story: Story, hand: Hand, seat: int, accepted: bool) -> None:
    offer = hand.offer
    if offer is None:
        return
    if accepted:
        story.tell(ev.RaiseAccepted(seat, hand.deal.rules.ladder[offer.rung]))
        return
    story.tell(ev.RaiseRefused(seat))
    endings.end_hand(story, hand.deal.sides[offer.seat], hand.deal.rules.ladder[offer.rung - 1], "refused")


def _call_envido(story: Story, _hand: Hand, seat: int, move: Move) -> None:
    story.tell(ev.EnvidoCalled(seat, move.type))


_ACTIONS: dict[str, Callable[[Story, Hand, int, Move], None]] = {
    "play": _play,
    "raise": _raise,
    "concede": _concede,
    "accept": _answer(True),
    "refuse": _answer(False),
    "declare": specials.declare,
    "flor": specials.sing,
    "achico": specials.achico,
    "contraflor": specials.contraflor,
    "contraflor_resto": specials.contraflor,
    "swap": specials.swap,
    "claim_royal_family": specials.claim,
    "lay_aside": dealing.lay_aside,
    "cut": dealing.cut,
    "take": dealing.take,
    "keep": dealing.keep,
    "pass": dealing.pass_on,
    "burn": dealing.burn,
    **dict.fromkeys(envido.CALLS, _call_envido),
}

__all__ = ["decide", "evolve", "step"]

"""What is true of every game: legal moves are exact, points are conserved, events are the whole truth, hidden
cards stay hidden, and a hand that was played is judged alike when it is read again."""

import json
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules import errors
from games.rules.commands import Act
from games.rules.decide import step
from games.rules.events import Event
from games.rules.evolve import replay
from games.rules.export import export_record
from games.rules.legal import legal_moves
from games.rules.moves import from_json, to_json
from games.rules.record import read_record, verdict
from games.rules.seats import see, view
from games.rules.state import Game
from games.rules.verdicts import state_of
from tests.rules_properties.knowledge import Knowledge, cards_in
from tests.rules_properties.playing import TABLES, Step, games, play, universe
from truco_api.errors import IllegalMove

CODES = {
    error.code
    for error in vars(errors).values()
    if isinstance(error, type) and issubclass(error, IllegalMove) and error is not IllegalMove
}
every_table = pytest.mark.parametrize(("variant", "players"), TABLES)
examples = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@every_table
@given(data=st.data())
@examples
def test_a_move_is_legal_exactly_when_it_is_listed(variant: str, players: int, data: st.DataObject) -> None:
    game, chance = data.draw(games(variant, players))
    for now in play(game, chance):
        if not now.after.needs_deal and chance.random() < 0.3:
            _listed_are_accepted(now.after, chance)
            _others_are_refused(now.after, chance)


def _listed_are_accepted(game: Game, chance: Random) -> None:
    for seat, moves in legal_moves(game).items():
        assert len(set(moves)) == len(moves)
        for move in chance.sample(moves, min(len(moves), 20)):
            assert from_json(to_json(move)) == move
            events, _after = step(game, Act(seat, move))
            assert events


def _others_are_refused(game: Game, chance: Random) -> None:
    listed = {(seat, move) for seat, moves in legal_moves(game).items() for move in moves}
    for seat, move in universe(game, chance):
        if (seat, move) in listed:
            continue
        error = _refusal(game, Act(seat, move))
        assert error is not None, (seat, move)
        assert error.code in CODES
        assert error.detail


def _refusal(game: Game, command: Act) -> IllegalMove | None:
    """Why a command is refused; None if it is not."""
    try:
        step(game, command)
    except IllegalMove as error:
        return error
    return None


@every_table
@given(data=st.data())
@examples
def test_points_are_conserved_and_the_game_ends(variant: str, players: int, data: st.DataObject) -> None:
    game, chance = data.draw(games(variant, players))
    target, paid = game.rules.target, [0] * game.rules.scores
    start = game.score
    for now in play(game, chance):
        hand = now.after.hand
        assert hand is not None
        assert all(0 <= points <= target for points in now.after.score)
        if hand.outcome is None:
            assert now.after.score == now.before.score
            continue
        for place, points in enumerate(hand.outcome.points):
            assert points >= hand.extras.points[place] >= 0
            paid[place] += points
            assert now.after.score[place] == min(target, now.before.score[place] + points)
        assert (hand.outcome.winner is None) == (hand.outcome.points == hand.extras.points) or (
            hand.outcome.reason == "target_reached"
        )
        game = now.after
    assert game.finished
    assert game.winner is not None
    assert game.score[game.winner] == target == max(game.score)
    assert all(
        now == min(target, before + points)
        for now, before, points in zip(game.score, start, paid, strict=True)
    )


@every_table
@given(data=st.data())
@examples
def test_the_events_are_the_whole_truth(variant: str, players: int, data: st.DataObject) -> None:
    game, chance = data.draw(games(variant, players))
    told: list[Event] = []
    last = game
    for now in play(game, chance):
        told += now.events
        assert replay(now.before, now.events) == now.after
        last = now.after
    assert replay(game, told) == last


@every_table
@given(data=st.data())
@examples
def test_nobody_is_shown_a_card_they_may_not_see(variant: str, players: int, data: st.DataObject) -> None:
    game, chance = data.draw(games(variant, players))
    known, pack = Knowledge(players), frozenset(game.rules.pack)
    for now in play(game, chance):
        hand = now.after.hand
        assert hand is not None
        deciders = [] if hand.deciding is None else [s for s in hand.deal.order if s % 2 == hand.deciding]
        for event in now.events:
            known.learn(event, deciders)
            for seat in (None, *range(players)):
                assert cards_in(see(event, seat), pack) <= known.may_see(seat), (event, seat)
        for seat in (None, *range(players)):
            shown = cards_in(view(now.after, seat), pack)
            assert shown <= known.may_see(seat), (seat, now)
            assert seat is None or known.must_see(seat) <= shown


@every_table
@given(data=st.data())
@examples
def test_an_exported_hand_is_judged_as_it_was_played(variant: str, players: int, data: st.DataObject) -> None:
    game, chance = data.draw(games(variant, players))
    for hand in _hands(play(game, chance)):
        before = hand[0].before
        upto = len(hand) if chance.random() < 0.5 else chance.randint(1, len(hand))
        events = [event for now in hand[:upto] for event in now.events]
        if not any(type(event).__name__ == "HandDealt" for event in events):
            continue
        after = hand[upto - 1].after
        written = json.loads(json.dumps(export_record(before.rules, before.score, events)))
        assert verdict(read_record(written)) == json.loads(json.dumps(state_of(after)))


def _hands(steps: Iterator[Step]) -> Iterator[list[Step]]:
    """The steps of a game hand by hand."""
    hand: list[Step] = []
    for now in steps:
        if now.before.needs_deal and hand:
            yield hand
            hand = []
        hand.append(now)
    yield hand

"""A game that goes on from the score of another, as a hand that is played again by a ruling does."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from games import states
from games.rules.table import decide, evolve
from games.rules.table.commands import CarryScore, StartGame
from games.rules.table.errors import GameNotRunning, InvalidTerms, NotDue
from games.rules.table.events import ScoreCarried, SeatTaken, TableOpened
from games.rules.table.state import Table
from games.services import open_table
from truco_api.accounts.models import User
from truco_api.eventstore.audit import run_checks

OPENED = TableOpened("paulista", {}, 2, 1, 60, 0, "play", 0, False, False, "system:test", None)


def full() -> Table:
    table = evolve(None, OPENED, 0)
    for seat in (0, 1):
        table = evolve(table, SeatTaken(seat, f"user:{seat}"), 0)
    return table


def started() -> Table:
    table = full()
    for event in decide(table, StartGame(1)):
        table = evolve(table, event, 0)
    return table


def test_the_score_is_carried_into_a_game_before_its_first_hand() -> None:
    table = started()
    assert decide(table, CarryScore((8, 6))) == (ScoreCarried((8, 6)),)
    game = evolve(table, ScoreCarried((8, 6)), 0).game
    assert game
    assert (game.score, game.dealer, game.hand_no) == ((8, 6), 1, 0)


@pytest.mark.parametrize("score", [(12, 0), (-1, 0)])
def test_no_side_is_carried_past_the_end(score: tuple[int, ...]) -> None:
    with pytest.raises(InvalidTerms):
        decide(started(), CarryScore(score))


def test_a_score_has_as_many_sides_as_the_game() -> None:
    with pytest.raises(NotDue):
        decide(started(), CarryScore((1, 2, 3)))


def test_before_the_beginning_there_is_nothing_to_carry_a_score_into() -> None:
    with pytest.raises(GameNotRunning):
        decide(full(), CarryScore((1, 2)))


@pytest.mark.django_db
def test_a_game_is_opened_at_a_score_with_the_dealer_of_then_and_audits_clean() -> None:
    states.forget()
    users = [User.objects.create(username=name) for name in ("ana", "bia")]
    game_id = open_table(
        variant="paulista",
        options={},
        players=2,
        clock=None,
        seats={seat: user.actor for seat, user in enumerate(users)},
        actor="system:test",
        origin=None,
        start=True,
        now=datetime.now(UTC),
        score=(11, 6),
        dealer=1,
    )
    game = states.latest(game_id).table.game
    assert game
    assert (game.score, game.dealer, game.hand_no) == ((11, 6), 1, 1)
    states.forget()
    again = states.latest(game_id).table.game
    assert again == game
    assert [finding for _name, report in run_checks() for finding in report.findings] == []

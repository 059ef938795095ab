"""A score that is given: where a game begins that is not to begin at nothing, and by an arbiter's word."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import pytest

from games import services, states
from games.models import Game
from games.rules.table.errors import GameOver, InvalidTerms
from games.services import abandon, give_stake, open_table, stop
from tests.games.players import Person, person
from truco_api.eventstore import load

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def opened(score: tuple[int, ...] = (), dealer: int | None = None) -> UUID:
    people = [person(name) for name in ("ana", "bia")]
    return _open(people, score, dealer)


def _open(people: list[Person], score: tuple[int, ...], dealer: int | None) -> UUID:
    return open_table(
        variant="paulista",
        options={},
        players=2,
        clock=None,
        seats={seat: f"user:{each.user.id}" for seat, each in enumerate(people)},
        actor="system:test",
        origin=None,
        start=True,
        now=NOW,
        dealer=dealer,
        score=score,
    )


def score(game_id: UUID) -> tuple[int, ...]:
    game = states.latest(game_id).table.game
    assert game
    return game.score


def types(game_id: UUID) -> list[str]:
    return [event.type for event in load(f"game-{game_id}")]


@pytest.mark.django_db
def test_a_game_begins_at_the_score_it_is_given_and_with_the_dealer_it_is_given() -> None:
    game_id = opened((11, 11), 1)
    table = states.latest(game_id).table
    assert table.game
    assert (table.game.score, table.game.dealer) == ((11, 11), 1)
    assert table.game.hand is None or table.game.hand.deal.kind != "normal"


@pytest.mark.django_db
@pytest.mark.parametrize("wrong", [(12, 0), (-1, 1)])
def test_a_score_with_which_the_game_would_be_over_is_refused(wrong: tuple[int, ...]) -> None:
    with pytest.raises(InvalidTerms):
        opened(wrong)
    assert Game.objects.count() == 0


@pytest.mark.django_db
def test_what_is_at_stake_goes_to_the_other_side_in_the_middle_of_a_hand() -> None:
    game_id = opened((3, 5))
    give_stake(game_id=game_id, team=1, reason="penalty", actor="system:test")
    assert score(game_id) == (3, 6)
    table = states.latest(game_id).table
    assert table.game
    if table.game.hand is not None:
        assert table.game.hand.deal.score == (3, 6)
    assert types(game_id)[-1] == "score_given/1"


@pytest.mark.django_db
def test_what_is_at_stake_may_win_the_game() -> None:
    game_id = opened((3, 11))
    give_stake(game_id=game_id, team=1, reason="penalty", actor="system:test")
    result = states.latest(game_id).table.result
    assert result
    assert result.winner == 1
    with pytest.raises(GameOver):
        give_stake(game_id=game_id, team=1, reason="penalty", actor="system:test")


@pytest.mark.django_db
def test_a_game_is_stopped_for_who_is_ahead_if_the_score_is_such() -> None:
    game_id = opened((4, 2))
    assert stop(game_id=game_id, reason="time", actor="system:test", when=lambda _: False) == (4, 2)
    assert not states.latest(game_id).table.over
    assert stop(game_id=game_id, reason="time", actor="system:test", when=lambda now: now == (4, 2)) == (4, 2)
    result = states.latest(game_id).table.result
    assert result
    assert result.winner == 0
    assert stop(game_id=game_id, reason="time", actor="system:test", when=lambda _: True) is None


@pytest.mark.django_db
def test_a_game_that_is_stopped_level_is_won_by_nobody() -> None:
    game_id = opened((4, 4))
    stop(game_id=game_id, reason="time", actor="system:test", when=lambda _: True)
    result = states.latest(game_id).table.result
    assert result
    assert result.winner is None


@pytest.mark.django_db
def test_the_audit_and_the_history_know_a_score_that_was_given() -> None:
    from games.audit import check_replays
    from truco_api.eventstore.audit import Report

    people = [person(name) for name in ("ana", "bia")]
    game_id = _open(people, (7, 9), 0)
    give_stake(game_id=game_id, team=0, reason="penalty", actor="system:test")
    abandon(game_id=game_id, team=0, reason="left", actor="system:test")
    report = Report()
    check_replays(report)
    assert report.findings == []
    told = people[0].client.get(f"/api/v1/games/{game_id}/events/", {"after": 0}).json()
    given = [event["data"] for event in told["events"] if event["type"] == "score_given/1"]
    assert [each["score"] for each in given] == [[8, 9]]
    assert services.stop is stop

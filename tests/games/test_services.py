"""What other parts of the system ask of games, and what a process remembers."""

from typing import Any
from unittest.mock import patch
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games import services, states
from games.errors import GameNotFound
from games.models import Game
from games.rules.table.errors import GameOver, TableNotFull
from tests.games.conftest import Seating
from tests.games.players import Person, good, person, refused
from truco_api.accounts.models import User
from truco_api.eventstore import load

ORIGIN = "championship:1/2/3"


def open_leg(*people: Person, **changes: Any) -> UUID:
    """A table as a championship opens it."""
    wish: dict[str, Any] = {
        "variant": "paulista",
        "options": {},
        "players": 2,
        "clock": {"turn_seconds": 45},
        "seats": {seat: one.user.actor for seat, one in enumerate(people)},
        "actor": "system:championships",
        "origin": ORIGIN,
        "start": True,
        "now": timezone.now(),
    }
    return services.open_table(**wish | changes)


def test_a_championship_opens_a_table_that_begins_at_once(ana: Person, bia: Person) -> None:
    game = open_leg(ana, bia)
    seen = bia.see(str(game))
    assert (seen["phase"], seen["you"], seen["origin"], seen["public"]) == ("playing", 1, ORIGIN, False)
    assert seen["clock"]["turn_seconds"] == 45
    assert {event.actor for event in load(f"game-{game}")} == {"system:championships"}


def test_the_same_wish_twice_opens_one_table(ana: Person, bia: Person) -> None:
    game = uuid4()
    assert open_leg(ana, bia, game_id=game) == open_leg(ana, bia, game_id=game) == game
    assert Game.objects.filter(origin=ORIGIN).count() == 1


def test_a_table_that_is_not_full_cannot_begin_and_is_not_opened(ana: Person) -> None:
    with pytest.raises(TableNotFull):
        open_leg(ana)
    assert Game.objects.count() == 0


def test_nobody_from_outside_comes_or_goes_at_a_championships_table(ana: Person, bia: Person) -> None:
    game = str(open_leg(ana, start=False))
    refused(bia.sit(game), 403, "seats_assigned")
    refused(ana.leave(game, 0), 403, "seats_assigned")
    refused(ana.sit(game, bot="random"), 403, "seats_assigned")
    refused(ana.start(game), 403, "seats_assigned")
    assert good(bia.client.get("/api/v1/games/"))["results"] == []


def test_a_game_is_ended_for_a_reason_once(ana: Person, bia: Person) -> None:
    game = open_leg(ana, bia)
    services.abandon(game_id=game, team=0, reason="walkover", actor="system:championships")
    abandoned, _revealed, finished = load(f"game-{game}")[-3:]
    assert abandoned.data == {"team": 0, "reason": "walkover"}
    assert finished.type == "game_finished/1"
    assert finished.data == {"winner": 1, "score": [0, 0], "reason": "abandoned", "hands": 1}
    with pytest.raises(GameOver):
        services.abandon(game_id=game, team=1, reason="walkover", actor="system:championships")


def test_what_is_unknown_cannot_be_ended(db: None) -> None:
    with pytest.raises(GameNotFound):
        services.abandon(game_id=uuid4(), team=None, reason="cancelled", actor="system:championships")


@pytest.mark.django_db(transaction=True)
def test_a_process_behind_the_others_loads_only_what_is_new(seated: Seating) -> None:
    game, (_, one) = seated()
    behind = states.latest(UUID(game))
    good(one.act(game, {"type": "raise"}, behind.version))
    states.forget()
    states.keep(behind)
    with patch.object(states, "load", wraps=load) as loading:
        assert states.latest(UUID(game)).version == behind.version + 1
    loading.assert_called_once_with(f"game-{game}", after=behind.version)


@pytest.mark.django_db(transaction=True)
def test_what_was_taken_back_is_not_remembered(seated: Seating) -> None:
    game, (_, one) = seated()
    version = one.see(game)["version"]
    with patch("games.queries.action_json", side_effect=RuntimeError("the power goes")):
        assert one.act(game, {"type": "raise"}, version).status_code == 500
    assert states.latest(UUID(game)).version == version
    good(one.act(game, {"type": "raise"}, version))


def test_no_more_states_are_kept_than_there_is_room_for(seated: Seating) -> None:
    game, _ = seated()
    state = states.latest(UUID(game))
    for _ in range(states.KEPT + 10):
        states._put(state._replace(game_id=uuid4()))
    assert len(states._KEPT) == states.KEPT


def test_a_salt_hides_what_few_cards_could_be_guessed_from(seated: Seating) -> None:
    game, people = seated(options={"covered": "always"})
    seen = people[0].see(game)
    seat = seen["clock"]["awaited"][0]
    own = people[seat].see(game)
    move = next(move for move in own["view"]["legal"] if move.get("covered"))
    good(people[seat].act(game, move, own["version"]))
    covered = load(f"game-{game}")[-1]
    dealt = next(event for event in load(f"game-{game}") if event.type == "hand_dealt/1")
    assert len(covered.data["salt"]) == len(dealt.data["salt"]) == 32


def test_operators_look_at_games_and_change_nothing(seated: Seating) -> None:
    game, _ = seated()
    staff = User.objects.create_superuser("staff")
    client = Client()
    client.force_login(staff)
    assert game in client.get("/admin/games/game/").content.decode()
    assert client.get(f"/admin/games/game/{game}/change/").status_code == 200
    assert client.get("/admin/games/game/add/").status_code == 403
    assert client.post(f"/admin/games/game/{game}/delete/").status_code == 403


def test_a_deleted_account_leaves_its_games_readable(seated: Seating) -> None:
    game, (zero, _) = seated()
    zero.user.delete()
    assert person("somebody").see(game)["seats"][0]["name"] == "deleted player"

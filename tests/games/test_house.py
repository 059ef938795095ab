"""House rules: bots that play on for who leaves, and playing once more."""

import time
from random import Random

import pytest
from django.core.management import call_command
from django.db import connection

from games.models import Place
from games.rules.table.company import agree
from games.rules.table.errors import RematchClosed
from games.rules.table.house import REMATCH_MS
from games.states import latest
from games.sweeping import sweep
from tests.games.conftest import Seating
from tests.games.players import Person, good, play_on, refused
from truco_api.eventstore import load


def test_the_usual_house_rules_keep_every_place(seated: Seating) -> None:
    game, people = seated()
    seen = people[0].see(game)
    assert seen["house"] == {
        "on_leave": "keep",
        "spectator_seconds": 0,
        "spectator_hands": 0,
        "by_invitation": False,
    }
    assert "house_terms_set/1" not in [event.type for event in load(f"game-{game}")]
    refused(people[1].leave(game, 1), 409, "table_not_open")


def test_a_delay_nobody_would_wait_for_is_refused(ana: Person) -> None:
    body = {"variant": "paulista", "players": 2}
    refused(ana.client.post("/api/v1/games/", body | {"spectator_seconds": 3601}), 422, "invalid")
    refused(ana.client.post("/api/v1/games/", body | {"spectator_hands": -1}), 422, "invalid")
    refused(ana.client.post("/api/v1/games/", body | {"on_leave": "cry"}), 422, "invalid")


def test_a_bot_plays_on_for_who_leaves_until_they_come_back(seated: Seating) -> None:
    game, people = seated(on_leave="bot")
    gone = good(people[1].leave(game, 1))
    assert gone["seats"][1] | {"reserve_ms": 0} == {
        "seat": 1,
        "team": 1,
        "holder": "bot:sensible",
        "bot": True,
        "away": f"user:{people[1].user.pk}",
        "reserve_ms": 0,
        "missed": 0,
        "name": None,
        "presence": {"connected": False, "since": None},
    }
    assert gone["you"] == 1, "the place is still theirs"
    place = Place.objects.get(game_id=game, seat=1)
    assert (place.holder, place.user_id) == ("bot:sensible", people[1].user.pk)
    refused(people[1].act(game, {"type": "raise"}, gone["version"]), 403, "not_seated")
    before = latest(gone["id"]).version
    _let_bots_play(game)
    assert latest(gone["id"]).version > before, "it was their turn"
    back = good(people[1].sit(game))
    assert (back["you"], back["seats"][1]["away"]) == (1, None)
    assert back["seats"][1]["holder"] == f"user:{people[1].user.pk}"
    refused(people[1].sit(game), 409, "table_not_open")


def test_only_who_left_takes_the_place_back(seated: Seating, ana: Person) -> None:
    game, people = seated(on_leave="bot")
    good(people[1].leave(game, 1))
    refused(ana.sit(game), 409, "table_not_open")
    refused(people[1].sit(game, seat=0), 409, "table_not_open")
    refused(people[0].sit(game, seat=1), 409, "table_not_open")


def test_a_game_that_the_last_person_leaves_is_nobodys(seated: Seating) -> None:
    game, people = seated(on_leave="bot")
    good(people[1].leave(game, 1))
    over = good(people[0].leave(game, 0))
    assert (over["phase"], over["result"]["winner"], over["result"]["reason"]) == (
        "abandoned",
        None,
        "abandoned",
    )


def test_who_misses_too_many_decisions_is_stood_in_for(seated: Seating) -> None:
    clock = {"turn_seconds": 1, "reserve_seconds": 0, "abandon_after": 1}
    game, people = seated(on_leave="bot", clock=clock)
    time.sleep(1.1)
    sweep()
    seen = people[0].see(game)
    assert seen["phase"] == "playing"
    assert (seen["seats"][1]["holder"], seen["seats"][1]["missed"]) == ("bot:sensible", 0)
    told = [event.data for event in load(f"game-{game}") if event.type == "seat_lent/1"]
    assert [data["reason"] for data in told] == ["timeouts"]


def test_a_place_in_a_bots_hands_survives_a_rebuild_and_the_audit(seated: Seating) -> None:
    game, people = seated(players=4, on_leave="bot")
    good(people[2].leave(game, 2))
    play_on_all(game, people, 30)
    good(people[2].sit(game))
    good(people[3].leave(game, 3))
    before = set(Place.objects.values_list("seat", "holder", "user_id"))
    call_command("rebuild", "games")
    assert set(Place.objects.values_list("seat", "holder", "user_id")) == before
    call_command("audit")


def test_all_must_agree_to_play_once_more(seated: Seating, chance: Random) -> None:
    game, people = seated(on_leave="bot", clock={"turn_seconds": 40})
    refused(people[0].client.post(f"/api/v1/games/{game}/rematch/"), 409, "game_still_on")
    over = play_on(game, people, Random(1))
    last_dealer = latest(over["id"]).table.game.dealer  # type: ignore[union-attr]  # it was played
    first = good(people[0].client.post(f"/api/v1/games/{game}/rematch/"))
    assert first["rematch"] == {"agreed": [0], "game": None}
    withdrawn = good(people[0].client.delete(f"/api/v1/games/{game}/rematch/"))
    assert withdrawn["rematch"] == {"agreed": [], "game": None}
    good(people[0].client.post(f"/api/v1/games/{game}/rematch/"))
    again = good(people[1].client.post(f"/api/v1/games/{game}/rematch/"))["rematch"]["game"]
    table = latest(people[0].see(again)["id"]).table
    assert [people[0].see(again)["you"], people[1].see(again)["you"]] == [0, 1]
    assert table.game is not None
    assert table.game.dealer == (last_dealer + 1) % 2
    assert (table.house.on_leave, table.clock.turn_seconds) == ("bot", 40)
    refused(people[0].client.post(f"/api/v1/games/{game}/rematch/"), 409, "rematch_closed")
    call_command("audit")


def test_bots_always_play_once_more_and_strangers_never(ana: Person, bia: Person) -> None:
    game = ana.open_table()["id"]
    good(ana.sit(game, bot="random"))
    good(ana.start(game))
    good(ana.client.post(f"/api/v1/games/{game}/resign/"))
    refused(bia.client.post(f"/api/v1/games/{game}/rematch/"), 403, "not_seated")
    assert good(ana.client.post(f"/api/v1/games/{game}/rematch/"))["rematch"]["game"]


def test_an_hour_later_it_is_too_late_to_play_once_more(seated: Seating) -> None:
    game, people = seated()
    good(people[0].client.post(f"/api/v1/games/{game}/resign/"))
    table = latest(people[0].see(game)["id"]).table
    assert agree(table, 0, agreed=True, at_ms=table.ended_ms + REMATCH_MS)
    with pytest.raises(RematchClosed):
        agree(table, 0, agreed=True, at_ms=table.ended_ms + REMATCH_MS + 1)


def play_on_all(game: str, people: list[Person], steps: int) -> None:
    """People act at random, and bots when it is theirs."""
    for _ in range(steps):
        seen = people[0].see(game)
        if any(seen["seats"][seat]["bot"] for seat in seen["clock"]["awaited"]):
            _let_bots_play(game)
        else:
            play_on(game, people, Random(3), steps=1)


def _let_bots_play(game: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_game SET due_at = now() WHERE id = %s", [game])
    sweep()

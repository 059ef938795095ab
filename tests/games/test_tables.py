"""Opening tables, finding them, sitting down, leaving, beginning."""

from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from tests.games.conftest import Seating
from tests.games.players import Person, good, person, refused


def test_who_opens_a_table_sits_at_it_and_it_is_listed(ana: Person) -> None:
    game = ana.open_table(players=4, options={"all_tied": "mao"})
    assert (game["phase"], game["you"], game["version"]) == ("open", 0, 2)
    assert game["options"]["all_tied"] == "mao"
    assert [seat["name"] for seat in game["seats"]] == ["Ana", None, None, None]
    (listed,) = good(APIClient().get("/api/v1/games/"))["results"]
    assert (listed["id"], listed["free_seats"]) == (game["id"], 3)
    assert listed["places"] == [{"seat": 0, "holder": ana.user.actor}]


def test_a_table_can_be_opened_standing_by(ana: Person) -> None:
    game = ana.open_table(seat=None)
    assert (game["you"], game["version"]) == (None, 1)


def test_lists_are_filtered_and_paged_by_cursor(ana: Person) -> None:
    for variant in ("paulista", "paulista", "mineiro"):
        ana.open_table(variant=variant)
    page = good(ana.client.get("/api/v1/games/?variant=paulista&limit=1"))
    assert len(page["results"]) == 1
    second = good(ana.client.get(page["next"]))
    assert {page["results"][0]["variant"], second["results"][0]["variant"]} == {"paulista"}
    assert second["next"] is None
    refused(ana.client.get("/api/v1/games/?players=many"), 422, "invalid")


def test_a_private_table_is_not_listed_but_can_be_joined_by_its_address(ana: Person, bia: Person) -> None:
    game = ana.open_table(public=False)["id"]
    assert good(bia.client.get("/api/v1/games/"))["results"] == []
    assert good(bia.sit(game))["you"] == 1


@pytest.mark.parametrize(
    ("wish", "code", "field"),
    [
        ({"variant": "poker"}, "unknown_variant", "variant"),
        ({"players": 5}, "invalid_option", "options.players"),
        ({"players": 9}, "max_value", "players"),
        ({"options": {"stakes": 7}}, "invalid_option", "options.stakes"),
        ({"options": {"target": "twelve"}}, "invalid_option", "options.target"),
        ({"options": [1]}, "not_a_dict", "options"),
        ({"clock": {"turn_seconds": 0}}, "min_value", "clock.turn_seconds"),
        ({"clock": {"on_timeout": "cry"}}, "invalid_choice", "clock.on_timeout"),
        ({"seat": 2}, "no_such_seat", "seat"),
    ],
)
def test_a_table_that_makes_no_sense_names_the_field(
    ana: Person, wish: dict[str, object], code: str, field: str
) -> None:
    response = ana.client.post("/api/v1/games/", {"variant": "paulista", "players": 2} | wish)
    assert response.status_code == 422
    assert [(e["field"], e["code"]) for e in response.json()["errors"]] == [(field, code)]
    assert good(ana.client.get("/api/v1/me/games/"))["results"] == []


def test_opening_needs_a_login_and_reading_does_not(db: None) -> None:
    nobody = APIClient()
    refused(nobody.post("/api/v1/games/", {"variant": "paulista", "players": 2}), 401, "not_authenticated")
    refused(nobody.get("/api/v1/me/games/"), 401, "not_authenticated")
    good(nobody.get("/api/v1/games/"))


def test_the_same_key_opens_one_table(ana: Person) -> None:
    wish = {"variant": "paulista", "players": 2}
    first, again = (
        ana.client.post("/api/v1/games/", wish, headers={"Idempotency-Key": "table-1"}) for _ in range(2)
    )
    assert good(first, 201) == good(again, 201)
    assert len(good(ana.client.get("/api/v1/games/"))["results"]) == 1
    other = ana.client.post("/api/v1/games/", wish | {"players": 4}, headers={"Idempotency-Key": "table-1"})
    refused(other, 422, "idempotency_key_reused")


def test_one_sits_at_a_named_place_or_at_the_first_that_is_free(ana: Person, bia: Person) -> None:
    game = ana.open_table(players=4)["id"]
    assert good(bia.sit(game, seat=2))["you"] == 2
    assert good(person("cris").sit(game))["you"] == 1


def test_a_place_is_taken_once_and_a_player_sits_once(ana: Person, bia: Person) -> None:
    game = ana.open_table(players=4)["id"]
    refused(bia.sit(game, seat=0), 409, "seat_taken")
    refused(bia.sit(game, seat=4), 422, "no_such_seat")
    refused(bia.sit(game, seat="two"), 422, "invalid")
    good(bia.sit(game))
    refused(bia.sit(game), 409, "already_seated")
    assert ana.see(game)["version"] == 3


def test_a_full_table_takes_nobody(ana: Person, bia: Person) -> None:
    game = ana.open_table()["id"]
    good(bia.sit(game))
    refused(person("cris").sit(game), 409, "table_full")
    assert good(ana.client.get("/api/v1/games/"))["results"] == []


def test_who_opened_the_table_begins_once_it_is_full(ana: Person, bia: Person) -> None:
    game = ana.open_table()["id"]
    refused(ana.start(game), 409, "table_not_full")
    good(bia.sit(game))
    refused(bia.start(game), 403, "not_your_table")
    begun = good(ana.start(game))
    assert begun["phase"] == "playing"
    assert begun["view"]["hand_no"] == 1
    refused(ana.start(game), 409, "table_not_open")
    refused(bia.leave(game, 1), 409, "table_not_open")


def test_with_auto_start_the_last_place_begins_the_game(seated: Seating) -> None:
    game, (ana, _) = seated()
    assert ana.see(game)["phase"] == "playing"


def test_one_leaves_ones_own_place_only(ana: Person, bia: Person) -> None:
    game = ana.open_table(players=4)["id"]
    good(bia.sit(game))
    refused(ana.leave(game, 1), 403, "not_your_seat")
    refused(ana.leave(game, 3), 422, "seat_not_held")
    refused(ana.leave(game, 7), 422, "no_such_seat")
    left = good(bia.leave(game, 1))
    assert left["seats"][1]["holder"] is None
    assert good(bia.sit(game, seat=3))["you"] == 3


def test_the_table_is_closed_when_the_last_person_has_left(ana: Person) -> None:
    game = ana.open_table()["id"]
    good(ana.sit(game, bot="random"))
    assert good(ana.leave(game, 0))["phase"] == "abandoned"
    refused(ana.sit(game), 409, "table_not_open")


def test_bots_are_seated_and_sent_away_by_who_opened_the_table(ana: Person, bia: Person) -> None:
    game = ana.open_table(players=4)["id"]
    refused(bia.sit(game, bot="sensible"), 403, "not_your_table")
    refused(ana.sit(game, bot="brilliant"), 422, "invalid")
    seated = good(ana.sit(game, bot="sensible", seat=3))
    assert seated["seats"][3] | {"reserve_ms": 0} == {
        "seat": 3,
        "team": 1,
        "holder": "bot:sensible",
        "bot": True,
        "away": None,
        "presence": None,
        "reserve_ms": 0,
        "missed": 0,
        "name": None,
    }
    good(ana.sit(game, bot="sensible"))
    refused(bia.leave(game, 3), 403, "not_your_table")
    assert good(ana.leave(game, 3))["seats"][3]["holder"] is None


@pytest.mark.parametrize("path", ["", "events/", "hands/", "hands/1/replay/", "hands/1/record/", "states/1/"])
def test_an_unknown_game_is_not_found_whatever_is_asked_of_it(ana: Person, path: str) -> None:
    refused(ana.client.get(f"/api/v1/games/{uuid4()}/{path}"), 404, "game_not_found")


def test_an_unknown_game_takes_nothing(ana: Person) -> None:
    game = str(uuid4())
    for response in (ana.sit(game), ana.leave(game, 0), ana.start(game), ana.act(game, {"type": "raise"}, 3)):
        refused(response, 404, "game_not_found")
    refused(ana.client.get("/api/v1/games/seven/"), 404, "not_found")
    refused(ana.client.delete(f"/api/v1/games/{game}/seats/{10**12}/"), 404, "not_found")


def test_ones_own_games_are_listed_with_their_phase(ana: Person, bia: Person) -> None:
    own = ana.open_table(public=False)["id"]
    bia.open_table()
    listed = good(ana.client.get("/api/v1/me/games/"))["results"]
    assert [game["id"] for game in listed] == [own]
    assert good(ana.client.get("/api/v1/me/games/?phase=finished"))["results"] == []

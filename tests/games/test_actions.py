"""Acting: upon a version, once a key, at one's own place, and only as the rules allow."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from games import states
from tests.games.conftest import Seating
from tests.games.players import Person, good, person, play_on, refused

Stack = Callable[..., None]
HANDS = ["3C 7P 4E", "2O KC 5P"]
"""Seat 1, who plays first, then seat 0; with the vira 4C the 5P is the best card."""
PLAY = {"type": "play", "card": "3C"}


@pytest.fixture
def table(stack: Stack, seated: Seating) -> tuple[str, Person, Person]:
    """A game with known cards: its id, seat 0, and seat 1, who is to play."""
    stack(HANDS, "4C")
    game, (zero, one) = seated()
    return game, zero, one


def test_an_action_answers_with_what_it_did_and_what_comes_next(table: tuple[str, Person, Person]) -> None:
    game, _, one = table
    seen = one.see(game)
    response = one.act(game, PLAY, seen["version"])
    body = good(response)
    assert body["version"] == seen["version"] + 1
    assert response["ETag"] == f'"{body["version"]}"'
    (event,) = body["events"]
    assert (event["version"], event["type"]) == (body["version"], "card_played/1")
    assert event["data"] == {"seat": 1, "card": "3C", "covered": False}
    assert body["view"]["hand"]["table"] == [{"seat": 1, "card": "3C", "covered": False}]
    assert body["view"]["legal"] == []
    assert body["clock"]["awaited"] == [0]


def test_every_listed_action_is_taken_and_the_next_hand_is_dealt_at_once(
    seated: Seating, chance: Random
) -> None:
    game, people = seated(4)
    end = play_on(game, people, chance)
    assert end["phase"] == "finished"
    assert end["result"]["reason"] == "target"
    assert max(end["result"]["score"]) == 12
    assert end["clock"]["deadline_at"] is None


def test_a_version_is_required(table: tuple[str, Person, Person]) -> None:
    game, _, one = table
    refused(one.act(game, PLAY, None), 428, "precondition_required")
    answer = one.client.post(f"/api/v1/games/{game}/actions/", PLAY, headers={"If-Match": "five"})
    refused(answer, 400, "invalid_if_match")


def test_a_stale_version_is_refused_and_tells_what_was_missed(table: tuple[str, Person, Person]) -> None:
    game, zero, one = table
    start = zero.see(game)["version"]
    good(one.act(game, PLAY, start))
    problem = refused(zero.act(game, {"type": "play", "card": "2O"}, start), 412, "stale_version")
    assert problem["current_version"] == start + 1
    assert [event["data"]["card"] for event in problem["events"]] == ["3C"]
    good(zero.act(game, {"type": "play", "card": "2O"}, problem["current_version"]))


def test_a_version_that_has_not_been_is_refused_as_well(table: tuple[str, Person, Person]) -> None:
    game, _, one = table
    assert refused(one.act(game, PLAY, 99), 412, "stale_version")["events"] == []


def test_what_was_missed_is_told_as_the_caller_may_see_it(table: tuple[str, Person, Person]) -> None:
    game, zero, one = table
    start = zero.see(game)["version"]
    for who, card in ((one, "3C"), (zero, "2O")):
        good(who.act(game, {"type": "play", "card": card}, who.see(game)["version"]))
    covered = {"type": "play", "card": "7P", "covered": True}
    good(one.act(game, covered, one.see(game)["version"]))
    missed = refused(zero.act(game, {"type": "raise"}, start), 412, "stale_version")["events"]
    assert missed[-1]["data"] == {"seat": 1, "card": None, "covered": True}


def test_the_same_key_acts_once_and_is_answered_alike_whatever_the_version(
    table: tuple[str, Person, Person],
) -> None:
    game, zero, one = table
    start = one.see(game)["version"]
    first = one.act(game, PLAY, start, key="k1")
    good(zero.act(game, {"type": "play", "card": "2O"}, start + 1))
    again = one.act(game, PLAY, start, key="k1")
    assert good(first) == good(again)
    assert first["ETag"] == again["ETag"]
    assert one.see(game)["view"]["hand"]["tricks"][0]["winner_seat"] == 1


def test_the_same_key_for_another_action_is_refused(table: tuple[str, Person, Person]) -> None:
    game, _, one = table
    start = one.see(game)["version"]
    good(one.act(game, PLAY, start, key="k1"))
    other = {"type": "play", "card": "7P"}
    refused(one.act(game, other, start, key="k1"), 422, "idempotency_key_reused")


def test_keys_belong_to_their_player(table: tuple[str, Person, Person]) -> None:
    game, zero, one = table
    start = one.see(game)["version"]
    good(one.act(game, PLAY, start, key="k1"))
    good(zero.act(game, {"type": "play", "card": "2O"}, start + 1, key="k1"))


def test_a_refused_action_is_not_remembered_under_its_key(table: tuple[str, Person, Person]) -> None:
    game, zero, one = table
    start = one.see(game)["version"]
    refused(zero.act(game, {"type": "raise"}, start, key="k1"), 409, "not_your_turn")
    good(one.act(game, PLAY, start))
    good(zero.act(game, {"type": "raise"}, start + 1, key="k1"))


@pytest.mark.parametrize(
    ("move", "status", "code"),
    [
        ({"type": "play", "card": "2O"}, 409, "card_not_in_hand"),
        ({"type": "play", "card": "3C", "covered": True}, 409, "covered_not_allowed"),
        ({"type": "accept"}, 409, "nothing_to_answer"),
        ({"type": "envido"}, 409, "envido_not_allowed"),
        ({"type": "swap"}, 409, "swap_not_allowed"),
        ({"type": "play"}, 422, "invalid_action"),
        ({"type": "play", "card": 3}, 422, "invalid_action"),
        ({"type": "play", "card": "3C", "colour": "red"}, 422, "invalid_action"),
        ({"type": "dance"}, 422, "invalid_action"),
        ({"type": ["play"]}, 422, "invalid_action"),
        ({}, 422, "invalid_action"),
        ([], 422, "invalid_action"),
        (PLAY | {"seat": 0}, 403, "not_your_seat"),
        (PLAY | {"seat": "mine"}, 422, "invalid_action"),
    ],
)
def test_what_cannot_be_done_has_a_code_and_changes_nothing(
    table: tuple[str, Person, Person], move: Any, status: int, code: str
) -> None:
    game, _, one = table
    before = one.see(game)
    refused(one.act(game, move, before["version"]), status, code)
    after = one.see(game)
    assert (after["version"], after["view"]) == (before["version"], before["view"])


def test_an_action_may_name_its_own_seat_and_carry_notes(table: tuple[str, Person, Person]) -> None:
    game, _, one = table
    good(one.act(game, PLAY | {"seat": 1, "note": "!", "x-mood": "sure"}, one.see(game)["version"]))


def test_malformed_json_is_refused_before_anything_else(table: tuple[str, Person, Person]) -> None:
    game, _, one = table
    url = f"/api/v1/games/{game}/actions/"
    answer = one.client.post(url, b"{", content_type="application/json", headers={"If-Match": '"4"'})
    refused(answer, 400, "malformed_json")


def test_an_outsider_and_a_stranger_cannot_act(table: tuple[str, Person, Person]) -> None:
    game, _, one = table
    version = one.see(game)["version"]
    refused(person("outsider").act(game, PLAY, version), 403, "not_seated")
    answer = APIClient().post(f"/api/v1/games/{game}/actions/", PLAY, headers={"If-Match": f'"{version}"'})
    refused(answer, 401, "not_authenticated")


def test_no_action_before_the_game_begins(ana: Person) -> None:
    table = ana.open_table()
    refused(ana.act(table["id"], PLAY, table["version"]), 409, "game_not_started")
    assert ana.see(table["id"])["version"] == table["version"]


def test_no_action_after_the_game_has_ended(table: tuple[str, Person, Person]) -> None:
    game, zero, one = table
    ended = good(zero.client.post(f"/api/v1/games/{game}/resign/"))
    assert ended["result"] == {"winner": 1, "score": [0, 0], "reason": "abandoned"}
    kinds = [event["type"] for event in ended["events"]]
    assert kinds == ["game_abandoned/1", "hands_revealed/1", "game_finished/1"]
    refused(one.act(game, PLAY, ended["version"]), 409, "game_over")
    refused(one.client.post(f"/api/v1/games/{game}/resign/"), 409, "game_over")
    assert one.see(game)["version"] == ended["version"]


def test_resigning_needs_a_place(table: tuple[str, Person, Person]) -> None:
    refused(person("outsider").client.post(f"/api/v1/games/{table[0]}/resign/"), 403, "not_seated")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("key", [None, "k1"])
def test_an_action_takes_at_most_ten_statements_and_loads_no_event(
    stack: Stack, seated: Seating, key: str | None
) -> None:
    stack(HANDS, "4C")
    game, (_, one) = seated()
    version = one.see(game)["version"]
    with CaptureQueriesContext(
        connection,
    ) as statements:
        good(one.act(game, PLAY, version, key=key))
    ran = [query["sql"] for query in statements]
    assert len(ran) <= 10, ran
    assert "BEGIN" in ran
    assert "COMMIT" in ran
    assert not [sql for sql in ran if "FROM eventstore_event" in sql]


@pytest.mark.django_db(transaction=True)
def test_a_process_that_remembers_nothing_acts_all_the_same(stack: Stack, seated: Seating) -> None:
    stack(HANDS, "4C")
    game, (zero, one) = seated()
    version = one.see(game)["version"]
    states.forget()
    good(one.act(game, PLAY, version))
    states.forget()
    assert zero.see(game)["view"]["hand"]["table"] == [{"seat": 1, "card": "3C", "covered": False}]

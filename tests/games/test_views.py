"""Looking at a game: as a seat, as an outsider, again, and as it happens."""

import threading
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from random import Random

import pytest
from django.db import connection
from rest_framework.test import APIClient

from tests.games.conftest import Seating
from tests.games.players import good, person, play_on, refused
from truco_api.eventstore.feed import relay_once
from truco_api.streams import hub

Stack = Callable[..., None]


def test_a_seat_sees_its_own_cards_and_what_it_may_do(stack: Stack, seated: Seating) -> None:
    stack(["3C 7P 4E", "2O KC 5P"], "4C")
    game, (zero, one) = seated()
    view = one.see(game)["view"]
    assert view["seat"] == 1
    assert view["hand"]["cards"] == [[None] * 3, ["3C", "7P", "4E"]]
    assert {"type": "play", "card": "3C"} in view["legal"]
    assert zero.see(game)["view"]["legal"] == []


def test_an_outsider_sees_a_running_game_without_hands(stack: Stack, seated: Seating) -> None:
    stack(["3C 7P 4E", "2O KC 5P"], "4C")
    game, _ = seated()
    for seen in (person("outsider").see(game), good(APIClient().get(f"/api/v1/games/{game}/"))):
        assert (seen["you"], seen["view"]["legal"]) == (None, [])
        assert seen["view"]["hand"]["cards"] == [[None] * 3, [None] * 3]
        assert seen["view"]["hand"]["vira"] == "4C"


def test_every_clock_is_the_servers(seated: Seating) -> None:
    game, (zero, _) = seated(clock={"turn_seconds": 20, "reserve_seconds": 60})
    clock = zero.see(game)["clock"]
    now, due = (datetime.fromisoformat(clock[name]) for name in ("server_now", "deadline_at"))
    assert round((due - now).total_seconds() * 1000) == clock["left_ms"]
    assert 79_000 < clock["left_ms"] <= 80_000
    assert 19_000 < clock["turn_left_ms"] <= 20_000
    assert clock["reserve_ms"] == [60_000, 60_000]


def test_the_version_is_the_etag_and_an_unchanged_game_is_not_sent_again(seated: Seating) -> None:
    game, (zero, one) = seated()
    first = zero.get(game, "")
    assert first["ETag"] == f'"{first.json()["version"]}"'
    again = zero.get(game, "", **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    good(one.act(game, {"type": "raise"}, first.json()["version"]))
    assert zero.get(game, "", **{"If-None-Match": first["ETag"]}).status_code == 200


def test_the_view_says_where_to_follow_the_game(seated: Seating) -> None:
    game, (zero, _) = seated()
    seen = zero.see(game)
    assert seen["stream_url"].endswith(f"/api/v1/games/{game}/stream/")
    assert seen["events_url"].endswith(f"/api/v1/games/{game}/events/")


def test_events_come_after_a_version_the_same_for_every_seat(seated: Seating, chance: Random) -> None:
    game, people = seated()
    play_on(game, people, chance, steps=6)
    zero, one, outsider = (good(who.get(game, "events/"))["events"] for who in (*people, person("outsider")))
    assert [event["version"] for event in zero] == list(range(1, len(zero) + 1))
    for own, other, outside in zip(zero, one, outsider, strict=True):
        for name in ("version", "type", "at"):
            assert own[name] == other[name] == outside[name]
    late = good(people[0].get(game, f"events/?after={len(zero) - 2}"))["events"]
    assert late == zero[-2:]
    assert good(people[0].get(game, f"events/?after={len(zero) + 7}"))["events"] == []


@pytest.mark.parametrize("query", ["after=x", "after=-1", "wait=26", "after=99999999999", "wait=1.5"])
def test_a_cursor_that_is_none_is_refused(seated: Seating, query: str) -> None:
    game, (zero, _) = seated()
    response = zero.get(game, f"events/?{query}")
    assert (response.status_code, response.json()["errors"][0]["field"]) == (422, query.partition("=")[0])


@pytest.fixture
def listening(transactional_db: None) -> Iterator[None]:
    """A hub that hears the feed, and lets go of the database afterwards."""
    yield
    hub.shared().stop()
    hub.shared.cache_clear()


def _later(work: Callable[[], object]) -> threading.Thread:
    """Do it on another thread and connection, in a moment."""

    def run() -> None:
        time.sleep(0.3)
        try:
            work()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def test_waiting_ends_when_something_happens(listening: None, seated: Seating) -> None:
    game, (zero, one) = seated()
    version = zero.see(game)["version"]
    while relay_once():
        pass

    def raise_the_stake() -> None:
        good(one.act(game, {"type": "raise"}, version))
        relay_once()

    started = time.monotonic()
    acting = _later(raise_the_stake)
    (event,) = good(zero.get(game, f"events/?after={version}&wait=20"))["events"]
    acting.join()
    assert event["type"] == "stake_raised/1"
    assert time.monotonic() - started < 10


def test_waiting_ends_with_nothing_when_nothing_happens(listening: None, seated: Seating) -> None:
    game, (zero, _) = seated()
    version = zero.see(game)["version"]
    assert good(zero.get(game, f"events/?after={version}&wait=1"))["events"] == []


def test_too_many_who_wait_are_answered_at_once(seated: Seating, monkeypatch: pytest.MonkeyPatch) -> None:
    game, (zero, _) = seated()
    version = zero.see(game)["version"]
    monkeypatch.setattr("games.waiting._PLACES", threading.BoundedSemaphore(1))
    from games import waiting

    with waiting._PLACES:
        started = time.monotonic()
        assert good(zero.get(game, f"events/?after={version}&wait=20"))["events"] == []
    assert time.monotonic() - started < 5


def test_a_game_is_found_in_the_list_of_its_players(seated: Seating, chance: Random) -> None:
    game, people = seated()
    play_on(game, people, chance)
    for one in people:
        (listed,) = good(one.client.get("/api/v1/me/games/?phase=finished"))["results"]
        seen = one.see(game)
        assert listed["id"] == game
        for name in ("version", "phase", "variant", "players"):
            assert listed[name] == seen[name]
        assert (listed["score"], listed["winner"]) == (seen["result"]["score"], seen["result"]["winner"])
    refused(people[0].client.get("/api/v1/me/games/?phase=over"), 422, "invalid")

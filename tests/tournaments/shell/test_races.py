"""Two at once, over real connections: nothing is opened, advanced or counted twice."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from games.models import Game
from tests.eventstore.racing import race
from tests.tournaments.shell.cups import ONLINE, SINGLES, Cup
from tests.tournaments.shell.test_online import finish, finished_event, game_of
from tests.tournaments.shell.world import Somebody, World
from tournaments.codec import stream_of
from tournaments.models import Wake
from tournaments.services import legs, persons
from tournaments.subscribers import game_finished
from tournaments.tasks import advance
from truco_api.eventstore import load
from truco_api.eventstore import unit as units

pytestmark = pytest.mark.django_db(transaction=True)
each_way = pytest.mark.parametrize("locked", [True, False], ids=["locked", "lock off"])


def switch_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody wait for a stream's head."""
    monkeypatch.setattr(units, "LOCK_HEAD", units.LOCK_HEAD.replace("FOR UPDATE", ""))


def count(cup: Cup, event: str) -> int:
    """How often something has happened."""
    return sum(recorded.type == event for recorded in load(stream_of(cup.id)))


def kinds(outcomes: list[Any]) -> list[str]:
    """What became of each, without their order."""
    return sorted(type(outcome).__name__ for outcome in outcomes)


def posting(who: Somebody, path: str, body: Any) -> Any:
    """A request with a client of its own thread."""

    def post() -> int:
        client = APIClient()
        client.force_authenticate(who.user)
        return int(client.post(f"/api/v1{path}", body, format="json").status_code)

    return post


@each_way
def test_two_workers_never_open_a_game_twice(
    locked: bool, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    cup = Cup(World(), ONLINE).started(4)
    if not locked:
        switch_off(monkeypatch)
    request.getfixturevalue("meeting")
    outcomes = race(cup.advance, cup.advance)
    # Without the lock both go to work, and only the keys of the store stop the second, with a failure.
    assert kinds(outcomes) == (["int", "int"] if locked else ["IntegrityError", "int"])
    assert Game.objects.count() == 2 == count(cup, "leg_opened/1")
    assert count(cup, "round_opened/1") == 1


@pytest.mark.usefixtures("meeting")
def test_a_task_delivered_twice_at_once_advances_once() -> None:
    cup = Cup(World(), ONLINE).started(4)
    version = Wake.objects.get(championship=cup.id).version
    outcomes = race(lambda: advance(cup.id, version), lambda: advance(cup.id, version))
    assert sorted(outcome == 0 for outcome in outcomes) == [False, True]
    assert Game.objects.count() == 2


@each_way
def test_the_end_of_a_game_delivered_twice_at_once_is_one_leg(
    locked: bool, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    cup = Cup(World(), ONLINE).playing(2)
    game_id = game_of(cup, "R1M1")
    finish(game_id, winner=0)
    event = finished_event(game_id)
    if not locked:
        switch_off(monkeypatch)
    request.getfixturevalue("meeting")
    outcomes = race(lambda: game_finished(event), lambda: game_finished(event))
    assert kinds(outcomes) == (["NoneType", "NoneType"] if locked else ["IntegrityError", "NoneType"])
    assert count(cup, "leg_played/1") == 1 == count(cup, "match_decided/1")


@pytest.mark.usefixtures("meeting")
def test_two_sheets_handed_in_at_once_are_one_result_or_one_refusal() -> None:
    cup = Cup(World()).playing(2)
    path = f"{cup.path}/matches/R1M1/sheet/"
    home, away = (posting(cup.side("R1M1", side), path, {"legs": [[12, 5]]}) for side in (0, 1))
    assert race(home, away) == [200, 200]
    assert (cup.match("R1M1")["status"], count(cup, "match_decided/1")) == ("decided", 1)


@pytest.mark.usefixtures("meeting")
def test_of_two_different_sheets_handed_in_at_once_one_waits_for_an_answer() -> None:
    cup = Cup(World()).playing(2)
    path = f"{cup.path}/matches/R1M1/sheet/"
    racers = [
        posting(cup.side("R1M1", side), path, {"legs": [legs]}) for side, legs in ((0, [12, 5]), (1, [5, 12]))
    ]
    assert sorted(race(*racers)) == [200, 409]
    assert (cup.match("R1M1")["status"], count(cup, "sheet_handed_in/1")) == ("reported", 1)


@pytest.mark.usefixtures("meeting")
def test_the_last_place_is_taken_once() -> None:
    world = World()
    cup = Cup(world, SINGLES | {"max_entries": 2})
    cup.register("E1")
    racers = [
        posting(world[who], f"{cup.path}/entries/", {"name": who, "members": [{"username": who}]})
        for who in ("player", "outsider")
    ]
    assert sorted(race(*racers)) == [201, 409]
    assert count(cup, "entry_registered/2") == 2


def test_two_sweeps_at_once_share_the_work() -> None:
    world = World()
    cups = [Cup(world).started(2) for _ in range(4)]
    now = max(wake.due_at for wake in Wake.objects.all() if wake.due_at)
    first, second = race(lambda: legs.claim_due(now=now), lambda: legs.claim_due(now=now))
    assert sorted(str(found) for found, _ in first + second) == sorted(cup.id for cup in cups)


def test_a_person_claimed_while_the_account_enters_plays_once() -> None:
    world = World()
    cup = Cup(world)
    cup.do("open")
    registered = world["organizer"].post(f"/clubs/{world.club.id}/persons/", {"name": "Seu Zé"}, 201)
    cup.do("entries", {"name": "Zé", "members": [{"person": registered["person"]["id"]}]}, 201)
    outsider = world["outsider"]
    assert outsider.user is not None
    persons.own_person(outsider.user)
    enter = {"name": "Eu", "members": [{"username": "outsider"}]}
    outcomes = race(
        posting(outsider, f"{cup.path}/entries/", enter),
        posting(outsider, "/persons/claim/", {"code": registered["claim_code"]}),
    )
    assert sorted(outcomes) in ([200, 409], [201, 409])


@pytest.mark.usefixtures("meeting")
def test_a_code_given_to_two_is_claimed_by_one() -> None:
    world = World()
    registered = world["organizer"].post(f"/clubs/{world.club.id}/persons/", {"name": "Seu Zé"}, 201)
    body = {"code": registered["claim_code"]}
    racers = [posting(world[who], "/persons/claim/", body) for who in ("player", "outsider")]
    assert sorted(race(*racers)) == [200, 404]

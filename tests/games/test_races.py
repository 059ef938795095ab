"""Several at once: of two who act upon one version one wins, and nothing happens twice."""

from collections import Counter
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest

from games import states
from tests.eventstore.racing import Held, race
from tests.games.conftest import Seating
from tests.games.players import Person, good, person, refused
from truco_api.eventstore import load
from truco_api.eventstore import unit as units

pytestmark = pytest.mark.django_db(transaction=True)
Stack = Callable[..., None]
PLAY = {"type": "play", "card": "3C"}


@pytest.fixture
def table(stack: Stack, seated: Seating) -> tuple[str, Person, Person]:
    """A game with known cards: its id, seat 0, and seat 1, who is to play."""
    stack(["3C 7P 4E", "2O KC 5P"], "4C")
    game, (zero, one) = seated()
    return game, zero, one


def statuses(responses: list[Any]) -> Counter[int]:
    """How often each status was answered."""
    return Counter(response.status_code for response in responses)


def test_of_two_devices_of_one_player_one_acts(table: tuple[str, Person, Person]) -> None:
    game, _, one = table
    version = one.see(game)["version"]
    devices = [one.device() for _ in range(4)]
    cards = ["3C", "7P", "4E", "3C"]
    told = race(
        *(
            lambda device=device, card=card: one.act(
                game, {"type": "play", "card": card}, version, client=device
            )
            for device, card in zip(devices, cards, strict=True)
        )
    )
    assert statuses(told) == {200: 1, 412: 3}
    assert [event.type for event in load(f"game-{game}", after=version)] == ["card_played/1"]
    won = next(response for response in told if response.status_code == 200).json()
    for response in told:
        if response.status_code == 412:
            assert response.json()["current_version"] == version + 1
            assert response.json()["events"] == won["events"]


def test_one_request_sent_many_times_at_once_acts_once(table: tuple[str, Person, Person]) -> None:
    game, _, one = table
    version = one.see(game)["version"]
    devices = [one.device() for _ in range(4)]
    told = race(
        *(lambda device=device: one.act(game, PLAY, version, key="once", client=device) for device in devices)
    )
    assert set(statuses(told)) <= {200, 409}
    assert {response.json()["code"] for response in told if response.status_code == 409} <= {
        "idempotency_in_flight"
    }
    assert len({response.content for response in told if response.status_code == 200}) == 1
    assert [event.type for event in load(f"game-{game}", after=version)] == ["card_played/1"]


def test_a_key_that_is_being_worked_on_is_told_so(table: tuple[str, Person, Person]) -> None:
    game, _, one = table
    version = one.see(game)["version"]
    real = states.at_version

    def act_slowly(pause: Callable[[], None]) -> None:
        def slow(*args: Any) -> Any:
            pause()
            return real(*args)

        with patch("games.services._work.at_version", slow):
            good(one.act(game, PLAY, version, key="slow", client=one.device()))

    first = Held(act_slowly)
    with patch("games.services._work.at_version", real):
        refused(one.act(game, PLAY, version, key="slow"), 409, "idempotency_in_flight")
    first.release()
    good(one.act(game, PLAY, version, key="slow"))


def test_of_those_who_want_the_last_place_one_gets_it(ana: Person) -> None:
    game = ana.open_table()["id"]
    people = [person(f"guest-{number}") for number in range(4)]
    told = race(*(lambda one=one: one.sit(game) for one in people))
    assert statuses(told) == {200: 1, 409: 3}
    assert {response.json()["code"] for response in told if response.status_code == 409} == {"table_full"}


def test_a_game_is_begun_once(ana: Person, bia: Person) -> None:
    game = ana.open_table()["id"]
    good(bia.sit(game))
    devices = [ana.device() for _ in range(4)]
    told = race(*(lambda device=device: begin(game, device) for device in devices))
    assert statuses(told) == {200: 1, 409: 3}
    types = [event.type for event in load(f"game-{game}")]
    assert types.count("game_started/1") == types.count("hand_dealt/1") == 1


def begin(game: str, device: Any) -> Any:
    """Begin from one device."""
    return device.post(f"/api/v1/games/{game}/start/")


@contextmanager
def _without_the_lock() -> Any:
    """The head of the stream is read, but not locked."""
    with patch.object(units, "LOCK_HEAD", units.LOCK_HEAD.replace("FOR UPDATE", "")):
        yield


def test_without_the_lock_the_race_is_seen_to_fail(table: tuple[str, Person, Person]) -> None:
    """Two who both read the same head: the second is stopped by the store's key alone, as a fault."""
    game, _, one = table
    version = one.see(game)["version"]
    real = states.at_version

    def act_slowly(pause: Callable[[], None]) -> None:
        def slow(*args: Any) -> Any:
            pause()
            return real(*args)

        with patch("games.services._work.at_version", slow):
            response = one.act(game, PLAY, version, client=one.device())
            assert response.status_code == 500

    with _without_the_lock():
        first = Held(act_slowly)
        with patch("games.services._work.at_version", real):
            good(one.act(game, PLAY, version))
        first.release()

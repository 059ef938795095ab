"""A table that is shown later to others: the stream sends them each event when its time has come, unasked."""

from collections.abc import Iterator
from datetime import datetime
from random import Random

import pytest
from django.utils import timezone

from games import states
from games.states import latest
from tests.games.players import Person, good, person, play_on
from tests.streams.listening import Frame, listen_to, read
from truco_api.accounts import tokens
from truco_api.eventstore.feed import relay_once

DELAY_SECONDS = 2


@pytest.fixture
def people(transactional_db: None) -> Iterator[list[Person]]:
    """Two who play."""
    states.forget()
    yield [person("ana"), person("bia")]
    states.forget()


def _act(game: str, people: list[Person]) -> None:
    play_on(game, people, Random(4), steps=1)
    while relay_once():
        pass


def _heard(path: str, after: int, key: str | None, game: str, people: list[Person]) -> list[Frame]:
    act = lambda: _act(game, people)  # noqa: E731 - it is called later, elsewhere
    frames = listen_to(path, {"after": after}, key, act, DELAY_SECONDS + 1.5)
    return [frame for frame in read(frames) if frame.ident]


def test_others_are_sent_an_event_when_its_time_has_come_and_players_at_once(people: list[Person]) -> None:
    game = people[0].open_table(auto_start=True, spectator_seconds=DELAY_SECONDS)["id"]
    good(people[1].sit(game))
    path = f"/api/v1/games/{game}/stream/"
    before = latest(people[0].see(game)["id"]).version
    heard = _heard(path, 0, None, game, people)
    assert [frame.data["version"] for frame in heard] == list(range(1, len(heard) + 1))
    assert len(heard) > before, "it came, though nothing more happened"
    assert all(_age(frame) >= 0 for frame in heard)
    newest = latest(people[0].see(game)["id"]).version
    key = tokens.issue(user=people[0].user, device="", now=timezone.now())[0]
    own = _heard(path, newest, key, game, people)
    assert own[0].data["version"] == newest + 1


def test_others_have_not_heard_of_it_before(people: list[Person]) -> None:
    game = people[0].open_table(auto_start=True, spectator_seconds=60)["id"]
    good(people[1].sit(game))
    frames = read(
        listen_to(f"/api/v1/games/{game}/stream/", {"after": 0}, None, lambda: _act(game, people), 1.0)
    )
    heard = [frame.data["type"] for frame in frames if frame.ident]
    assert heard[-1] == "game_started/1"
    clocks = [frame.data["version"] for frame in frames if frame.name == "clock"]
    assert clocks == [len(heard)], "nor does the clock tell of more"


def _age(frame: Frame) -> float:
    """Seconds since it happened, at the end of the listening."""
    return (timezone.now() - datetime.fromisoformat(frame.data["at"])).total_seconds() - DELAY_SECONDS

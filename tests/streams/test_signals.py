"""Signals on the stream of a game: sent to whoever sees them, and no trace of them to anybody else."""

import json
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from games import states
from tests.streams.listening import listen_to
from truco_api.accounts import tokens
from truco_api.accounts.models import User
from truco_api.eventstore.feed import relay_once
from truco_api.presence.attendance import Attendance
from truco_api.streams import following
from truco_api.streams.sources import all_sources

SIGNAL = {"type": "signal", "sign": "zap"}


class Table:
    """A game of four with signals, over the API."""

    def __init__(self, **options: Any) -> None:
        self.keys = [_key(f"player-{seat}") for seat in range(4)]
        self.outsider = _key("outsider")
        self.clients = [APIClient(headers={"Authorization": f"Bearer {key}"}) for key in self.keys]
        wish = {"variant": "paulista", "players": 4, "auto_start": True, "options": options}
        self.game = self.clients[0].post("/api/v1/games/", wish).json()["id"]
        for client in self.clients[1:]:
            client.post(self.path("seats/"), {})
        self.version = self.clients[0].get(self.path("")).json()["version"]
        _relay()

    def path(self, rest: str) -> str:
        """An address of the game."""
        return f"/api/v1/games/{self.game}/{rest}"

    def signal(self, seat: int) -> None:
        """A signal by this seat, which everybody who waits is woken by."""
        assert self.clients[seat].post(self.path("signals/"), SIGNAL).status_code == 201
        _relay()

    def resign(self) -> None:
        """The end of the game."""
        self.clients[0].post(self.path("resign/"))
        _relay()


def _key(name: str) -> str:
    user = User.objects.create_user(name)
    return tokens.issue(user=user, device="", now=timezone.now())[0]


def _relay() -> None:
    while relay_once():
        pass


@pytest.fixture
def table(transactional_db: None) -> Iterator[Table]:
    """The game."""
    states.forget()
    yield Table(signals="partner")
    states.forget()


Listen = Callable[..., list[str]]


@pytest.fixture
def listen(table: Table) -> Listen:
    """What is sent to the holder of a key within a second, while something happens."""

    def listen(key: str, meanwhile: Callable[[], None], *, seconds: float = 1.0, **query: int) -> list[str]:
        path = table.path("stream/")
        sent = listen_to(path, query | {"after": table.version}, key, meanwhile, seconds)
        # Clocks and presence are told to everybody, and clocks once a version: no signal brings another.
        clocks = [json.loads(_fields(frame)["data"])["version"] for frame in sent if _is(frame, "clock")]
        assert len(clocks) == len(set(clocks))
        return [frame for frame in sent if not _is(frame, "clock") and not _is(frame, "presence")]

    return listen


def _is(frame: str, name: str) -> bool:
    return frame.startswith(f"event: {name}\n")


def _fields(frame: str) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in frame.split("\n"))


def test_who_sees_a_signal_is_sent_it_without_a_version_of_the_game(table: Table, listen: Listen) -> None:
    (frame,) = listen(table.keys[2], lambda: table.signal(0))
    fields = _fields(frame)
    assert set(fields) == {"event", "data"}
    assert fields["event"] == "signal"
    signal = json.loads(fields["data"])
    assert (signal["number"], signal["type"]) == (1, "signal_given/1")
    assert signal["data"] == {"seat": 0, "sign": "zap", "game_version": table.version}


def test_nobody_else_is_sent_anything(table: Table, listen: Listen) -> None:
    for key in (table.keys[1], table.keys[3], table.outsider):
        assert listen(key, lambda: table.signal(0)) == []


def test_what_was_seen_before_is_sent_from_ones_own_number_on(table: Table, listen: Listen) -> None:
    for seat in (0, 1, 2, 1):
        table.signal(seat)
    frames = listen(table.keys[0], lambda: None)
    assert [json.loads(_fields(frame)["data"])["number"] for frame in frames] == [1, 2]
    (frame,) = listen(table.keys[0], lambda: None, signals=1)
    assert json.loads(_fields(frame)["data"])["data"]["seat"] == 2


def test_with_the_end_of_the_game_the_rest_is_sent(table: Table, listen: Listen) -> None:
    table.signal(0)
    *game, last = [_fields(frame) for frame in listen(table.keys[1], table.resign)]
    assert json.loads(game[-1]["data"])["type"] == "game_finished/1"
    assert [int(fields["id"]) for fields in game] == [table.version + 1 + place for place in range(len(game))]
    assert last["event"] == "signal"
    assert json.loads(last["data"])["data"]["seen_by"] == [0, 2]


def test_what_is_not_seen_does_not_put_off_the_heartbeat(
    table: Table, listen: Listen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A silence that lasts longer would tell of a hidden signal as well as a frame."""
    monkeypatch.setattr(following, "HEARTBEAT_SECONDS", 1.5)
    monkeypatch.setattr(Attendance, "flush", lambda _self: None)  # whose presence would be told just now
    beats = listen(table.keys[1], lambda: table.signal(0), seconds=1.4)
    assert beats == [": nothing new"]


def test_a_table_without_signals_is_never_asked_for_them(transactional_db: None) -> None:
    states.forget()
    beside = all_sources()["games"].beside
    assert beside is not None
    assert not beside.applies(UUID(Table().game))

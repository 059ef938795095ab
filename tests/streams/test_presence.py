"""Presence: a fact about connections, known to every stream process, and never a verdict."""

import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone

from games import states
from tests.games.players import Person, good, person
from tests.streams.listening import listen_to, read
from truco_api.accounts import tokens
from truco_api.eventstore.feed import relay_once
from truco_api.presence import attendance
from truco_api.presence.attendance import Attendance
from truco_api.presence.models import Connection, StreamProcess
from truco_api.presence.queries import STALE_SECONDS, presence_of


@pytest.fixture(autouse=True)
def _no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attendance, "GRACE_SECONDS", 0.0)


@pytest.fixture
def ana(transactional_db: None) -> Iterator[Person]:
    """Somebody."""
    states.forget()
    yield person("ana")
    states.forget()


def _connected(one: Person) -> bool:
    return presence_of([one.user.pk])[one.user.pk].connected


def test_nobody_knows_of_who_was_never_there(ana: Person) -> None:
    assert presence_of([ana.user.pk])[ana.user.pk] == (False, None)


def test_somebody_is_there_until_the_last_device_has_left(ana: Person) -> None:
    here = Attendance()
    with here.attending(ana.user.pk):
        with here.attending(ana.user.pk):
            here.flush()
            assert _connected(ana)
        here.flush()
        assert _connected(ana)
    here.flush()
    away = presence_of([ana.user.pk])[ana.user.pk]
    assert not away.connected
    assert away.since is not None
    assert timezone.now() - away.since < timedelta(seconds=10)


def test_two_processes_know_of_each_others_clients(ana: Person) -> None:
    one, other = Attendance(), Attendance()
    with one.attending(ana.user.pk):
        one.flush()
        with other.attending(ana.user.pk):
            other.flush()
        other.flush()
        assert _connected(ana)
    one.flush()
    assert not _connected(ana)


def test_who_comes_back_in_a_moment_has_not_left(ana: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attendance, "GRACE_SECONDS", 60.0)
    here = Attendance()
    with here.attending(ana.user.pk):
        here.flush()
    here.flush()
    assert _connected(ana)


def test_the_clients_of_a_process_that_died_are_away_since_it_was_last_heard_of(ana: Person) -> None:
    dead, alive = Attendance(), Attendance()
    with dead.attending(ana.user.pk):
        dead.flush()
    long_ago = timezone.now() - timedelta(seconds=STALE_SECONDS + 5)
    StreamProcess.objects.filter(id=dead.ident_of_process).update(beat_at=long_ago)
    assert presence_of([ana.user.pk])[ana.user.pk] == (False, long_ago), "before anybody has noticed"
    alive.flush()
    assert not Connection.objects.exists()
    assert presence_of([ana.user.pk])[ana.user.pk] == (False, long_ago)


def test_a_process_that_was_taken_for_dead_writes_everybody_again(ana: Person) -> None:
    here = Attendance()
    with here.attending(ana.user.pk):
        here.flush()
        StreamProcess.objects.all().delete()
        here._beat_at = float("-inf")
        here.flush()
        assert _connected(ana)


def test_the_table_is_told_who_is_there_and_how_the_clocks_stand(ana: Person) -> None:
    bia = person("bia")
    game = ana.open_table(auto_start=True)["id"]
    good(bia.sit(game))
    while relay_once():
        pass
    version = ana.see(game)["version"]
    here = Attendance()

    def come() -> None:
        with here.attending(bia.user.pk):
            here.flush()
            time.sleep(0.5)
        here.flush()

    key = tokens.issue(user=ana.user, device="", now=timezone.now())[0]
    frames = read(listen_to(f"/api/v1/games/{game}/stream/", {"after": version}, key, come, 1.5))
    assert all(frame.ident is None for frame in frames), "nothing has happened in the game"
    (clock,) = [frame.data for frame in frames if frame.name == "clock"]
    assert clock["version"] == version
    assert {"server_now", "deadline_at", "left_ms", "awaited"} <= clock.keys()
    told = [frame.data["seats"] for frame in frames if frame.name == "presence"]
    assert [seat["connected"] for seat in told[0]] == [False, False]
    of_bia = [seats[1]["connected"] for seats in told]
    assert any(of_bia)
    assert of_bia[-1] is False
    assert told[-1][0]["connected"] is True, "who listens is there"
    assert ana.see(game)["seats"][1]["presence"]["connected"] is False, "the view says the same"

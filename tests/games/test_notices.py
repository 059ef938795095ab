"""It is told whose turn it is when the turn has lasted for a while; most never are."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games import notices
from games.models import Game
from games.telling import tell
from tests.games.conftest import Seating
from tests.games.players import Person, good
from truco_api.eventstore import load
from truco_api.notices import sweeping
from truco_api.notices.models import Mark, Notice
from truco_api.presence.models import Connection, StreamProcess


def stand(seconds: float) -> None:
    """Let every game stand still for so long, and everything wait for so long."""
    passed = timedelta(seconds=seconds)
    for game in Game.objects.all():
        Game.objects.filter(id=game.id).update(changed_at=game.changed_at - passed)
    for row in Notice.objects.filter(wake_at__isnull=False):
        assert row.wake_at
        Notice.objects.filter(id=row.id).update(wake_at=row.wake_at - passed)
    Mark.objects.all().delete()
    Mark.objects.create(name=notices.MARK, at=timezone.now() - timedelta(days=1))


def test_who_is_waited_for_is_told_once_when_the_turn_has_lasted(seated: Seating) -> None:
    game, (ana, bia) = seated()
    stand(10)
    assert notices.look() == 0
    stand(25)
    assert notices.look() == 1
    stand(25)
    notices.look()
    [notice] = Notice.objects.all()
    assert (notice.kind, notice.user_id) == ("your_turn", bia.user.id)
    assert notice.link == f"/api/v1/games/{game}/"
    text = bia.client.get("/api/v1/notices/").json()["results"][0]["text"]
    assert text == "It is your turn (paulista)."
    assert ana.client.get("/api/v1/notices/").json()["results"] == []


def test_a_turn_that_was_taken_is_not_told(seated: Seating) -> None:
    game, (_, bia) = seated()
    stand(35)
    view = bia.see(game)
    good(bia.act(game, view["view"]["legal"][0], view["version"]))
    assert notices.look() == 0
    assert not Notice.objects.exists()


def test_a_turn_taken_before_anybody_was_woken_leaves_nothing(seated: Seating) -> None:
    game, (_, bia) = seated()
    stand(35)
    notices.look()
    view = bia.see(game)
    good(bia.act(game, view["view"]["legal"][0], view["version"]))
    stand(5)
    sweeping.wake_all()
    assert not Notice.objects.filter(user=bia.user).exists()


def test_one_notice_stands_for_a_game(seated: Seating) -> None:
    game, (ana, bia) = seated()
    for _ in range(4):
        stand(35)
        notices.look()
        for one in (ana, bia):
            view = one.see(game)
            if view["view"]["legal"]:
                good(one.act(game, view["view"]["legal"][0], view["version"]))
                break
    for one in (ana, bia):
        assert Notice.objects.filter(user=one.user).count() <= 1


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_tell_once(seated: Seating) -> None:
    seated()
    stand(35)
    gate, found = threading.Barrier(3), []

    def look() -> None:
        gate.wait()
        try:
            found.append(notices.look())
        finally:
            connection.close()

    threads = [threading.Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(found) == Notice.objects.count() == 1


def test_after_a_standstill_of_the_server_turns_of_that_day_are_told(seated: Seating) -> None:
    seated()
    stand(3600 * 5)
    assert notices.look() == 1
    assert Notice.objects.get().wake_at is None  # hours late, it is only in the inbox


def test_who_is_connected_sees_it_and_is_not_told(seated: Seating) -> None:
    _, (_, bia) = seated()
    process = StreamProcess.objects.create(beat_at=timezone.now())
    Connection.objects.create(process=process, user=bia.user, since=timezone.now())
    stand(35)
    assert notices.look() == 1
    assert not Notice.objects.exists()


def test_who_was_connected_to_a_process_that_died_is_told(seated: Seating) -> None:
    _, (_, bia) = seated()
    process = StreamProcess.objects.create(beat_at=timezone.now() - timedelta(minutes=1))
    Connection.objects.create(process=process, user=bia.user, since=timezone.now())
    stand(35)
    notices.look()
    assert Notice.objects.get().user_id == bia.user.id


def _tell(person: Person) -> None:
    for event in load(f"person-{person.user.pk}"):
        notices.told(event)


def test_who_is_invited_by_name_is_told_while_it_holds(ana: Person, bia: Person) -> None:
    game = ana.open_table(by_invitation=True)["id"]
    invitation = good(ana.client.post(f"/api/v1/games/{game}/invitations/", {"to": "bia"}), 201)
    _tell(bia)
    _tell(bia)
    [notice] = Notice.objects.all()
    assert (notice.kind, notice.user_id) == ("table_invitation", bia.user.id)
    assert notice.params["by"] == "Ana"
    assert bia.client.get(notice.link).json()["game"]["id"] == game
    ana.client.delete(f"/api/v1/games/{game}/invitations/{invitation['id']}/")
    stand(5)
    sweeping.wake_all()
    assert not Notice.objects.exists()


def test_who_waits_for_a_quick_match_is_told_when_there_is_one(ana: Person, bia: Person) -> None:
    game = ana.open_table()["id"]
    tell(bia.user.pk, "match_found/1", {"request": game, "game": game}, by="system:matchmaker")
    _tell(bia)
    assert [(one.kind, one.link) for one in Notice.objects.all()] == [
        ("match_found", f"/api/v1/games/{game}/")
    ]

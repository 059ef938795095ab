"""Devices are woken once for what comes together, never twice for the same, and not at night."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from tests.notices.conftest import KIND, Reader, Services, let_pass, person, phone, quiet_now, tell
from truco_api.notices import push, sweeping, tasks, waking
from truco_api.notices.models import Device, Notice, Wake
from truco_api.notices.push import Came


def sweep() -> None:
    """One beat, and what it rings for."""
    sweeping.appear()
    sweeping.wake_all()
    for wake_id in waking.due():
        waking.send(wake_id)


def test_what_comes_together_is_one_wake_up_of_each_device(
    ana: Reader, bia: Reader, services: Services
) -> None:
    phone(ana)
    phone(person("ana on her tablet", ana.user))
    phone(bia)
    for cause in "abc":
        tell(ana, bia, cause=cause)
    sweep()
    assert services.woken == []  # more may be coming
    let_pass(seconds=3)
    for _ in range(5):
        sweep()
    assert sorted(services.woken, key=str) == sorted([ana.user.id] * 2 + [bia.user.id], key=str)
    tell(ana, cause="d")
    let_pass(seconds=3)
    sweep()
    assert services.woken.count(ana.user.id) == 4


def test_what_was_read_wakes_nobody(ana: Reader, services: Services) -> None:
    phone(ana)
    tell(ana)
    ana.post("/notices/read/")
    let_pass(seconds=3)
    sweep()
    tell(ana, cause="b")
    let_pass(seconds=3)
    sweeping.wake_all()
    ana.post("/notices/read/")  # after it was decided, before it was sent
    sweep()
    assert services.woken == []
    assert [wake.status for wake in Wake.objects.all()] == ["skipped"]


def test_at_night_it_is_held_and_is_one_wake_up_in_the_morning(ana: Reader, services: Services) -> None:
    phone(ana)
    quiet_now(ana, hours=2)
    for cause in "abc":
        tell(ana, cause=cause)
        let_pass(seconds=3)
        sweep()
    assert services.woken == []
    assert ana.get("/notices/unread/") == {"unread": 3}
    ana.patch("/notices/settings/", {"quiet_from": None})
    let_pass(hours=2)
    for _ in range(3):
        sweep()
    assert services.woken == [ana.user.id]


def test_what_may_always_wake_does_so_at_night(ana: Reader, services: Services) -> None:
    phone(ana)
    quiet_now(ana)
    ana.patch("/notices/settings/", {"levels": {KIND: "always"}})
    tell(ana)
    let_pass(seconds=3)
    sweep()
    assert services.woken == [ana.user.id]


def test_what_does_not_matter_any_more_is_let_go(
    ana: Reader, services: Services, fleeting: dict[str, bool]
) -> None:
    phone(ana)
    quiet_now(ana)
    tell(ana, kind="fleeting")
    let_pass(seconds=3)
    sweep()
    fleeting["still"] = False
    let_pass(hours=2)
    ana.patch("/notices/settings/", {"quiet_from": None})
    sweep()
    assert services.woken == []
    assert ana.get("/notices/")["results"] == []


def test_what_is_to_come_appears_at_its_time_if_it_still_matters(
    ana: Reader, services: Services, fleeting: dict[str, bool]
) -> None:
    phone(ana)
    later = timezone.now() + timedelta(minutes=5)
    for cause in "ab":
        assert tell(ana, kind="fleeting", cause=cause, later=later) == 1
        assert tell(ana, kind="fleeting", cause=cause, later=later) == 0
    sweep()
    assert ana.get("/notices/")["results"] == []
    Notice.objects.filter(cause="fleeting:b").update(due_at=later + timedelta(minutes=5))
    let_pass(minutes=5)
    sweep()
    assert [one["text"] for one in ana.get("/notices/")["results"]] == ["Now or never, Clube a."]
    assert services.woken == [ana.user.id]
    fleeting["still"] = False
    let_pass(minutes=5)
    sweep()
    assert ana.get("/notices/unread/") == {"unread": 1}


@pytest.mark.parametrize(
    ("said", "status", "sendings"),
    [
        (Came.TAKEN, "sent", 1),
        (Came.UNCLEAR, "unclear", 1),
        (Came.REFUSED, "failed", 1),
        (Came.AGAIN, "failed", 4),
    ],
)
def test_only_what_was_certainly_not_taken_is_sent_again(
    ana: Reader, services: Services, said: Came, status: str, sendings: int
) -> None:
    phone(ana)
    tell(ana)
    services.say = said
    let_pass(seconds=3)
    for _ in range(8):
        sweep()
        let_pass(seconds=301)
    assert len(services.woken) == sendings
    assert Wake.objects.get().status == status


def test_a_device_that_is_gone_is_forgotten(ana: Reader, services: Services) -> None:
    phone(ana)
    tell(ana)
    services.say = Came.GONE
    let_pass(seconds=3)
    sweep()
    assert (Device.objects.count(), Wake.objects.count()) == (0, 0)
    assert ana.get("/notices/unread/") == {"unread": 1}


def test_a_process_that_dies_while_it_sends_wakes_nobody_twice(
    ana: Reader, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def killed(*_: object) -> None:
        raise Killed

    phone(ana)
    tell(ana)
    let_pass(seconds=3)
    sweeping.wake_all()
    [wake_id] = waking.due()
    with monkeypatch.context() as patch:
        patch.setattr(waking, "_record", killed)
        with pytest.raises(Killed):
            waking.send(wake_id)
    let_pass(hours=1)
    sweep()
    tasks.send(wake_id)
    assert services.woken == [ana.user.id]
    assert Wake.objects.get().status == "sending"
    tell(ana, cause="b")  # and the next one wakes as ever
    let_pass(seconds=3)
    sweep()
    assert services.woken == [ana.user.id] * 2


@pytest.mark.django_db(transaction=True)
def test_two_beats_and_two_workers_wake_once(services: Services) -> None:
    readers = [person(f"reader{number}") for number in range(5)]
    for reader in readers:
        phone(reader)
    for cause in "abc":
        tell(*readers, cause=cause)
    let_pass(seconds=3)
    _together(sweep, 4)
    sweep()
    assert sorted(services.woken, key=str) == sorted((reader.user.id for reader in readers), key=str)


@pytest.mark.django_db(transaction=True)
def test_a_message_that_comes_twice_is_sent_once(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = person("ana")
    phone(ana)
    tell(ana)
    let_pass(seconds=3)
    sweeping.wake_all()
    [wake_id] = waking.due()
    _together(lambda: waking.send(wake_id), 4)
    assert services.woken == [ana.user.id]


@pytest.mark.django_db(transaction=True)
def test_without_the_claim_it_is_sent_twice(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the test above can fail."""
    ana = person("ana")
    phone(ana)
    tell(ana)
    let_pass(seconds=3)
    sweeping.wake_all()
    [wake_id] = waking.due()
    monkeypatch.setattr(waking, "_claimed", lambda pk: Wake.objects.select_related("device").get(pk=pk))
    _together(lambda: waking.send(wake_id), 2)
    assert len(services.woken) == 2


def _together(what: object, times: int) -> None:
    gate = threading.Barrier(times)

    def run() -> None:
        gate.wait()
        try:
            what()  # type: ignore[operator]  # it is called for what it does
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_old_notices_and_wake_ups_are_forgotten(ana: Reader, services: Services) -> None:
    phone(ana)
    tell(ana)
    let_pass(seconds=3)
    sweep()
    Notice.objects.update(appeared_at=timezone.now() - timedelta(days=91))
    Wake.objects.update(created_at=timezone.now() - timedelta(days=8))
    tell(ana, cause="new")
    tasks.forget()
    assert (Notice.objects.count(), Wake.objects.count()) == (1, 0)


def test_devices_of_a_service_without_a_key_cannot_be_registered(ana: Reader) -> None:
    assert not push.configured("fcm")
    problem = ana.post("/push/devices/", {"platform": "fcm", "token": "x"}, 409)
    assert problem["code"] == "push_not_configured"
    assert ana.get("/push/") == {"fcm": False, "apns": False, "webpush_public_key": None}

"""Everything is delivered at least once and under one id, in order where that is possible, by one worker at a
time; and whoever does not answer is left alone, in the end for good."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from tests.processes import StartWorker, eventually
from tests.webhooks import receiver as does
from tests.webhooks.conftest import CLUB, let_pass, news, the_delivery
from tests.webhooks.receiver import Behaviour, Receiver, receiving
from truco_api.webhooks import drain as draining
from truco_api.webhooks import services, tasks
from truco_api.webhooks.backoff import WAITS
from truco_api.webhooks.drain import drain, due
from truco_api.webhooks.models import Attempt, Delivery, Endpoint, Message


def test_messages_arrive_in_their_order(endpoint: Endpoint, receiver: Receiver) -> None:
    for number in range(20):
        services.announce(news(number))
    assert drain(endpoint.id) == 20
    assert [one.told["data"]["number"] for one in receiver.received] == list(range(20))
    assert (due(), drain(endpoint.id)) == ([], 0)


def test_what_failed_is_tried_again_later_under_the_same_id_with_the_same_body(
    endpoint: Endpoint, receiver: Receiver
) -> None:
    receiver.behaviour = does.Script([does.failing, does.failing, does.taking])
    services.announce(news())
    for _ in range(3):
        assert due() == [endpoint.id]
        assert drain(endpoint.id) == 1
        assert due() == []
        let_pass(hours=1)
    assert len(set(receiver.ids)) == 1
    assert len({one.body for one in receiver.received}) == 1
    assert len({one.headers["webhook-signature"] for one in receiver.received}) == 1  # within one second
    assert the_delivery().status == "delivered"
    assert [attempt.status for attempt in the_delivery().attempts.all()] == [500, 500, 204]


def test_each_attempt_waits_longer_and_the_tenth_is_the_last(endpoint: Endpoint, receiver: Receiver) -> None:
    receiver.behaviour = does.failing
    services.announce(news())
    for usual in WAITS:
        assert drain(endpoint.id) == 1
        at = the_delivery().due_at
        assert at is not None
        assert 0.79 * usual < (at - timezone.now()).total_seconds() < 1.21 * usual
        Delivery.objects.update(due_at=timezone.now())
        Endpoint.objects.update(paused_until=None)
    assert drain(endpoint.id) == 1
    assert (the_delivery().status, the_delivery().due_at) == ("failed", None)
    assert the_delivery().attempts.count() == len(WAITS) + 1


def test_after_a_failure_the_others_wait_for_a_moment_and_then_go_first(
    endpoint: Endpoint, receiver: Receiver
) -> None:
    receiver.behaviour = does.Script([does.failing, does.taking])
    for number in range(3):
        services.announce(news(number))
    assert drain(endpoint.id) == 1
    assert due() == []
    let_pass(seconds=3)
    Endpoint.objects.update(paused_until=None)
    assert drain(endpoint.id) == 2
    let_pass(seconds=4)
    assert drain(endpoint.id) == 1
    assert [one.told["data"]["number"] for one in receiver.received] == [0, 1, 2, 0]


def test_gone_means_gone(endpoint: Endpoint, receiver: Receiver) -> None:
    told = []
    services.given_up.connect(lambda endpoint, **_: told.append((endpoint.id, endpoint.disabled)), weak=False)
    receiver.behaviour = does.answering(410)
    for number in range(3):
        services.announce(news(number))
    assert drain(endpoint.id) == 1
    endpoint.refresh_from_db()
    assert (endpoint.enabled, endpoint.disabled) == (False, "gone")
    assert set(Delivery.objects.values_list("status", flat=True)) == {"stopped"}
    assert services.announce(news(9)) == 0
    let_pass(days=1)
    assert (due(), drain(endpoint.id)) == ([], 0)
    assert told == [(endpoint.id, "gone")]


def test_days_of_failure_switch_it_off_and_one_success_between_does_not(
    endpoint: Endpoint, receiver: Receiver
) -> None:
    number = 0

    def one_more(days: float, behaviour: Behaviour = does.failing) -> str:
        nonlocal number
        let_pass(days=days)
        receiver.behaviour = behaviour
        number += 1
        services.announce(news(number))
        drain(endpoint.id)
        endpoint.refresh_from_db()
        return endpoint.disabled

    assert [one_more(0), one_more(4), one_more(2, does.taking)] == ["", "", ""]
    assert [one_more(1), one_more(4), one_more(1.1)] == ["", "", "failing"]
    assert set(Delivery.objects.values_list("status", flat=True)) == {"delivered", "stopped"}


def test_what_it_missed_is_sent_when_the_owner_asks_for_it(endpoint: Endpoint, receiver: Receiver) -> None:
    begun = timezone.now()
    services.announce(news(1))
    drain(endpoint.id)
    receiver.behaviour = does.answering(410)
    services.announce(news(2))
    drain(endpoint.id)
    receiver.behaviour = does.taking
    services.announce(news(3))
    services.announce(news(4, "match.decided"))
    services.edit(found=endpoint, changes={"enabled": True, "types": ["match.called"]})
    endpoint.refresh_from_db()
    assert services.redeliver_since(found=endpoint, since=begun) == 2
    assert services.redeliver_since(found=endpoint, since=begun) == 0  # they are on their way
    drain(endpoint.id)
    assert [one.told["data"]["number"] for one in receiver.received] == [1, 2, 2, 3]
    assert services.redeliver_since(found=endpoint, since=begun, delivered_too=True) == 3
    drain(endpoint.id)
    assert len(set(receiver.ids)) == 3
    assert services.redeliver_since(found=endpoint, since=timezone.now(), delivered_too=True) == 0


def test_one_is_sent_again_at_once_however_long_it_would_wait(endpoint: Endpoint, receiver: Receiver) -> None:
    receiver.behaviour = does.Script([does.failing, does.taking])
    services.announce(news())
    drain(endpoint.id)
    again = services.redeliver(found=endpoint, delivery_id=the_delivery().id)
    assert (again.status, again.tries) == ("waiting", 0)
    assert drain(endpoint.id) == 1
    assert [attempt.number for attempt in the_delivery().attempts.all()] == [1, 2]


def test_a_worker_that_dies_after_sending_sends_again_under_the_same_id(
    endpoint: Endpoint, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def killed(*_: object) -> None:
        raise Killed

    services.announce(news())
    with monkeypatch.context() as patch:
        patch.setattr(draining, "_record", killed)
        patch.setattr(draining, "RELEASE", "SELECT %s, %s")  # a dead worker releases nothing
        with pytest.raises(Killed):
            drain(endpoint.id)
    assert (due(), drain(endpoint.id)) == ([], 0)  # its claim still holds
    let_pass(seconds=71)
    assert due() == [endpoint.id]
    assert drain(endpoint.id) == 1
    assert len(receiver.ids) == 2
    assert len(set(receiver.ids)) == 1
    assert the_delivery().attempts.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_one_endpoint_send_nothing_twice(receiver: Receiver) -> None:
    endpoint = services.add(club=CLUB, url=receiver.url)[0]
    for number in range(30):
        services.announce(news(number))
    done: list[int] = []
    gate = threading.Barrier(4)

    def work() -> None:
        gate.wait()
        try:
            while due():
                done.append(drain(endpoint.id))
        finally:
            connection.close()

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sum(done) == 30
    assert [one.told["data"]["number"] for one in receiver.received] == list(range(30))


@pytest.mark.django_db(transaction=True)
def test_the_claim_is_what_keeps_two_workers_apart(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without it, this very test sends twice: so the one above can fail."""
    endpoint = services.add(club=CLUB, url=receiver.url)[0]
    services.announce(news())
    receiver.behaviour = does.late
    monkeypatch.setattr(draining, "_claimed", lambda *_: True)

    def work() -> None:
        drain(endpoint.id, 0.2)
        connection.close()

    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(receiver.ids) == 2
    assert Attempt.objects.count() == 1  # and yet one attempt is one entry in the log


def test_an_event_told_twice_late_and_out_of_order_is_one_delivery(
    endpoint: Endpoint, receiver: Receiver
) -> None:
    other = services.add(club=CLUB, url=receiver.url + "/2")[0]
    told = [news(number) for number in range(5)]
    assert sum(services.announce(one) for one in [*told, *reversed(told), told[3], *told]) == 10
    drain(endpoint.id)
    drain(other.id)
    assert sum(services.announce(one) for one in reversed(told)) == 0
    assert (Message.objects.count(), Delivery.objects.count()) == (5, 10)
    assert drain(endpoint.id) == 0
    assert len(set(receiver.ids)) == 5


@pytest.mark.django_db(transaction=True)
def test_two_who_tell_the_same_at_the_same_time_tell_it_once(receiver: Receiver) -> None:
    endpoint = services.add(club=CLUB, url=receiver.url)[0]
    told, gate = [news(number) for number in range(20)], threading.Barrier(3)
    found: list[int] = []

    def tell() -> None:
        gate.wait()
        found.extend(services.announce(one) for one in told)
        connection.close()

    tellers = [threading.Thread(target=tell) for _ in range(3)]
    for teller in tellers:
        teller.start()
    for teller in tellers:
        teller.join()
    assert sum(found) == 20
    assert Delivery.objects.filter(endpoint=endpoint).count() == 20


def test_an_endpoint_hears_of_what_it_wants_and_of_nothing_before_its_time(
    endpoint: Endpoint, receiver: Receiver
) -> None:
    old = news(1)
    services.edit(found=endpoint, changes={"types": ["match.decided"]})
    Endpoint.objects.update(created_at=timezone.now())
    assert services.announce(old) == 0
    assert services.announce(news(2)) == 0
    assert services.announce(news(3, "match.decided")) == 1
    stranger = services.News(uuid.uuid4(), "x", "match.decided", timezone.now(), {})
    assert services.announce(stranger) == 0
    assert not services.listening(stranger.club)


def test_old_messages_are_forgotten_with_their_log(
    endpoint: Endpoint, receiver: Receiver, settings: Settings
) -> None:
    services.announce(news(1))
    drain(endpoint.id)
    Message.objects.update(created_at=timezone.now() - timedelta(days=settings.WEBHOOK_KEEP_DAYS + 1))
    services.announce(news(2))
    tasks.forget()
    assert Message.objects.count() == Delivery.objects.count() == 1
    assert not Attempt.objects.exists()


@pytest.fixture
def reachable(monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """A receiver that worker processes may reach as well."""
    monkeypatch.setenv("WEBHOOK_HTTP", "1")
    monkeypatch.setenv("WEBHOOK_NETWORKS", "127.0.0.0/8")
    with receiving() as server:
        yield server


def test_real_workers_deliver_by_themselves(
    reachable: Receiver, start_celery_worker: StartWorker, settings: Settings
) -> None:
    settings.WEBHOOK_HTTP, settings.WEBHOOK_NETWORKS = True, ["127.0.0.0/8"]
    secret = services.add(club=CLUB, url=reachable.url)[1]
    start_celery_worker()
    for number in range(3):
        services.announce(news(number))
    assert eventually(lambda: not Delivery.objects.exclude(status="delivered").exists(), 30)
    assert {one.verified(secret)["data"]["number"] for one in reachable.received} == {0, 1, 2}
    assert len(reachable.ids) == 3

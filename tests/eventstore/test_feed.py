"""The relay: its bell, and that it leaves nothing half done."""

import psycopg
import pytest
from django.db import connection, transaction

from tests.eventstore.conftest import append
from truco_api.eventstore import feed, tasks
from truco_api.eventstore.feed import feed_head, read_feed, relay_once
from truco_api.eventstore.models import Outbox

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_bell_names_each_event_once_it_is_placed() -> None:
    params = connection.get_connection_params()
    with psycopg.connect(
        dbname=params["dbname"], user=params["user"], host=params["host"], autocommit=True
    ) as listener:
        listener.execute("LISTEN truco_feed")
        stream = append("4P", "5P")
        assert [notice.payload for notice in listener.notifies(timeout=0.1)] == []
        relay_once()
        heard = listener.notifies(timeout=5, stop_after=2)
        assert [notice.payload for notice in heard] == [f"{stream}:1", f"{stream}:2"]


def test_a_relay_that_is_broken_off_leaves_no_gap() -> None:
    def broken_off() -> None:
        with transaction.atomic():
            assert relay_once() == 2
            raise ZeroDivisionError

    stream = append("4P", "5P")
    with pytest.raises(ZeroDivisionError):
        broken_off()
    assert (feed_head(), Outbox.objects.count()) == (0, 1)
    assert relay_once() == 2
    assert [(placed.position, placed.event.stream) for placed in read_feed(0)] == [(1, stream), (2, stream)]


def test_the_relay_task_places_everything_and_wakes_the_deliveries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "BATCH", 2)
    woken: list[bool] = []
    monkeypatch.setattr(tasks.deliver, "delay", lambda: woken.append(True))
    for _ in range(5):
        append()
    tasks.relay()
    assert (feed_head(), woken) == (5, [True])
    tasks.relay()
    assert woken == [True]


def test_an_empty_feed_has_no_head() -> None:
    assert (feed_head(), read_feed(0)) == (0, [])
    assert feed.CHANNEL == "truco_feed"

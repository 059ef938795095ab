"""Real workers on the real database: whatever is lost or doubled, each event gets one place in the feed."""

import uuid

from django.db import connection

from tests.processes import StartWorker, end, eventually
from truco_api.eventstore import NewEvent, unit_of_work


def _append(count: int) -> None:
    for _ in range(count):
        with unit_of_work(f"thing-{uuid.uuid4()}", expected_version=None, actor="system:test") as unit:
            unit.append([NewEvent("thing_happened/1", {})])


def _places() -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT position FROM eventstore_feed ORDER BY position")
        return [row[0] for row in cursor.fetchall()]


def test_two_workers_with_two_beats_do_nothing_twice(start_celery_worker: StartWorker) -> None:
    start_celery_worker()
    start_celery_worker()
    _append(40)
    assert eventually(lambda: len(_places()) == 40)
    assert _places() == list(range(1, 41))


def test_a_killed_worker_takes_nothing_with_it(start_celery_worker: StartWorker) -> None:
    killed = start_celery_worker()
    _append(5)
    end(killed)
    _append(5)
    start_celery_worker()
    assert eventually(lambda: _places() == list(range(1, 11)))

"""Celery wakes and never decides: bells may fail, and nothing else may come of it."""

from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from truco_api import celery
from truco_api.celery import app, ring, ring_on_commit


@pytest.fixture(autouse=True)
def _bells_are_not_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(celery, "_silent_until", 0.0)


@pytest.fixture
def unreachable(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the tasks that were tried while no broker can be reached."""
    tried: list[str] = []

    def fail(name: str, *args: Any, **options: Any) -> None:
        tried.append(name)
        raise OSError("no broker")

    monkeypatch.setattr(app, "send_task", fail)
    return tried


@pytest.mark.django_db(transaction=True)
def test_a_bell_that_cannot_be_rung_does_not_fail_the_command(unreachable: list[str]) -> None:
    with transaction.atomic():
        ring_on_commit("tests.bell")
    assert unreachable == ["tests.bell"]


def test_after_a_failure_bells_are_silent_so_that_no_request_waits(unreachable: list[str]) -> None:
    for _ in range(5):
        ring("tests.bell")
    assert unreachable == ["tests.bell"]


def test_a_bell_is_a_message_that_expires(broker_folder: Path) -> None:
    with app.connection_for_read() as connection:
        queue = connection.SimpleQueue("truco")
        queue.clear()  # of what other tests rang
        ring("tests.bell", 17)
        message = queue.get(timeout=2)
    assert message.headers["task"] == "tests.bell"
    assert message.headers["expires"]
    assert message.payload[0] == [17]


def test_no_task_waits_in_the_broker_for_its_time() -> None:
    for entry in app.conf.beat_schedule.values():
        assert entry["options"].keys() == {"expires"}
        assert entry["options"]["expires"] <= 2 * entry["schedule"]


def test_every_scheduled_task_exists() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= app.tasks.keys()


def test_messages_are_json_acknowledged_late_and_fetched_one_by_one() -> None:
    conf = app.conf
    assert conf.accept_content == ["json"]
    assert (conf.task_acks_late, conf.task_reject_on_worker_lost, conf.task_ignore_result) == (True,) * 3
    assert conf.worker_prefetch_multiplier == 1

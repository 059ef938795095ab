"""Streams that grow, and a hub that listens to the test database."""

import uuid
from collections.abc import Callable, Iterator

import pytest
from django.db import connection

from truco_api.eventstore import NewEvent, unit_of_work
from truco_api.eventstore.feed import relay_once
from truco_api.streams.hub import Hub

Grow = Callable[..., None]


@pytest.fixture
def ident() -> uuid.UUID:
    """The id of a stream of which nobody else knows."""
    return uuid.uuid4()


@pytest.fixture
def grow(transactional_db: None, ident: uuid.UUID) -> Grow:
    """Appends events to the stream `thing-<ident>`, and has them placed in the feed."""

    def grow(count: int = 1) -> None:
        with unit_of_work(f"thing-{ident}", expected_version=None, actor="system:test") as unit:
            unit.append([NewEvent("thing_happened/1", {"number": number}) for number in range(count)])
        while relay_once():
            pass

    return grow


@pytest.fixture
def hub(transactional_db: None) -> Iterator[Hub]:
    """A hub that listens."""
    hub = Hub()
    hub.start()
    assert hub.wait_until_listening(10)
    yield hub
    hub.stop()


@pytest.fixture
def cut_off(transactional_db: None) -> Callable[[], None]:
    """Ends every other connection to the test database, as a restart of the server would."""

    def cut_off() -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    return cut_off

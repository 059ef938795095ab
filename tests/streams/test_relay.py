"""The relay's thread: events reach the feed by themselves, whatever happens to the connection."""

import threading
import uuid
from collections.abc import Callable, Iterator

import pytest

from tests.processes import eventually
from truco_api.eventstore import NewEvent, unit_of_work
from truco_api.streams import relay as relay_module
from truco_api.streams.hub import Hub
from truco_api.streams.relay import Relay


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tasks that were rung."""
    names: list[str] = []
    monkeypatch.setattr(relay_module, "ring", names.append)
    return names


@pytest.fixture
def relay(transactional_db: None, rung: list[str]) -> Iterator[Relay]:
    """A relay at work."""
    relay = Relay()
    relay.start()
    yield relay
    relay.stop()


def _append(ident: uuid.UUID) -> None:
    with unit_of_work(f"thing-{ident}", expected_version=None, actor="system:test") as unit:
        unit.append([NewEvent("thing_happened/1", {})])


def test_what_is_appended_reaches_the_feed_and_wakes_the_subscribers(
    relay: Relay, hub: Hub, rung: list[str], ident: uuid.UUID
) -> None:
    _append(ident)
    assert hub.wait_for(f"thing-{ident}", 0, 10)
    assert eventually(lambda: rung == ["truco_api.eventstore.tasks.deliver"])


def test_a_burst_of_events_rings_only_now_and_then(
    relay: Relay, hub: Hub, rung: list[str], ident: uuid.UUID
) -> None:
    for _ in range(20):
        _append(ident)
    assert hub.wait_for(f"thing-{ident}", 19, 10)
    assert len(rung) <= 3


def test_a_bell_that_takes_long_does_not_hold_up_the_feed(
    hub: Hub, ident: uuid.UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = threading.Event()
    monkeypatch.setattr(relay_module, "ring", lambda _task: answered.wait(30))
    relay = Relay()
    relay.start()
    for version in range(1, 4):
        _append(ident)
        assert hub.wait_for(f"thing-{ident}", version - 1, 10)
    answered.set()
    relay.stop()


def test_the_relay_goes_on_after_the_database_was_away(
    relay: Relay, hub: Hub, cut_off: Callable[[], None], ident: uuid.UUID
) -> None:
    cut_off()
    _append(ident)
    assert hub.wait_for(f"thing-{ident}", 0, 15)


def test_a_stopped_relay_is_gone(relay: Relay) -> None:
    relay.stop()
    assert not relay.is_alive()

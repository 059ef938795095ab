"""The hub wakes who waits, misses nothing, and finds its way back to the database."""

import asyncio
import threading
import uuid
from collections.abc import Callable

from tests.processes import eventually
from tests.streams.conftest import Grow
from truco_api.streams.hub import AsyncBell, Hub


def test_a_waiting_thread_is_woken_when_the_stream_grows(hub: Hub, grow: Grow, ident: uuid.UUID) -> None:
    later = threading.Timer(0.2, hub.hear, (f"thing-{ident}:1",))
    later.start()
    assert hub.wait_for(f"thing-{ident}", 0, 10)
    later.join()


def test_the_relay_is_heard(hub: Hub, grow: Grow, ident: uuid.UUID) -> None:
    grow(3)
    assert hub.wait_for(f"thing-{ident}", 2, 10)


def test_waiting_for_nothing_ends_in_time(hub: Hub, ident: uuid.UUID) -> None:
    assert not hub.wait_for(f"thing-{ident}", 0, 0.1)


def test_what_came_between_reading_and_waiting_is_not_missed() -> None:
    hub = Hub()
    hub.hear("thing-1:18")
    rung: list[bool] = []
    with hub.watching("thing-1", 17, lambda: rung.append(True)):
        assert rung == [True]


def test_a_bell_does_not_ring_for_what_its_owner_has_read() -> None:
    hub, rung = Hub(), []
    with hub.watching("thing-1", 17, lambda: rung.append(True)) as bell:
        hub.hear("thing-1:17")
        hub.hear("thing-2:99")
        assert not rung
        bell.after = 20
        hub.hear("thing-1:20")
        assert not rung
        hub.hear("thing-1:21")
    hub.hear("thing-1:22")
    assert rung == [True]


def test_a_lost_connection_is_made_again_and_everyone_looks_again(
    hub: Hub, grow: Grow, cut_off: Callable[[], None], ident: uuid.UUID
) -> None:
    rung = threading.Event()
    before = hub.known(f"thing-{ident}")
    with hub.watching(f"thing-{ident}", 0, rung.set):
        cut_off()
        assert rung.wait(10)
    assert hub.known(f"thing-{ident}") != before
    assert hub.wait_until_listening(10)
    grow()
    assert hub.wait_for(f"thing-{ident}", 0, 10)


def test_stopping_wakes_those_who_wait(hub: Hub) -> None:
    rung = threading.Event()
    with hub.watching("thing-1", 0, rung.set):
        hub.stop()
        assert rung.is_set()
    assert hub.stopped


def test_nobody_waiting_leaves_nothing_behind() -> None:
    hub = Hub()
    with hub.watching("thing-1", 0, lambda: None), hub.watching("thing-1", 5, lambda: None):
        pass
    assert not hub._bells


def test_a_task_is_woken_from_another_thread_and_a_ring_is_kept_for_it() -> None:
    async def story() -> tuple[bool, bool, bool]:
        bell = AsyncBell()
        threading.Timer(0.1, bell.ring).start()
        woken = await bell.wait(10)
        none = await bell.wait(0.05)
        bell.ring()
        await asyncio.sleep(0.05)
        return woken, none, await bell.wait(0)

    assert asyncio.run(story()) == (True, False, True)


def test_two_hubs_hear_the_same(hub: Hub, grow: Grow, ident: uuid.UUID) -> None:
    other = Hub()
    other.start()
    assert other.wait_until_listening(10)
    grow()
    assert eventually(lambda: hub.known(f"thing-{ident}") == other.known(f"thing-{ident}") == (1, 1))
    other.stop()

"""The embedded broker: messages are taken whole, once, in order, by any number of processes."""

import multiprocessing
import threading
from pathlib import Path

import pytest
from kombu import Connection

from truco_api.embedded.broker import Channel, Transport, transport_options

MESSAGES = 200


def _connect(folder: Path) -> Connection:
    return Connection(
        "filesystem://localhost//", transport=Transport, transport_options=transport_options(folder)
    )


def _channel(connection: Connection) -> Channel:
    channel = connection.channel()
    assert isinstance(channel, Channel)
    return channel


def _take_all(folder: Path, taken: "multiprocessing.Queue[list[int]]") -> None:
    with _connect(folder) as connection:
        queue, mine = connection.SimpleQueue("bells"), []
        while True:
            try:
                message = queue.get(timeout=2)
            except queue.Empty:
                break
            mine.append(message.payload["number"])
            message.ack()
        taken.put(mine)


def test_several_processes_take_every_message_once(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    taken: multiprocessing.Queue[list[int]] = context.Queue()
    takers = [context.Process(target=_take_all, args=(tmp_path, taken)) for _ in range(3)]
    with _connect(tmp_path) as connection:
        queue = connection.SimpleQueue("bells")
        for taker in takers:
            taker.start()
        for number in range(MESSAGES):
            queue.put({"number": number, "filler": "x" * 5000})
    numbers = [number for _ in takers for number in taken.get(timeout=60)]
    for taker in takers:
        taker.join()
    assert sorted(numbers) == list(range(MESSAGES))


def test_messages_are_taken_in_the_order_in_which_they_were_put(tmp_path: Path) -> None:
    with _connect(tmp_path) as connection:
        queue = connection.SimpleQueue("bells")
        for number in range(20):
            queue.put(number)
        assert [queue.get(timeout=1).payload for _ in range(20)] == list(range(20))
        assert queue.qsize() == 0


def test_a_message_that_is_still_being_written_is_not_taken(tmp_path: Path) -> None:
    with _connect(tmp_path) as connection:
        queue = connection.SimpleQueue("bells")
        queue.put("whole")
        [written] = (tmp_path / "queue").iterdir()
        written.rename(written.with_name(f".{written.name}.draft"))
        with pytest.raises(queue.Empty):
            queue.get(timeout=0.2)


def test_queues_do_not_take_each_others_messages(tmp_path: Path) -> None:
    with _connect(tmp_path) as connection:
        first, second = connection.SimpleQueue("bells"), connection.SimpleQueue("loud.bells")
        second.put("loud")
        with pytest.raises(first.Empty):
            first.get(timeout=0.2)
        assert second.get(timeout=1).payload == "loud"


def test_bindings_made_at_once_are_all_kept(tmp_path: Path) -> None:
    names = [f"queue{number}" for number in range(8)]

    def bind(name: str) -> None:
        with _connect(tmp_path) as connection:
            _channel(connection)._queue_bind("exchange", name, None, name)

    threads = [threading.Thread(target=bind, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with _connect(tmp_path) as connection:
        assert sorted(bound.queue for bound in _channel(connection).get_table("exchange")) == names

"""Subscribers: in feed order, each event once, and nobody held up by anybody else."""

from collections.abc import Callable

import pytest
from django.db import connection

from tests.eventstore.conftest import append
from tests.eventstore.racing import Held, race
from truco_api.eventstore import NewEvent, Recorded, load, subscriber, subscriptions, tasks, unit_of_work
from truco_api.eventstore.feed import feed_head, relay_once
from truco_api.eventstore.models import Checkpoint
from truco_api.eventstore.subscriptions import deliver_once

pytestmark = pytest.mark.django_db(transaction=True)


def versions(events: list[Recorded]) -> list[tuple[str, int]]:
    """Which events these are."""
    return [(event.stream, event.version) for event in events]


def retry_now() -> None:
    """Let the time until the next attempt have passed."""
    Checkpoint.objects.update(retry_at=None)


def test_a_subscriber_hears_of_everything_in_feed_order_and_once() -> None:
    heard: list[Recorded] = []
    subscriber("test.all", stream_kind="game")(heard.append)
    first, second = append("4P", "5P"), append("6P")
    append("7P", stream=first)
    relay_once()
    while deliver_once():
        pass
    assert versions(heard) == [(first, 1), (first, 2), (second, 1), (first, 3)]
    assert heard[0] == load(first)[0]
    assert deliver_once() == 0


def test_only_the_kind_and_the_types_asked_for_are_told() -> None:
    heard: list[Recorded] = []
    subscriber("test.some", stream_kind="game", types={"game_finished/1"})(heard.append)
    append(kind="championship")
    append(kind="gamelike")
    stream = append()
    with unit_of_work(stream, actor="system:test") as unit:
        unit.append([NewEvent("game_finished/1", {"winner": 0})])
    relay_once()
    while deliver_once():
        pass
    assert versions(heard) == [(stream, 2)]
    assert Checkpoint.objects.get().position == feed_head()


def test_whoever_comes_late_hears_of_what_was_before() -> None:
    stream = append("4P", "5P")
    relay_once()
    deliver_once()
    heard: list[Recorded] = []
    subscriber("test.late", stream_kind="game")(heard.append)
    deliver_once()
    assert versions(heard) == [(stream, 1), (stream, 2)]


def test_long_stretches_without_anything_of_interest_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscriptions, "WINDOW", 3)
    heard: list[Recorded] = []
    subscriber("test.rare", stream_kind="game")(heard.append)
    append(*["4P"] * 7, kind="championship")
    stream = append()
    append(kind="championship")
    relay_once()
    tasks.deliver()
    assert versions(heard) == [(stream, 1)]
    assert Checkpoint.objects.get().position == 9


@pytest.mark.parametrize("ahead", [1, 2, 3, 100])
def test_reading_ahead_changes_nothing(ahead: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscriptions, "AHEAD", ahead)
    heard: list[Recorded] = []
    subscriber("test.all", stream_kind="game")(heard.append)
    stream = append("4P", "5P", "6P")
    append(kind="championship")
    append("7P", "QP", stream=stream)
    append(kind="championship")
    relay_once()
    assert deliver_once(limit=2) == 2
    assert versions(heard) == [(stream, 1), (stream, 2)]
    tasks.deliver()
    assert versions(heard) == [(stream, version) for version in range(1, 6)]
    assert Checkpoint.objects.get().position == feed_head()


def test_what_committed_late_is_told_too() -> None:
    heard: list[Recorded] = []
    subscriber("test.all", stream_kind="game")(heard.append)

    def slowly(pause: Callable[[], None]) -> None:
        with unit_of_work("game-late", actor="system:test") as unit:
            unit.append([NewEvent("noted/1", {})])
            pause()

    late = Held(slowly)
    early = append()
    relay_once()
    deliver_once()
    assert versions(heard) == [(early, 1)]
    late.release()
    relay_once()
    deliver_once()
    assert versions(heard) == [(early, 1), ("game-late", 1)]


def note(event: Recorded, stream: str) -> None:
    """A handler's effect in the database."""
    with unit_of_work(stream, actor="system:test") as unit:
        unit.append([NewEvent("heard/1", {"of": event.version})])


def test_effect_and_checkpoint_are_one() -> None:
    failing = [True]

    @subscriber("test.effect", stream_kind="game")
    def handle(event: Recorded) -> None:
        note(event, "championship-effect")
        if event.version == 2 and failing:
            raise ZeroDivisionError("by\0zero")

    append("4P", "5P", "6P")
    relay_once()
    deliver_once()
    assert [event.data for event in load("championship-effect")] == [{"of": 1}]
    assert Checkpoint.objects.get().position == 1
    failing.clear()
    retry_now()
    deliver_once()
    assert [event.data for event in load("championship-effect")] == [{"of": 1}, {"of": 2}, {"of": 3}]


def test_a_failure_is_written_down_and_tried_again_later_and_later() -> None:
    attempts: list[Recorded] = []

    @subscriber("test.failing", stream_kind="game")
    def handle(event: Recorded) -> None:
        attempts.append(event)
        if len(attempts) < 4:
            raise ZeroDivisionError("by zero")

    stream = append()
    relay_once()
    waits = []
    for attempt in range(1, 4):
        assert deliver_once() == 0
        assert deliver_once() == 0
        checkpoint = Checkpoint.objects.get()
        assert (checkpoint.attempts, checkpoint.position) == (attempt, 0)
        assert checkpoint.error == f"{stream}:1 ZeroDivisionError: by zero"
        waits.append(seconds_to_wait())
        retry_now()
    assert waits == [1, 2, 4]
    assert deliver_once() == 1
    checkpoint = Checkpoint.objects.get()
    assert (checkpoint.attempts, checkpoint.error, checkpoint.retry_at) == (0, "", None)
    assert len(attempts) == 4


def test_the_wait_has_an_end() -> None:
    @subscriber("test.failing", stream_kind="game")
    def handle(event: Recorded) -> None:
        raise ZeroDivisionError

    append()
    relay_once()
    deliver_once()
    Checkpoint.objects.update(retry_at=None, attempts=5000)
    deliver_once()
    assert seconds_to_wait() == subscriptions.LONGEST_WAIT


def seconds_to_wait() -> int:
    """How long the only subscriber is made to wait."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT round(extract(epoch FROM retry_at - now()))::int FROM eventstore_checkpoint")
        return int(cursor.fetchone()[0])


def test_a_failing_subscriber_holds_up_no_other() -> None:
    heard: list[Recorded] = []

    @subscriber("test.a-failing", stream_kind="game")
    def fail(event: Recorded) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 / 0")

    subscriber("test.b-healthy", stream_kind="game")(heard.append)
    append("4P", "5P")
    relay_once()
    tasks.deliver()
    assert len(heard) == 2


def test_another_worker_passes_over_a_subscriber_at_work() -> None:
    heard: list[Recorded] = []
    pauses: list[Callable[[], None]] = []

    @subscriber("test.slow", stream_kind="game")
    def slow(event: Recorded) -> None:
        if pauses:
            pauses.pop()()

    subscriber("test.quick", stream_kind="game")(heard.append)
    append()
    relay_once()

    def work(pause: Callable[[], None]) -> None:
        pauses.append(pause)
        deliver_once()

    held = Held(work)
    deliver_once()
    assert len(heard) == 1
    held.release()
    assert deliver_once() == 0


def test_two_workers_share_the_work_and_repeat_none_of_it() -> None:
    @subscriber("test.effect", stream_kind="game")
    def handle(event: Recorded) -> None:
        note(event, "championship-effect")

    append(*["4P"] * 40)
    relay_once()
    race(tasks.deliver, tasks.deliver)
    tasks.deliver()
    assert [event.data["of"] for event in load("championship-effect")] == list(range(1, 41))


def test_a_name_is_taken_once() -> None:
    subscriber("test.name", stream_kind="game")(lambda event: None)
    with pytest.raises(ValueError, match="already"):
        subscriber("test.name", stream_kind="game")(lambda event: None)

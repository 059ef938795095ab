"""Each lock is needed: with it switched off, the race it prevents is lost before our eyes."""

from collections.abc import Callable
from time import sleep
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tests.eventstore.conftest import Tally, append
from tests.eventstore.contract import ANA, new_stream, played, two_writers
from tests.eventstore.racing import PATIENCE, Held, Meeting, race
from tests.eventstore.test_postgres_store import PostgresStore
from truco_api.eventstore import (
    Recorded,
    feed,
    load,
    projections,
    stream_projection,
    subscriber,
    subscriptions,
    unit_of_work,
)
from truco_api.eventstore import unit as units
from truco_api.eventstore.feed import relay_once
from truco_api.eventstore.subscriptions import deliver_once

pytestmark = pytest.mark.django_db(transaction=True)
each_way = pytest.mark.parametrize("locked", [True, False], ids=["locked", "lock off"])
STORE = PostgresStore()


def kinds(outcomes: list[Any]) -> list[str]:
    """What happened to each, without their order."""
    return sorted(type(outcome).__name__ for outcome in outcomes)


@each_way
def test_the_heads_lock_lets_one_of_two_writers_win(locked: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not locked:
        monkeypatch.setattr(units, "LOCK_HEAD", units.LOCK_HEAD.replace("FOR UPDATE", ""))
    stream = new_stream()
    with unit_of_work(stream, actor=ANA) as unit:
        unit.append([played()])
    outcomes = two_writers(STORE, stream, expected_version=1)
    # Without it both pass the check, and only the key (stream, version) stops the second, with a failure.
    assert kinds(outcomes) == (["StaleVersion", "dict"] if locked else ["IntegrityError", "dict"])
    assert len(load(stream)) == 2


@each_way
def test_the_keys_lock_tells_a_repetition_to_wait(locked: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not locked:
        unlocked = units.LOCK_KEY.replace("pg_try_advisory_xact_lock(%(lock)s)", "(%(lock)s::bigint <> 0)")
        monkeypatch.setattr(units, "LOCK_KEY", unlocked)
    meeting, effects = Meeting(), []

    def create() -> Any:
        with unit_of_work(new_stream(), actor=ANA, key="k", body="b") as unit:
            if unit.replayed is not None:
                return unit.replayed
            meeting.wait()
            effects.append(unit.stream)
            unit.append([played()])
            return unit.answer(body="created")

    outcomes = race(create, create)
    assert kinds(outcomes) == (["IdempotencyInFlight", "dict"] if locked else ["IntegrityError", "dict"])
    assert len(effects) == (1 if locked else 2)


@each_way
def test_the_relays_lock_keeps_positions_apart(locked: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not locked:
        monkeypatch.setattr(feed, "RELAY_LOCK", "SELECT true")
    append()

    def place_slowly(pause: Callable[[], None]) -> None:
        with transaction.atomic():
            assert relay_once() == 1
            pause()

    slow = Held(place_slowly)
    append()

    def release_later() -> None:
        sleep(PATIENCE)
        slow.release()

    outcome, _ = race(relay_once, release_later)
    if locked:
        assert outcome == 0
        assert relay_once() == 1
        assert [placed.position for placed in feed.read_feed(0)] == [1, 2]
    else:
        # Both count on from the same position; only the key of the feed stops the second, with a failure.
        assert isinstance(outcome, IntegrityError)


@each_way
def test_the_checkpoints_lock_has_each_event_told_once(locked: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not locked:
        monkeypatch.setattr(subscriptions, "CLAIM", subscriptions.CLAIM.replace("FOR UPDATE SKIP LOCKED", ""))
    told, meeting = [], Meeting()

    @subscriber("test.once", stream_kind="game")
    def handle(event: Recorded) -> None:
        told.append(event)
        meeting.wait()

    deliver_once()
    append()
    relay_once()
    race(deliver_once, deliver_once)
    assert len(told) == (1 if locked else 2)


@each_way
def test_the_rebuilds_lock_makes_commands_wait(
    locked: bool, monkeypatch: pytest.MonkeyPatch, tally: Tally
) -> None:
    if not locked:
        monkeypatch.setattr(projections, "HOLD_COMMANDS", "SELECT 1")
    stream, meeting = new_stream(), Meeting()

    def command() -> None:
        with unit_of_work(stream, actor=ANA) as unit:
            for event in unit.append([played()]):
                tally.apply(event)

    @stream_projection("tally.slowly", stream_kind="game", models=[tally.model])
    def refold(_stream: str, events: list[Recorded]) -> None:
        meeting.wait()  # the command may begin
        sleep(PATIENCE)
        for event in events:
            tally.apply(event)

    def meanwhile() -> None:
        meeting.wait()
        command()

    command()
    assert [type(outcome) for outcome in race(lambda: projections.rebuild("tally.slowly"), meanwhile)] == [
        projections.Rebuilt,
        type(None),
    ]
    # Without it the command changed the row that the rebuild was replacing, and the change is gone.
    assert tally.rows() == {stream: 2 if locked else 1}

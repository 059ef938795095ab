"""What any event store of ours must do; a store is put through it by a subclass with a `store` fixture."""

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import Any, Protocol
from uuid import uuid4

import pytest
from django.db import transaction

from tests.eventstore.racing import Held, Meeting, race
from truco_api.eventstore import (
    IdempotencyInFlight,
    IdempotencyMismatch,
    NewEvent,
    NotCanonicalError,
    Recorded,
    RolledBackError,
    StaleVersion,
    UnansweredKeyError,
    Unit,
)
from truco_api.eventstore.chain import canonical, genesis, link
from truco_api.eventstore.feed import Placed

ANA, BIA = "user:ana", "user:bia"


class Store(Protocol):
    """The face of a store, as the contract needs it."""

    @property
    def unit_of_work(self) -> Callable[..., AbstractContextManager[Unit]]:
        """One command's transaction."""

    def load(self, stream: str, *, after: int = 0, until: int | None = None) -> list[Recorded]:
        """The events of a stream."""

    def head_version(self, stream: str) -> int:
        """The last version of a stream."""

    def relay_once(self, limit: int = 500) -> int:
        """Place what is committed into the feed."""

    def read_feed(self, after: int, *, limit: int = 500) -> list[Placed]:
        """The feed from a position on."""


def played(card: str = "4P") -> NewEvent:
    """An event to append."""
    return NewEvent("card_played/1", {"seat": 1, "card": card})


def new_stream(kind: str = "game") -> str:
    """A stream nobody has used."""
    return f"{kind}-{uuid4()}"


class Streams:
    """Appending and loading."""

    def test_versions_count_from_one_without_a_hole(self, store: Store) -> None:
        stream = new_stream()
        with store.unit_of_work(stream, actor=ANA) as unit:
            assert unit.version == 0
            unit.append([played("4P"), played("5P")])
            assert unit.version == 2
        with store.unit_of_work(stream, actor=BIA) as unit:
            unit.append([played("6P")])
        assert [event.version for event in store.load(stream)] == [1, 2, 3]
        assert store.head_version(stream) == 3

    def test_what_is_loaded_is_what_was_recorded(self, store: Store) -> None:
        stream = new_stream()
        data = {"text": 'Ação "é"\n\t\\ \u2028 🂡', "big": 2**53 - 1, "deep": [{"z": None, "a": [True, -1]}]}
        with store.unit_of_work(stream, actor=ANA) as unit:
            recorded = unit.append([NewEvent("noted/1", data), played()])
        loaded = store.load(stream)
        assert loaded == recorded
        assert loaded[0].data == data
        assert (loaded[0].actor, loaded[0].type, loaded[0].at) == (ANA, "noted/1", unit.now)
        assert loaded[0].at.utcoffset() is not None

    def test_tuples_come_back_as_lists_at_once(self, store: Store) -> None:
        with store.unit_of_work(new_stream(), actor=ANA) as unit:
            (event,) = unit.append([NewEvent("dealt/1", {"pack": ("4P", "5P")})])
        assert event.data == {"pack": ["4P", "5P"]}

    def test_a_part_of_a_stream_is_loaded_by_versions(self, store: Store) -> None:
        stream = new_stream()
        with store.unit_of_work(stream, actor=ANA) as unit:
            unit.append([played()] * 9)
        assert [event.version for event in store.load(stream, after=3, until=6)] == [4, 5, 6]
        assert [event.version for event in store.load(stream, after=7)] == [8, 9]
        assert store.load(stream, after=9) == []

    def test_an_unknown_stream_is_empty(self, store: Store) -> None:
        stream = new_stream()
        assert (store.load(stream), store.head_version(stream)) == ([], 0)

    def test_a_unit_may_append_nothing_or_several_times(self, store: Store) -> None:
        stream = new_stream()
        with store.unit_of_work(stream, actor=ANA) as unit:
            assert unit.append([]) == []
            first = unit.append([played("4P")])
            second = unit.append([played("5P")])
        assert store.load(stream) == [*first, *second]

    def test_a_stale_version_is_refused_and_says_how_far_the_stream_is(self, store: Store) -> None:
        stream = new_stream()
        with store.unit_of_work(stream, actor=ANA, expected_version=0) as unit:
            unit.append([played(), played()])
        with (
            pytest.raises(StaleVersion) as stale,
            store.unit_of_work(stream, actor=BIA, expected_version=1) as unit,
        ):
            unit.append([played()])
        assert stale.value.params == {"current_version": 2}
        assert store.head_version(stream) == 2

    def test_a_version_from_the_future_is_refused_too(self, store: Store) -> None:
        with (
            pytest.raises(StaleVersion) as stale,
            store.unit_of_work(new_stream(), actor=BIA, expected_version=1),
        ):
            pass
        assert stale.value.params == {"current_version": 0}

    def test_an_error_takes_everything_back(self, store: Store) -> None:
        stream = new_stream()

        def fail() -> None:
            with store.unit_of_work(stream, actor=ANA) as unit:
                unit.append([played()])
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            fail()
        assert (store.load(stream), store.head_version(stream), store.relay_once()) == ([], 0, 0)

    def test_what_can_only_be_rolled_back_is_not_taken_for_stored(self, store: Store) -> None:
        stream = new_stream()

        def fail() -> None:
            with store.unit_of_work(stream, actor=ANA) as unit:
                unit.append([played()])
                with suppress(ZeroDivisionError), transaction.atomic(savepoint=False):
                    raise ZeroDivisionError

        with pytest.raises(RolledBackError):
            fail()
        assert store.load(stream) == []

    @pytest.mark.parametrize(
        "data", [{"share": 0.5}, {"whole": 1.0}, {"big": 2**53}, {"set": {1}}, {1: 2}, {"half": "\ud800"}]
    )
    def test_data_that_has_no_canonical_form_is_refused(self, store: Store, data: Any) -> None:
        stream = new_stream()
        with pytest.raises((NotCanonicalError, ValueError)), store.unit_of_work(stream, actor=ANA) as unit:
            unit.append([played(), NewEvent("noted/1", data)])
        assert store.load(stream) == []

    def test_each_hash_covers_its_event_and_the_hash_before(self, store: Store) -> None:
        stream = new_stream()
        for actor in (ANA, BIA):
            with store.unit_of_work(stream, actor=actor) as unit:
                unit.append([played("4P"), played("AE")])
        previous = genesis(stream)
        for event in store.load(stream):
            previous = link(
                previous=previous,
                version=event.version,
                type=event.type,
                data=canonical(event.data),
                at=event.at,
                actor=event.actor,
            )
            assert event.hash == previous.hex()

    def test_two_streams_with_the_same_events_have_different_hashes(self, store: Store) -> None:
        hashes = set()
        for _ in range(2):
            with store.unit_of_work(new_stream(), actor=ANA) as unit:
                hashes.add(unit.append([played()])[0].hash)
        assert len(hashes) == 2


class Keys:
    """Idempotency."""

    def act(self, store: Store, stream: str, **options: Any) -> dict[str, Any]:
        """A service as they all are."""
        with store.unit_of_work(stream, **{"actor": ANA, "key": "k", "body": "b"} | options) as unit:
            if unit.replayed is not None:
                return unit.replayed
            unit.append([played()])
            return unit.answer(status=201, body={"version": unit.version})

    def test_a_repetition_gets_the_stored_answer_and_does_nothing(self, store: Store) -> None:
        stream = new_stream()
        first = self.act(store, stream)
        assert first == {"status": 201, "body": {"version": 1}}
        assert self.act(store, stream) == first
        assert store.head_version(stream) == 1

    def test_the_key_is_looked_at_before_the_version(self, store: Store) -> None:
        stream = new_stream()
        first = self.act(store, stream, expected_version=0)
        assert self.act(store, stream, expected_version=0) == first

    def test_a_repetition_may_name_another_new_stream(self, store: Store) -> None:
        """Who creates something names it anew in each attempt."""
        first, second = new_stream(), new_stream()
        answer = self.act(store, first, expected_version=0)
        assert self.act(store, second, expected_version=0) == answer
        assert store.head_version(second) == 0

    def test_the_same_key_for_something_else_is_refused(self, store: Store) -> None:
        stream = new_stream()
        self.act(store, stream)
        with pytest.raises(IdempotencyMismatch):
            self.act(store, stream, body="another")
        assert store.head_version(stream) == 1

    def test_a_key_belongs_to_one_actor(self, store: Store) -> None:
        stream = new_stream()
        self.act(store, stream)
        self.act(store, stream, actor=BIA, body="another")
        assert store.head_version(stream) == 2

    def test_a_failure_is_not_remembered(self, store: Store) -> None:
        stream = new_stream()

        def fail() -> None:
            with store.unit_of_work(stream, actor=ANA, key="k", body="b") as unit:
                unit.answer(status=200, body={})
                raise ZeroDivisionError

        with pytest.raises(StaleVersion):
            self.act(store, stream, expected_version=7)
        with pytest.raises(ZeroDivisionError):
            fail()
        assert self.act(store, stream) == {"status": 201, "body": {"version": 1}}

    def test_a_unit_with_a_key_must_answer(self, store: Store) -> None:
        stream = new_stream()
        with pytest.raises(UnansweredKeyError), store.unit_of_work(stream, actor=ANA, key="k") as unit:
            unit.append([played()])
        assert store.head_version(stream) == 0

    def test_without_a_key_an_answer_is_only_given_back(self, store: Store) -> None:
        with store.unit_of_work(new_stream(), actor=ANA) as unit:
            assert unit.answer(status=200, body=[1]) == {"status": 200, "body": [1]}

    def test_a_repetition_while_the_first_still_runs_is_told_so(self, store: Store) -> None:
        stream = new_stream()

        def slowly(pause: Callable[[], None]) -> None:
            with store.unit_of_work(stream, actor=ANA, key="k", body="b") as unit:
                pause()
                unit.answer(status=200, body="first")

        first = Held(slowly)
        with pytest.raises(IdempotencyInFlight):
            self.act(store, stream)
        first.release()
        assert self.act(store, stream) == {"status": 200, "body": "first"}


def two_writers(store: Store, stream: str, **options: Any) -> list[Any]:
    """Two who append at once, each having seen the version before the other's event."""
    meeting = Meeting()

    def write() -> Any:
        with store.unit_of_work(stream, actor=ANA, **options) as unit:
            if unit.replayed is not None:
                return unit.replayed
            meeting.wait()
            unit.append([played()])
            return unit.answer(status=200, body=unit.version)

    return race(write, write)


class Races:
    """Real connections at the same time."""

    def test_of_two_writers_on_the_same_version_exactly_one_wins(self, store: Store) -> None:
        stream = new_stream()
        with store.unit_of_work(stream, actor=ANA) as unit:
            unit.append([played()])
        outcomes = two_writers(store, stream, expected_version=1)
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["StaleVersion", "dict"]
        assert store.head_version(stream) == 2

    def test_of_two_who_create_the_same_stream_exactly_one_wins(self, store: Store) -> None:
        stream = new_stream()
        outcomes = two_writers(store, stream, expected_version=0)
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["StaleVersion", "dict"]
        assert store.head_version(stream) == 1

    @pytest.mark.parametrize("begun", [0, 1])
    def test_two_who_expect_no_version_append_one_after_the_other(self, store: Store, begun: int) -> None:
        stream = new_stream()
        with store.unit_of_work(stream, actor=ANA) as unit:
            unit.append([played()] * begun)
        outcomes = two_writers(store, stream)
        assert sorted(outcome["body"] for outcome in outcomes) == [begun + 1, begun + 2]

    def test_the_same_key_twice_at_once_has_one_effect(self, store: Store) -> None:
        stream = new_stream()
        outcomes = two_writers(store, stream, key="k", body="b")
        assert {"status": 200, "body": 1} in outcomes
        assert sum(isinstance(outcome, IdempotencyInFlight) for outcome in outcomes) == 1
        assert store.head_version(stream) == 1

    def test_writers_of_different_streams_do_not_wait_for_each_other(self, store: Store) -> None:
        def slowly(pause: Callable[[], None]) -> None:
            with store.unit_of_work(new_stream(), actor=ANA, key="k1") as unit:
                unit.append([played()])
                unit.answer()
                pause()

        first = Held(slowly)
        with store.unit_of_work(stream := new_stream(), actor=ANA, key="k2") as unit:
            unit.append([played()])
            unit.answer()
        assert store.head_version(stream) == 1
        first.release()

    def test_time_does_not_run_backwards_for_who_had_to_wait(self, store: Store) -> None:
        stream = new_stream()
        two_writers(store, stream)
        first, second = store.load(stream)
        assert first.at <= second.at


class Feed:
    """Following all streams."""

    def test_positions_count_from_one_and_keep_each_streams_order(self, store: Store) -> None:
        streams = [new_stream(), new_stream()]
        for stream in streams * 2:
            with store.unit_of_work(stream, actor=ANA) as unit:
                unit.append([played("4P"), played("5P")])
        assert store.relay_once(limit=3) == 6
        assert store.relay_once() == 2
        assert store.relay_once() == 0
        feed = store.read_feed(0)
        assert [placed.position for placed in feed] == list(range(1, 9))
        for stream in streams:
            assert [placed.event for placed in feed if placed.event.stream == stream] == store.load(stream)
        assert store.read_feed(5, limit=2) == feed[5:7]

    def test_what_commits_late_is_not_missed(self, store: Store) -> None:
        """The first to append is the last to commit: a reader who followed times or numbers given out at
        the append would have passed it by."""
        early, late = new_stream(), new_stream()

        def slowly(pause: Callable[[], None]) -> None:
            with store.unit_of_work(late, actor=ANA) as unit:
                unit.append([played("4P")])
                pause()

        held = Held(slowly)
        with store.unit_of_work(early, actor=BIA) as unit:
            unit.append([played("5P")])
        store.relay_once()
        seen = store.read_feed(0)
        assert [placed.event.stream for placed in seen] == [early]
        held.release()
        store.relay_once()
        rest = store.read_feed(seen[-1].position)
        assert [(placed.position, placed.event.stream) for placed in rest] == [(2, late)]
        assert rest[0].event.at < seen[0].event.at

    def test_many_writers_and_relays_at_once_lose_and_repeat_nothing(self, store: Store) -> None:
        streams = [new_stream() for _ in range(4)]

        def write(stream: str) -> None:
            for _ in range(15):
                with store.unit_of_work(stream, actor=ANA) as unit:
                    unit.append([played(), played()])

        def relay() -> None:
            for _ in range(40):
                store.relay_once(limit=3)

        outcomes = race(*[lambda stream=stream: write(stream) for stream in streams], relay, relay)
        assert outcomes == [None] * 6
        while store.relay_once():
            pass
        feed = store.read_feed(0)
        assert [placed.position for placed in feed] == list(range(1, 4 * 30 + 1))
        for stream in streams:
            versions = [placed.event.version for placed in feed if placed.event.stream == stream]
            assert versions == list(range(1, 31))


class StoreContract(Streams, Keys, Races, Feed):
    """The whole contract."""

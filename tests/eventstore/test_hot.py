"""Statements that are held and sent together mean the same as statements sent one by one."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from typing import Any
from unittest.mock import patch
from uuid import UUID

import pytest
from django.db import (
    DataError,
    IntegrityError,
    InternalError,
    OperationalError,
    ProgrammingError,
    connection,
    transaction,
)
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests.eventstore.conftest import append
from tests.eventstore.contract import ANA, new_stream, played
from tests.eventstore.racing import race
from truco_api.eventstore import hot as module
from truco_api.eventstore import load, unit_of_work, wire
from truco_api.eventstore.hot import hot
from truco_api.eventstore.models import Event, Receipt
from truco_api.eventstore.wire import Wire

pytestmark = pytest.mark.django_db(transaction=True)
NOTE = "INSERT INTO notes (text) VALUES (%(text)s)"
NOTES = "SELECT text FROM notes ORDER BY text"


@pytest.fixture
def notes(transactional_db: None) -> Iterator[None]:
    """A table of notes, no two alike."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE notes (text text PRIMARY KEY)")
    yield
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE notes")


def write(*texts: str, then: Callable[[], None] = lambda: None) -> None:
    """Write notes in one transaction, and do something once it is committed."""
    with module.transaction() as mine:
        transaction.on_commit(then)
        for text in texts:
            mine.change(NOTE, {"text": text})


def written() -> list[str]:
    """The notes as another connection finds them: what is committed."""
    (found,) = race(lambda: [text for (text,) in hot().rows(NOTES, {})])
    assert isinstance(found, list), found
    return found


def round_trips(calls: list[Any]) -> Any:
    """Note every exchange with the server."""
    real = Wire.run

    def run(self: Wire, statements: Any, **how: Any) -> Any:
        calls.append([sql.split()[0] for sql, _ in statements])
        return real(self, statements, **how)

    return patch.object(Wire, "run", run)


class TestTransactions:
    """Held statements, COMMIT and rollback."""

    def test_a_command_with_a_key_is_two_round_trips(self) -> None:
        stream = append()
        calls: list[Any] = []
        with round_trips(calls), unit_of_work(stream, actor=ANA, key="k", body="b") as unit:
            unit.append([played()])
            unit.answer(body={})
        assert calls == [["SELECT", "WITH"], ["WITH", "INSERT"]]

    @pytest.mark.usefixtures("notes")
    def test_what_waits_for_the_commit_finds_it_done(self) -> None:
        seen: list[list[str]] = []
        with module.transaction() as mine:
            transaction.on_commit(lambda: seen.append(written()))
            mine.change(NOTE, {"text": "a"})
            assert written() == []
        assert seen == [["a"]]

    @pytest.mark.usefixtures("notes")
    def test_an_error_in_one_takes_all_back_and_nobody_is_told_of_a_commit(self) -> None:
        told: list[str] = []
        with pytest.raises(IntegrityError, match="notes_pkey"):
            write("a", "b", "a", "c", then=lambda: told.append("committed"))
        assert (written(), told) == ([], [])
        assert hot().rows("SELECT 1::int AS one", {}) == [(1,)]

    def test_an_error_found_at_the_commit_itself_takes_all_back(self, notes: None) -> None:
        hot().change("ALTER TABLE notes DROP CONSTRAINT notes_pkey", {})
        hot().change("ALTER TABLE notes ADD PRIMARY KEY (text) DEFERRABLE INITIALLY DEFERRED", {})
        with pytest.raises(IntegrityError, match="notes_pkey"):
            write("a", "a")
        assert written() == []

    def test_what_was_held_when_the_caller_failed_is_never_sent(self) -> None:
        stream = new_stream()

        def fail() -> None:
            with unit_of_work(stream, actor=ANA, key="k", body="b") as unit:
                unit.append([played()])
                unit.answer(body={})
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            fail()
        assert load(stream) == []
        assert not Receipt.objects.exists()

    @pytest.mark.usefixtures("notes")
    def test_a_transaction_marked_for_rollback_is_not_committed(self) -> None:
        with module.transaction() as mine:
            mine.change(NOTE, {"text": "a"})
            transaction.set_rollback(True)
        assert written() == []

    @pytest.mark.usefixtures("notes")
    def test_a_failure_that_the_caller_hides_is_not_taken_for_a_commit(self) -> None:
        def hide() -> None:
            with module.transaction() as mine:
                mine.change(NOTE, {"text": "a"})
                with pytest.raises(ProgrammingError), connection.cursor() as cursor:
                    cursor.execute("SELECT * FROM nowhere")

        with pytest.raises(OperationalError, match="rolled back"):
            hide()
        assert written() == []

    @pytest.mark.usefixtures("notes")
    def test_within_another_transaction_nothing_is_committed_before_that_is(self) -> None:
        with transaction.atomic():
            with module.transaction() as mine:
                mine.change(NOTE, {"text": "a"})
            assert written() == []
        assert written() == ["a"]

    @pytest.mark.usefixtures("notes")
    def test_where_the_caller_commits_by_hand_nothing_is_committed_before(self) -> None:
        transaction.set_autocommit(False)
        try:
            with module.transaction() as mine:
                mine.change(NOTE, {"text": "a"})
            assert written() == []
            transaction.commit()
        finally:
            transaction.set_autocommit(True)
        assert written() == ["a"]


class TestOrder:
    """A held statement comes before all that follows it, whoever sends that."""

    def test_django_reads_what_is_held(self) -> None:
        with unit_of_work(new_stream(), actor=ANA) as unit:
            unit.append([played()])
            assert Event.objects.filter(stream=unit.stream).count() == 1

    def test_a_savepoint_that_is_rolled_back_takes_nothing_held_before_it_along(self) -> None:
        stream = new_stream()
        with unit_of_work(stream, actor=ANA) as unit:
            unit.append([played("4P")])
            with pytest.raises(IntegrityError), transaction.atomic():
                hot().rows("INSERT INTO eventstore_head SELECT * FROM eventstore_head", {})
            unit.append([played("5P")])
        assert [event.data["card"] for event in load(stream)] == ["4P", "5P"]

    def test_a_unit_within_a_unit_fails_alone(self) -> None:
        outer, inner = new_stream(), new_stream()

        def fail() -> None:
            with unit_of_work(inner, actor=ANA) as unit:
                unit.append([played()])
                raise ZeroDivisionError

        with unit_of_work(outer, actor=ANA) as unit:
            unit.append([played()])
            with pytest.raises(ZeroDivisionError):
                fail()
            unit.append([played()])
        assert (len(load(outer)), len(load(inner))) == (2, 0)

    @pytest.mark.usefixtures("notes")
    def test_each_statement_of_a_round_trip_sees_what_was_committed_when_it_began(self) -> None:
        def wait() -> list[Any]:
            # The first waits for the lock, during which the note is committed; the second sees the note.
            return hot().ask(("SELECT FROM (SELECT pg_advisory_lock(7)) AS held", {}), (NOTES, {}))[1]

        def write_late() -> None:
            with transaction.atomic():
                hot().rows("SELECT pg_advisory_xact_lock(7)::text", {})
                hot().rows("SELECT pg_sleep(0.4)::text", {})
                hot().change(NOTE, {"text": "a"})

        def wait_for_the_other() -> list[Any]:
            hot().rows("SELECT pg_sleep(0.2)::text", {})
            return wait()

        assert race(write_late, wait_for_the_other)[1] == [("a",)]

    def test_an_answer_as_large_as_a_statement_is_large(self) -> None:
        large = "truco " * 1_000_000
        assert hot().rows("SELECT %(large)s::text AS large", {"large": large}) == [(large,)]


class TestConnections:
    """Connections come and go."""

    def test_a_lost_connection_is_an_operational_error_and_replaced(self) -> None:
        [(process,)] = hot().rows("SELECT pg_backend_pid()", {})
        race(lambda: hot().rows("SELECT pg_terminate_backend(%(process)s)", {"process": process}))
        with pytest.raises(OperationalError):
            append()
        connection.close_if_unusable_or_obsolete()
        assert len(load(append())) == 1

    def test_what_is_no_statement_costs_neither_connection_nor_transaction(self) -> None:
        with transaction.atomic():
            with pytest.raises(ProgrammingError), transaction.atomic():
                hot().rows("SELEKT 1", {})
            with pytest.raises(KeyError), transaction.atomic():
                hot().rows("SELECT %(value)s", {"value": object()})
            assert hot().rows("SELECT 1", {}) == [(1,)]

    def test_more_statements_than_a_connection_keeps_prepared_are_answered_all_the_same(self) -> None:
        connection.close()
        for number in range(wire.PREPARED_AT_MOST + 5):
            for _ in range(2):
                assert hot().rows(f"SELECT {number}, %(n)s::int", {"n": number}) == [(number, number)]
        [(prepared,)] = hot().rows("SELECT count(*) FROM pg_prepared_statements", {})
        assert prepared == wire.PREPARED_AT_MOST


class TestValues(TestCase):
    """What goes in comes out."""

    @given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
    def test_texts(self, text: str) -> None:
        assert hot().rows("SELECT %(a)s::text, %(b)s::text[]", {"a": text, "b": [text]}) == [(text, [text])]

    @given(
        st.integers(-(2**63), 2**63 - 1), st.booleans(), st.binary(), st.uuids(), st.lists(st.integers(-9, 9))
    )
    def test_plain_values(self, number: int, flag: bool, data: bytes, key: UUID, numbers: list[int]) -> None:
        values = {"a": number, "b": flag, "c": data, "d": key, "e": numbers, "f": None}
        sql = "SELECT %(a)s::bigint, %(b)s::boolean, %(c)s::bytea, %(d)s::uuid, %(e)s::int[], %(f)s::text"
        assert hot().rows(sql, values) == [tuple(values.values())]

    @given(st.datetimes(datetime(1900, 1, 1), datetime(9000, 1, 1), timezones=st.just(UTC)))
    def test_times(self, at: datetime) -> None:
        values = {"at": at, "day": at.date()}
        [(found, day)] = hot().rows("SELECT %(at)s::timestamptz, %(day)s::date", values)
        assert (found, day) == (at, date(at.year, at.month, at.day))
        assert found.utcoffset() == at.utcoffset()

    def test_a_zero_byte_is_refused_and_cuts_nothing_off(self) -> None:
        with pytest.raises(DataError), transaction.atomic():
            hot().rows("SELECT %(a)s::text", {"a": "one\0two"})

    def test_a_statement_without_columns_has_rows_all_the_same(self) -> None:
        assert hot().rows("SELECT FROM generate_series(1, 2)", {}) == [(), ()]
        assert hot().rows("SELECT FROM generate_series(1, 0)", {}) == []

    def test_nothing_follows_a_failed_statement(self) -> None:
        with transaction.atomic():
            with pytest.raises(DataError):
                hot().ask(("SELECT 1 / %(zero)s::int", {"zero": 0}), ("SELECT 1", {}))
            with pytest.raises(InternalError, match="aborted"):
                hot().rows("SELECT 1", {})
            transaction.set_rollback(True)

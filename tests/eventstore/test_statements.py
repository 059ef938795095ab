"""What a command costs: the statements it sends."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.eventstore.conftest import append
from tests.eventstore.contract import ANA, new_stream, played
from truco_api.eventstore import load, unit_of_work

pytestmark = pytest.mark.django_db(transaction=True)


def verbs(captured: CaptureQueriesContext) -> list[str]:
    """The first word of each statement."""
    return [query["sql"].split()[0] for query in captured.captured_queries]


def test_an_append_is_one_lock_and_one_statement_however_many_events() -> None:
    stream = append()
    with CaptureQueriesContext(connection) as captured, unit_of_work(stream, actor=ANA) as unit:
        unit.append([played()] * 6)
    assert verbs(captured) == ["BEGIN", "SELECT", "WITH", "COMMIT"]
    (_, _, appended, _) = captured.captured_queries
    for table in ("eventstore_event", "eventstore_head", "eventstore_outbox"):
        assert appended["sql"].count(table) == 1


def test_a_command_with_key_version_and_state_is_seven_statements() -> None:
    stream = append()
    with (
        CaptureQueriesContext(connection) as captured,
        unit_of_work(stream, actor=ANA, expected_version=1, key="k", body="b") as unit,
    ):
        load(stream)
        unit.append([played()] * 3)
        unit.answer(body={})
    assert verbs(captured) == ["BEGIN", "SELECT", "WITH", "SELECT", "WITH", "INSERT", "COMMIT"]


def test_a_repetition_is_answered_in_four() -> None:
    stream = new_stream()
    for _ in range(2):
        with (
            CaptureQueriesContext(connection) as captured,
            unit_of_work(stream, actor=ANA, key="k", body="b") as unit,
        ):
            if unit.replayed is None:
                unit.answer(body={})
    assert verbs(captured) == ["BEGIN", "SELECT", "WITH", "COMMIT"]


def test_a_new_stream_costs_one_statement_more() -> None:
    with CaptureQueriesContext(connection) as captured, unit_of_work(new_stream(), actor=ANA) as unit:
        unit.append([played()])
    assert verbs(captured) == ["BEGIN", "SELECT", "INSERT", "WITH", "COMMIT"]


def test_no_command_rings_a_bell_or_counts_across_streams() -> None:
    with CaptureQueriesContext(connection) as captured:
        append()
    sent = " ".join(query["sql"].lower() for query in captured.captured_queries)
    for word in ("notify", "nextval", "lock table", "eventstore_feed"):
        assert word not in sent


def test_a_commit_is_on_disk_before_it_is_acknowledged() -> None:
    with connection.cursor() as cursor:
        for setting in ("synchronous_commit", "fsync", "full_page_writes"):
            cursor.execute(f"SHOW {setting}")
            assert cursor.fetchone() == ("on",)

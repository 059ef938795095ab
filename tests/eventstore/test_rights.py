"""Events and feed only grow: rights stop the application, triggers stop the owner."""

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pgtrigger
import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, ProgrammingError, connection, transaction

from tests.eventstore.conftest import append
from tests.eventstore.contract import ANA, played
from truco_api.eventstore import Recorded, load, rights, stream_projection, subscriber, unit_of_work
from truco_api.eventstore.audit import Report, check_chains, check_feed
from truco_api.eventstore.feed import relay_once
from truco_api.eventstore.subscriptions import deliver_once
from truco_api.settings import _as_role

pytestmark = pytest.mark.django_db

CHANGES = [
    "UPDATE eventstore_event SET data = '{}'",
    "UPDATE eventstore_feed SET position = position + 1",
    "DELETE FROM eventstore_event",
    "DELETE FROM eventstore_feed",
    "TRUNCATE eventstore_event",
    "TRUNCATE eventstore_feed",
]
BEYOND_THE_APPLICATION = [
    *CHANGES,
    "DELETE FROM eventstore_head",
    "TRUNCATE eventstore_head",
    "DELETE FROM eventstore_checkpoint",
    "DELETE FROM django_migrations",
    "ALTER TABLE eventstore_event DISABLE TRIGGER ALL",
    "DROP TABLE eventstore_event",
    "CREATE TABLE mine (id int)",
]


def execute(sql: str) -> None:
    """Run one statement, so that its failure takes nothing else along."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


@pytest.fixture
def stored() -> str:
    """A stream with an event, in the feed."""
    stream = append()
    assert relay_once() == 1
    return stream


@pytest.fixture
def as_app(stored: str) -> Iterator[str]:
    """The same, seen by the application's role."""
    execute(f"SET ROLE {rights.APP_ROLE}")
    yield stored
    execute("RESET ROLE")


@pytest.mark.parametrize("change", CHANGES)
def test_the_owner_is_stopped_by_the_triggers(stored: str, change: str) -> None:
    before = load(stored)
    with pytest.raises(IntegrityError, match="only grows"):
        execute(change)
    assert load(stored) == before


@pytest.mark.parametrize("change", BEYOND_THE_APPLICATION)
def test_the_application_is_stopped_by_its_rights(as_app: str, change: str) -> None:
    with pytest.raises(ProgrammingError, match=r"permission denied|must be owner"):
        execute(change)


@pytest.mark.parametrize("change", CHANGES)
def test_the_application_gains_nothing_by_switching_the_triggers_off(as_app: str, change: str) -> None:
    with pytest.raises(ProgrammingError, match="permission denied"), pgtrigger.ignore():
        execute(change)


def test_the_application_can_do_all_its_work(as_app: str) -> None:
    told: list[Recorded] = []
    subscriber("test.told", stream_kind="game")(told.append)
    with unit_of_work(as_app, actor=ANA, key="k", body="b", expected_version=1) as unit:
        unit.append([played("5P")])
        unit.answer(body={})
    assert relay_once() == 1
    while deliver_once():
        pass
    assert told == load(as_app)
    stream_projection("test.whole", stream_kind="game", models=[])(lambda stream, events: None)
    call_command("rebuild", stdout=StringIO())
    for check in (check_chains, check_feed):
        report = Report()
        check(report)
        assert not report.findings


def test_rights_are_given_again_after_every_migration() -> None:
    execute(f"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {rights.APP_ROLE}")
    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("SELECT has_table_privilege(%s, 'eventstore_event', 'INSERT')", (rights.APP_ROLE,))
        assert cursor.fetchone() == (True,)


def test_each_connection_begins_in_the_role_that_the_environment_names() -> None:
    settings = _as_role(rights.APP_ROLE, {"OPTIONS": {"options": "-c statement_timeout=5000"}})
    assert _as_role(None, settings) is settings
    params = connection.get_connection_params() | settings["OPTIONS"]
    with psycopg.connect(**{name: params[name] for name in ("dbname", "user", "host", "options")}) as raw:
        assert raw.execute("SELECT current_user::text").fetchone() == (rights.APP_ROLE,)
        assert raw.execute("SHOW statement_timeout").fetchone() == ("5s",)
        raw.execute("RESET ROLE")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            raw.execute("DELETE FROM eventstore_event")


class TestGrantApp:
    """`manage.py grant_app`."""

    @pytest.fixture
    def login(self) -> str:
        """A login that is neither owner nor superuser (gone again with the test's transaction)."""
        execute('CREATE ROLE "truco test" LOGIN')
        return "truco test"

    def test_a_login_gets_the_applications_rights_and_no_more(self, login: str, stored: str) -> None:
        call_command("grant_app", login, stdout=(out := StringIO()))
        assert out.getvalue() == "truco test may now work as truco_app.\n"
        execute('SET ROLE "truco test"')
        append(stream=stored)
        with pytest.raises(ProgrammingError, match="permission denied"):
            execute("DELETE FROM eventstore_event")
        execute("RESET ROLE")

    @pytest.mark.parametrize(
        ("name", "reason"), [("nobody at all", "There is no role"), ("postgres", "would not bind it")]
    )
    def test_a_login_that_is_of_no_use_is_refused(self, name: str, reason: str) -> None:
        with pytest.raises(CommandError, match=reason):
            call_command("grant_app", name, stdout=StringIO())

    def test_a_login_without_the_right_to_create_roles_says_so(
        self, login: str, monkeypatch: pytest.MonkeyPatch, caplog: Any
    ) -> None:
        monkeypatch.setattr(rights, "APP_ROLE", "truco_elsewhere")
        execute('SET ROLE "truco test"')
        with pytest.raises(CommandError, match="is missing"):
            call_command("grant_app", login, stdout=StringIO())
        execute("RESET ROLE")
        assert "cannot be created" in caplog.text

"""What is deleted while somebody asks about it is not there: a problem, never an error of the server."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction

from tests.api.test_object_level import Person, olga, things, walk
from tournaments import policies
from tournaments.models import Club
from truco_api.accounts.authentication import TokenAuthentication
from truco_api.accounts.models import User

__all__ = ["olga", "things"]
SOURCES = [path for top in ("truco_api", "games", "tournaments") for path in Path(top).rglob("*.py")]
COMMANDS = {"tournaments/checks.py"}
"""What only `manage.py` runs; nobody is answered there."""


class Undone:
    """Asks for a person; whatever happens by it is taken back, and keys are looked at on the spot."""

    def __init__(self, person: Person) -> None:
        self.user, self._person = person.user, person

    def ask(self, method: str, address: str, body: Any = None, version: int = 1) -> Any:
        """The answer."""
        with _undone():
            answer = self._person.ask(method, address, body, version)
        assert answer.status_code < 500, (method, address, body, answer.content)
        return answer


@contextmanager
def _undone() -> Iterator[None]:
    with transaction.atomic():
        # In production they are looked at on commit, which no test reaches.
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        yield
        transaction.set_rollback(True)


def _afterwards(monkeypatch: pytest.MonkeyPatch, place: Any, name: str, gone: Callable[[], Any]) -> None:
    """Let something go as soon as a function has been passed."""
    passed = getattr(place, name)

    def then(*args: Any, **kwargs: Any) -> Any:
        found = passed(*args, **kwargs)
        gone()
        return found

    monkeypatch.setattr(place, name, then)


def _refused(person: Person, things: dict[str, str]) -> set[str]:
    asked = walk(Undone(person), things)  # type: ignore[arg-type]  # it asks like a person
    return {name for name, _, status in asked if status in (401, 404)}


def test_a_club_that_goes_while_it_is_asked_about(
    olga: Person, things: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    club = olga.made("clubs/", {"name": "Clube do Fim", "city": "Campinas"})["id"]
    _afterwards(monkeypatch, policies, "require_role", Club.objects.filter(id=club).delete)
    assert "clubs_delete" in _refused(olga, things | {"club_id": club})
    for method, address, body in (
        ("patch", "", {"city": "Sorocaba"}),
        ("post", "persons/", {"name": "Rita"}),
        ("post", "invitations/", {"username": "bia", "roles": ["scorer"]}),
    ):
        answer = Undone(olga).ask(method, f"/api/v1/clubs/{club}/{address}", body)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), (address, answer.content)


def test_an_account_that_goes_while_it_asks(
    olga: Person, things: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Person("guest")
    _afterwards(
        monkeypatch, TokenAuthentication, "authenticate", User.objects.filter(pk=guest.user.pk).delete
    )
    _refused(guest, things)


def test_no_lock_takes_for_granted_that_its_row_is_still_there() -> None:
    taken = re.compile(r"select_for_update\([^)]*\)\s*\.get\(")
    found = {str(path) for path in SOURCES if taken.search(path.read_text(encoding="utf-8"))}
    assert found == COMMANDS

"""Forgetting somebody: their persons lose their names, and the entries that were called after them."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from games.services import Asked
from tournaments import personal
from tournaments.errors import LastOwner
from tournaments.models import Club, EntryRow, Membership, Person, Role
from tournaments.ratings import forget_order
from tournaments.rules.commands import RenameEntry, WithdrawEntry
from tournaments.rules.decide_entries import ENTRY_NAME_LIMIT
from tournaments.rules.regulation import KIND_SIZE
from tournaments.services.persons import named
from tournaments.services.unit import Work, work_on
from truco_api.accounts.models import User

_ACTOR = "system:forgetting"
_OVER = ("finished", "cancelled")


def forget_persons(user: User) -> None:
    """Forget all persons of an account; LastOwner where a club of others would be left without an owner."""
    persons = list(Person.objects.select_for_update().filter(account=user).order_by("id"))
    ids = [person.id for person in persons]
    _leave_clubs(ids)
    # Without names first, so that no entry is called after them again.
    Person.objects.filter(id__in=ids).update(name="", account=None, claim_digest=None)
    for entry in EntryRow.objects.filter(named(ids)).order_by("championship_id", "id"):
        _forget_in(entry, ids)
    forget_order(ids)


def _leave_clubs(persons: Sequence[UUID]) -> None:
    mine = Membership.objects.filter(person__in=persons)
    for club in Club.objects.select_for_update().filter(memberships__in=mine).order_by("id"):
        others = Membership.objects.filter(club=club).exclude(person__in=persons)
        owned = mine.filter(club=club, roles__contains=[Role.OWNER]).exists()
        if owned and others.exists() and not others.filter(roles__contains=[Role.OWNER]).exists():
            raise LastOwner
    mine.delete()


def _forget_in(entry: EntryRow, persons: Sequence[UUID]) -> None:
    """Call the entry after those who are left, and withdraw it where nobody is."""
    others = [member for member in entry.members if member not in persons]
    alone = len(others) == 0
    with work_on(entry.championship_id, Asked(_ACTOR)) as work:
        assert isinstance(work, Work), "there is no key"
        if alone and work.state.phase not in (*_OVER, "created") and not entry.out:
            work.do(WithdrawEntry(actor=_ACTOR, entry_id=str(entry.id), reason="", now_ms=work.now_ms))
        if len(entry.members) <= KIND_SIZE["trio"] and len(others) < len(entry.members):
            personal.forget(entry.id)
            name = _called(others)
            work.do(RenameEntry(actor=_ACTOR, entry_id=str(entry.id), name=name, now_ms=work.now_ms))
        work.store()


def _called(persons: Sequence[UUID]) -> str:
    """The names of these persons, as an entry is called; "" of nobody."""
    names = dict(Person.objects.filter(id__in=persons).values_list("id", "name"))
    return " / ".join(names[person] for person in persons if names.get(person))[:ENTRY_NAME_LIMIT]

"""Entries: register, confirm, mark the fee, rank, check in, withdraw, disqualify."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from django.db.models import Q

from games.services import Answer, Asked
from tournaments import documents
from tournaments.errors import AccountNotFound, NotYourEntry, PersonConflict, PersonNotFound, RoleRequired
from tournaments.models import EntryRow, Person
from tournaments.rules import commands
from tournaments.rules.state import Championship
from tournaments.services.championships import need_accounts
from tournaments.services.persons import named, own_person
from tournaments.services.unit import Answering, carry_out
from truco_api.accounts.models import User


@dataclass(frozen=True, slots=True)
class Member:
    """One member as asked for: by id, by the name of an account, or by a bare name; one of them."""

    person: UUID | None = None
    username: str | None = None
    name: str | None = None


def register(
    *,
    championship_id: UUID,
    club_id: UUID,
    by: Asked,
    user: User,
    official: bool,
    name: str,
    members: Sequence[Member],
    club: str | None = None,
    rank: int | None = None,
) -> Answer:
    """Enter these members; whoever is no official must be one of them and may not give a rank."""
    entry_id = str(uuid.uuid4())

    def making(*, actor: str, now_ms: int) -> commands.RegisterEntry:
        persons = [_person(member, index, club_id, official) for index, member in enumerate(members)]
        if not official and all(person.account_id != user.id for person in persons):
            raise NotYourEntry
        _refuse_doubles(championship_id, persons)
        return commands.RegisterEntry(
            actor=actor,
            now_ms=now_ms,
            entry_id=entry_id,
            name=name,
            members=tuple(str(person.id) for person in persons),
            club=club,
            rank=rank if official else None,
        )

    return carry_out(championship_id, by, making, _in_place(entry_id), status=201)


def name_reserves(
    *,
    championship_id: UUID,
    club_id: UUID,
    entry_id: UUID,
    by: Asked,
    official: bool,
    reserves: Sequence[Member],
) -> Answer:
    """Name who may come into the entry, in the place of those named before."""

    def making(*, actor: str, now_ms: int) -> commands.NameReserves:
        persons = [
            _person(reserve, index, club_id, official, "reserves") for index, reserve in enumerate(reserves)
        ]
        _refuse_doubles(championship_id, persons)
        return commands.NameReserves(
            actor=actor,
            now_ms=now_ms,
            entry_id=str(entry_id),
            reserves=tuple(str(person.id) for person in persons),
        )

    return carry_out(championship_id, by, making, _entry(str(entry_id)))


def confirm(*, championship_id: UUID, entry_id: UUID, by: Asked) -> Answer:
    """Accept the entry."""
    making = partial(commands.ConfirmEntry, entry_id=str(entry_id))
    return carry_out(championship_id, by, making, _in_place(str(entry_id)))


def mark_fee(*, championship_id: UUID, entry_id: UUID, by: Asked, paid: bool) -> Answer:
    """Note that the fee was paid, or not after all."""
    making = partial(commands.MarkFeePaid, entry_id=str(entry_id), paid=paid)
    return carry_out(championship_id, by, making, _entry(str(entry_id)))


def set_rank(*, championship_id: UUID, entry_id: UUID, by: Asked, rank: int | None) -> Answer:
    """Give the entry its rank for the seeding."""
    making = partial(commands.RankEntry, entry_id=str(entry_id), rank=rank)
    return carry_out(championship_id, by, making, _entry(str(entry_id)))


def check_in(*, championship_id: UUID, entry_id: UUID, by: Asked) -> Answer:
    """The entry is here."""
    making = partial(commands.CheckIn, entry_id=str(entry_id))
    return carry_out(championship_id, by, making, _entry(str(entry_id)))


def withdraw(*, championship_id: UUID, entry_id: UUID, by: Asked, reason: str) -> Answer:
    """The entry leaves."""
    making = partial(commands.WithdrawEntry, entry_id=str(entry_id), reason=reason)
    return carry_out(championship_id, by, making, _entry(str(entry_id)))


def disqualify(*, championship_id: UUID, entry_id: UUID, by: Asked, reason: str) -> Answer:
    """Put the entry out, for a reason."""
    making = partial(commands.DisqualifyEntry, entry_id=str(entry_id), reason=reason)
    return carry_out(championship_id, by, making, _entry(str(entry_id)))


def _entry(entry_id: str) -> Answering:
    def answering(state: Championship) -> documents.Document:
        number = list(state.entries).index(entry_id) + 1
        return documents.entry(state.entries[entry_id], number)

    return answering


def _in_place(entry_id: str) -> Answering:
    """As `_entry`; who comes in late to a stage that is played online must have an account by then."""
    told = _entry(entry_id)

    def answering(state: Championship) -> documents.Document:
        need_accounts(state, [match for match in state.matches.values() if entry_id in match.sides])
        return told(state)

    return answering


def _person(member: Member, index: int, club_id: UUID, official: bool, field: str = "members") -> Person:
    """The person a member is; errors name the member by its index in the field."""
    if member.person is not None:
        reachable = Q(club=None) | Q(club_id=club_id)
        person = Person.objects.filter(reachable, id=member.person).first()
        if person is None:
            raise PersonNotFound(person=member.person, field=f"{field}.{index}")
        return person
    if member.username is not None:
        account = User.objects.filter(username__iexact=member.username, is_active=True).first()
        if account is None:
            raise AccountNotFound(username=member.username, field=f"{field}.{index}")
        return own_person(account)
    if not official:
        raise RoleRequired(roles="owner, organizer")
    return Person.objects.create(club_id=club_id, name=member.name or "")


def _refuse_doubles(championship_id: UUID, persons: Sequence[Person]) -> None:
    """One account plays once in a championship, whichever of its persons is entered.

    The persons are locked, so that none is claimed at the same time (`persons.claim_person` locks them too).
    """
    ids = [person.id for person in persons]
    list(Person.objects.select_for_update().filter(id__in=ids).order_by("id"))
    accounts = [person.account_id for person in persons if person.account_id is not None]
    if len(set(accounts)) < len(accounts):
        raise PersonConflict
    others = Person.objects.filter(account__in=accounts).exclude(id__in=ids).values_list("id", flat=True)
    if plays_in(championship_id, list(others)):
        raise PersonConflict


def plays_in(championship_id: UUID, persons: Sequence[UUID]) -> bool:
    """Whether any of the persons is named in an entry there that is not out."""
    rows = EntryRow.objects.filter(named(persons), championship_id=championship_id, out="")
    return bool(persons) and rows.exists()

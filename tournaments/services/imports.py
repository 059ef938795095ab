"""Many entries at once, from a list: tried out as a whole, and taken as a whole or not at all."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q

from games.services import Answer, Asked
from tournaments import documents
from tournaments.entry_lists import NAME, PLAYER, EntryList, Line
from tournaments.errors import AccountNotFound, ChampionshipNotFound, PersonConflict
from tournaments.models import EntryRow, Person
from tournaments.rules import commands
from tournaments.rules.errors import WrongMembers, WrongPhase
from tournaments.rules.faults import Fault
from tournaments.services.persons import own_person
from tournaments.services.unit import Work, work_on
from truco_api.accounts.models import User
from truco_api.errors import DomainError, Invalid, Message, gettext_noop


class ImportRefused(Invalid):
    """Some lines cannot be entered, so none was; `faults` names each by line and column."""

    code = "import_refused"
    message = gettext_noop("{count} lines cannot be entered, the first is line {line}.")

    def __init__(self, faults: Sequence[Fault]) -> None:
        lines = sorted({int(fault.path.split(".")[1]) for fault in faults})
        super().__init__(count=len(lines), line=lines[0])
        self.faults = faults


class SeveralPersons(Invalid):
    """The club knows several persons of this name."""

    code = "several_persons"
    message = gettext_noop("The club knows several persons named {name}; register the right one by hand.")


@dataclass(frozen=True, slots=True)
class Tried:
    """What an import would do: the entries as they would be, and what is wrong with the others.

    `names` are those of the members, by the ids of persons of whom some are only tried.
    """

    entries: list[documents.Document]
    names: dict[str, str]
    faults: list[Fault]


class _TriedOut(Exception):
    """Takes back everything that was only tried."""

    def __init__(self, tried: Tried) -> None:
        self.tried = tried


@dataclass(slots=True)
class _People:
    """The persons of a list: accounts by name, and the club's own persons, known or registered now."""

    club_id: UUID
    accounts: dict[str, User]
    known: dict[str, list[Person]]

    def find(self, player: str) -> Person:
        """The person a cell means; a name that the club does not know is registered."""
        if player.startswith("@"):
            account = self.accounts.get(player[1:].casefold())
            if account is None:
                raise AccountNotFound(username=player[1:])
            return own_person(account)
        same = self.known.setdefault(player.casefold(), [])
        if len(same) > 1:
            raise SeveralPersons(name=player)
        if not same:
            same.append(Person.objects.create(club_id=self.club_id, name=player))
        return same[0]


def preview(*, championship_id: UUID, club_id: UUID, by: Asked, found: EntryList, confirm: bool) -> Tried:
    """What the import of this list would do; nothing of it stays."""
    try:
        with work_on(championship_id, Asked(by.actor, expected_version=by.expected_version)) as work:
            assert isinstance(work, Work)
            raise _TriedOut(_try(work, club_id, found, confirm=confirm))
    except _TriedOut as undone:
        return undone.tried


def commit(*, championship_id: UUID, club_id: UUID, by: Asked, found: EntryList, confirm: bool) -> Answer:
    """Enter every line; ImportRefused, and nothing entered, if there is a fault in any."""
    with work_on(championship_id, by) as work:
        if isinstance(work, Answer):
            return work
        tried = _try(work, club_id, found, confirm=confirm)
        if tried.faults:
            raise ImportRefused(tried.faults)
        return work.answer(lambda _state: {"entries": tried.entries}, status=201)


def _try(work: Work, club_id: UUID, found: EntryList, *, confirm: bool) -> Tried:
    """Enter line by line what can be entered."""
    if work.unit.version == 0:
        raise ChampionshipNotFound
    people = _people(club_id, found.lines)
    taken = _accounts_entered(work.championship_id)
    faults, entries, names = list(found.faults), list[str](), dict[str, str]()
    for line in found.lines:
        try:
            members = _members(work, people, line)
            _refuse_double(taken, members, line)
            entries.append(_enter(work, line, members, confirm=confirm))
            names |= {str(person.id): person.name for person in members}
        except _LineRefused as refused:
            faults.append(refused.fault)
        except WrongPhase:
            raise
        except DomainError as refusal:
            faults.append(_fault(line, NAME, refusal))
    faults.sort(key=lambda fault: int(fault.path.split(".")[1]))
    numbers = {entry: number for number, entry in enumerate(work.state.entries, 1)}
    told = [documents.entry(work.state.entries[entry], numbers[entry]) for entry in entries]
    return Tried(told, names, faults)


class _LineRefused(Exception):
    """A line that cannot be entered, and why."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault


def _fault(line: Line, column: str, refusal: DomainError) -> Fault:
    return Fault(f"lines.{line.number}.{column}", Message(refusal.template), refusal.params)


def _people(club_id: UUID, lines: Iterable[Line]) -> _People:
    """Whoever the list can mean, in two statements."""
    cells = {player for line in lines for player in line.players}
    wanted = Q(pk__in=[])
    for account in (cell[1:] for cell in cells if cell.startswith("@")):
        wanted |= Q(username__iexact=account)
    accounts = {user.username.casefold(): user for user in User.objects.filter(wanted, is_active=True)}
    known: dict[str, list[Person]] = {}
    for person in Person.objects.filter(club_id=club_id).order_by("created_at", "id"):
        known.setdefault(person.name.casefold(), []).append(person)
    return _People(club_id, accounts, known)


def _accounts_entered(championship_id: UUID) -> dict[UUID, UUID]:
    """The accounts that play in the championship or wait as reserves, each with the person entered."""
    rows = EntryRow.objects.filter(championship_id=championship_id, out="")
    persons = {person for row in rows for person in (*row.members, *row.reserves)}
    claimed = Person.objects.filter(id__in=persons, account__isnull=False)
    return {account: person for person, account in claimed.values_list("id", "account_id") if account}


def _members(work: Work, people: _People, line: Line) -> list[Person]:
    needed = work.state.regulation.members
    if len(line.players) != needed:
        raise _LineRefused(_fault(line, PLAYER, WrongMembers(field="members", needed=needed)))
    found = []
    for number, player in enumerate(line.players, 1):
        try:
            found.append(people.find(player))
        except DomainError as refusal:
            raise _LineRefused(_fault(line, f"{PLAYER}{number}", refusal)) from refusal
    return found


def _refuse_double(taken: dict[UUID, UUID], members: Sequence[Person], line: Line) -> None:
    """One account plays once, whichever of its persons is entered."""
    for person in members:
        other = taken.setdefault(person.account_id, person.id) if person.account_id else person.id
        if other != person.id:
            raise _LineRefused(_fault(line, PLAYER, PersonConflict()))


def _enter(work: Work, line: Line, members: Sequence[Person], *, confirm: bool) -> str:
    entry_id = str(uuid.uuid4())
    asked: dict[str, Any] = {"actor": work.unit.actor, "now_ms": work.now_ms, "entry_id": entry_id}
    # Locked as a registration by hand locks them: nobody claims one of them meanwhile.
    list(Person.objects.select_for_update().filter(id__in=[person.id for person in members]).order_by("id"))
    work.do(
        commands.RegisterEntry(
            **asked,
            name=line.name,
            members=tuple(str(person.id) for person in members),
            club=line.club,
            rank=line.rank,
        )
    )
    if confirm:
        work.do(commands.ConfirmEntry(**asked))
    if line.paid is not None:
        work.do(commands.MarkFeePaid(**asked, paid=line.paid))
    return entry_id

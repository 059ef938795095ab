"""The life of a championship: create, open, close, check-in, draw, start, cancel."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from games.services import Answer, Asked
from tournaments import documents
from tournaments.errors import ClubNotFound, PlayersWithoutAccount
from tournaments.models import Club, Person
from tournaments.queries.championships import addresses
from tournaments.rules import commands
from tournaments.rules.state import Championship, Match
from tournaments.services.unit import Work, carry_out, work_on

SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class Coming:
    """An entry that a championship is founded with, confirmed; its members are ids of persons."""

    name: str
    members: tuple[str, ...]
    club: str | None
    rank: int | None


def create(
    *,
    by: Asked,
    club_id: UUID,
    name: str,
    regulation: Mapping[str, Any],
    entries: Sequence[Coming] = (),
) -> Answer:
    """Found a championship of the club, as a draft that only the club's staff sees.

    With `entries` it is open, and they are in it.
    """
    championship_id = uuid.uuid4()
    with work_on(championship_id, by) as work:
        if isinstance(work, Answer):
            return work
        if not Club.objects.select_for_update().filter(id=club_id).exists():
            raise ClubNotFound
        command = commands.CreateChampionship(
            actor=by.actor,
            now_ms=work.now_ms,
            championship_id=str(championship_id),
            club_id=str(club_id),
            name=name,
            regulation=regulation,
        )
        work.do(command)
        _let_in(work, entries)
        return work.answer(_whole, status=201)


def _let_in(work: Work, entries: Sequence[Coming]) -> None:
    if not entries:
        return
    actor, now_ms = work.unit.actor, work.now_ms
    work.do(commands.OpenEntries(actor=actor, now_ms=now_ms))
    for coming in entries:
        entry_id = str(uuid.uuid4())
        work.do(
            commands.RegisterEntry(
                actor=actor,
                now_ms=now_ms,
                entry_id=entry_id,
                name=coming.name,
                members=coming.members,
                club=coming.club,
                rank=coming.rank,
            )
        )
        work.do(commands.ConfirmEntry(actor=actor, now_ms=now_ms, entry_id=entry_id))


def change_regulation(*, championship_id: UUID, by: Asked, regulation: Mapping[str, Any]) -> Answer:
    """Replace the regulation, until the draw freezes it."""
    making = partial(commands.ChangeRegulation, regulation=regulation)
    return carry_out(championship_id, by, making, _whole)


def open_entries(*, championship_id: UUID, by: Asked) -> Answer:
    """Take entries; the championship is public from here on."""
    return carry_out(championship_id, by, commands.OpenEntries, _whole)


def close_entries(*, championship_id: UUID, by: Asked) -> Answer:
    """Take no more entries."""
    return carry_out(championship_id, by, commands.CloseEntries, _whole)


def open_check_in(*, championship_id: UUID, by: Asked) -> Answer:
    """Let entries check in."""
    return carry_out(championship_id, by, commands.OpenCheckIn, _whole)


def draw(*, championship_id: UUID, by: Asked, order: Sequence[str] | None) -> Answer:
    """Freeze the regulation and draw with a seed made here and now; `order` is a seeding by hand."""
    seed = secrets.token_hex(SEED_BYTES)
    making = partial(commands.Draw, seed=seed, order=None if order is None else tuple(order))
    return carry_out(championship_id, by, making, _whole_with_accounts)


def start(*, championship_id: UUID, by: Asked) -> Answer:
    """Begin to play what was drawn."""
    return carry_out(championship_id, by, commands.Start, _whole)


def cancel(*, championship_id: UUID, by: Asked, reason: str) -> Answer:
    """Call the championship off."""
    return carry_out(championship_id, by, partial(commands.Cancel, reason=reason), _whole)


def _whole_with_accounts(state: Championship) -> documents.Document:
    need_accounts(state, state.matches.values())
    return _whole(state)


def _whole(state: Championship) -> documents.Document:
    """The championship with the addresses at which it is followed."""
    return documents.championship(state) | addresses(state.id)


def need_accounts(state: Championship, matches: Iterable[Match]) -> None:
    """Whoever is to play online must have an account to play with; PlayersWithoutAccount names the others."""
    online = {match.stage for match in matches if match.mode == "online"}
    drawn = {entry for stage in online for entry in state.stages[stage].entries}
    members = [member for entry in drawn for member in state.entries[entry].members]
    without = Person.objects.filter(id__in=members, account=None).order_by("name")
    names = list(without.values_list("name", flat=True))
    if names:
        raise PlayersWithoutAccount(names=", ".join(names))

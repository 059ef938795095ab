"""Championships as everybody may read them: lists from the read models, documents from the state."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Q, QuerySet

from games.states import milliseconds
from tournaments import states
from tournaments.documents import Document, dated
from tournaments.errors import ChampionshipNotFound
from tournaments.models import ChampionshipRow, EntryRow, MatchRow, Person
from tournaments.rules import commands, public, public_stages
from tournaments.rules.errors import NotDrawn, UnknownEntry, UnknownMatch
from tournaments.rules.preview import as_json, preview
from tournaments.rules.tiebreaks import CRITERIA
from truco_api.accounts.models import User
from truco_api.accounts.names import deleted_player

DRAFT = "created"


def championships(
    *, club: UUID | None = None, phase: str | None = None, clubs_of_staff: Iterable[UUID] = ()
) -> QuerySet[ChampionshipRow]:
    """Public championships, and drafts of the clubs in whose staff the reader is."""
    rows = ChampionshipRow.objects.exclude(Q(phase=DRAFT) & ~Q(club_id__in=list(clubs_of_staff)))
    if club is not None:
        rows = rows.filter(club_id=club)
    return rows if phase is None else rows.filter(phase=phase)


def championship(championship_id: UUID) -> ChampionshipRow:
    """One championship, or `ChampionshipNotFound`."""
    found = ChampionshipRow.objects.filter(id=championship_id).first()
    if found is None:
        raise ChampionshipNotFound
    return found


def entries(championship_id: UUID) -> QuerySet[EntryRow]:
    """Entries in the order of registration."""
    return EntryRow.objects.filter(championship_id=championship_id)


def entry(championship_id: UUID, entry_id: UUID) -> EntryRow:
    """One entry, or `UnknownEntry`."""
    found = entries(championship_id).filter(id=entry_id).first()
    if found is None:
        raise UnknownEntry(entry=entry_id)
    return found


def entries_of(user: User) -> QuerySet[EntryRow]:
    """Every entry in which a person of the account plays."""
    persons = list(Person.objects.filter(account=user).values_list("id", flat=True))
    return EntryRow.objects.filter(members__overlap=persons).select_related("championship")


def matches(championship_id: UUID, *, status: str | None = None) -> QuerySet[MatchRow]:
    """Matches in playing order."""
    rows = MatchRow.objects.filter(championship_id=championship_id)
    return rows if status is None else rows.filter(status=status)


def match(championship_id: UUID, match_id: str) -> MatchRow:
    """One match, or `UnknownMatch`."""
    found = MatchRow.objects.filter(id=f"{championship_id}/{match_id}").first()
    if found is None:
        raise UnknownMatch(match=match_id)
    return found


def addresses(championship_id: UUID | str) -> Document:
    """Where what happens in a championship is told as it happens."""
    base = f"{settings.STREAM_URL}/api/v1/championships/{championship_id}"
    return {"stream_url": f"{base}/stream/", "events_url": f"{base}/events/"}


def bracket(championship_id: UUID, version: int) -> Document:
    """The draw, the rounds with their matches, and the podium, as of a version."""
    state = states.at_version(championship_id, version)
    return {"version": version, **_dated(public.bracket(state))}


def schedule(championship_id: UUID, *, now: datetime) -> Document:
    """What is being played and what comes when, with the tables in use."""
    version, state = states.latest(championship_id)
    return {"version": version, **_dated(public.schedule(state, milliseconds(now)))}


def results(championship_id: UUID, version: int) -> Document:
    """Decided matches in the order of their decision, and the places, as of a version."""
    state = states.at_version(championship_id, version)
    return {"version": version, **_dated(public.results(state))}


def stages(championship_id: UUID, version: int, *, explained: bool = False) -> Document:
    """Every stage with its draw, its tables and how far it is, as of a version."""
    state = states.at_version(championship_id, version)
    found = public_stages.stages(state, explained=explained)
    for stage in found:
        _name_criteria(stage)
    return {"version": version, "stages": found}


def standings(championship_id: UUID, version: int, stage_id: str, *, explained: bool) -> Document:
    """The tables of a stage as of a version, criteria and reasons in words (as messages)."""
    state = states.at_version(championship_id, version)
    found = public_stages.stage_view(state, stage_id, explained=explained)
    _name_criteria(found)
    return {"version": version, **found}


def _name_criteria(stage: Document) -> None:
    for criterion in stage["criteria"]:
        criterion["name"] = CRITERIA[criterion["code"]].name


Changing = type[commands.CorrectResult] | type[commands.ReopenMatch] | type[commands.RuleCounts]


def correction(
    championship_id: UUID, match_id: str, *, by: str, now: datetime, kind: Changing, **change: Any
) -> Document:
    """What another result (or none, or other counts) of a match would change, and what is to be chosen."""
    version, state = states.latest(championship_id)
    found = preview(state, kind(actor=by, now_ms=milliseconds(now), match=match_id, **change))
    concerned = {*(seat.before for seat in found.seats), *(seat.after for seat in found.seats)}
    concerned |= {moved.entry for moved in found.moved}
    names = {entry: state.entries[entry].name for entry in concerned if entry}
    return {"version": version, **as_json(found), "names": names}


def draw(championship_id: UUID) -> Document:
    """Everything that is needed to repeat the draw of the stage drawn last; `NotDrawn` before any."""
    version, state = states.latest(championship_id)
    stage = state.last_stage
    if stage is None:
        raise NotDrawn(phase=state.phase)
    entries = state.entries
    return {
        "version": version,
        **public.bracket(state)["draw"],
        "entries": [{"entry": entry, "rank": entries[entry].rank} for entry in stage.drawn_entries],
        "order": [{"entry": entry, "name": entries[entry].name} for entry in stage.drawn_order],
        "regulation_sha256": state.regulation_sha256,
    }


def names_of(persons: Iterable[UUID | str]) -> dict[str, str]:
    """Names by the ids of persons, in one statement."""
    rows = Person.objects.filter(id__in=set(map(str, persons))).values_list("id", "name")
    return {str(person): name or deleted_player() for person, name in rows}


def _dated(document: dict[str, Any]) -> Document:
    return dict(dated(document))

"""Disputes as they are read: by everybody, by those concerned, and by who has to rule."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from games.states import milliseconds
from tournaments import states
from tournaments.documents import Document
from tournaments.documents_disputes import dispute as document
from tournaments.errors import PhotoNotFound
from tournaments.models import DisputeRow, Photo
from tournaments.queries import championships
from tournaments.queries.history import names_of_accounts
from tournaments.rules.commands import CorrectResult, ReopenMatch
from tournaments.rules.disputes import Evidence
from tournaments.rules.errors_disputes import UnknownDispute

WAITING = {"arbiter": ("open",), "organizer": ("lapsed", "appealed")}
PLAYED = ("running", "finished")
"""Nobody rules in a championship that was called off."""
PENDING = ("open", "lapsed", "ruled", "appealed")


def row(championship_id: UUID, dispute_id: str) -> DisputeRow:
    """One dispute, or `UnknownDispute`."""
    found = DisputeRow.objects.filter(id=f"{championship_id}/{dispute_id}").first()
    if found is None:
        raise UnknownDispute(dispute=dispute_id)
    return found


def rows(
    championship_id: UUID, *, match: str | None = None, pending: bool | None = None
) -> QuerySet[DisputeRow]:
    """The disputes of a championship in the order in which they were opened."""
    found = DisputeRow.objects.filter(championship_id=championship_id).order_by("position")
    if match is not None:
        found = found.filter(match=match)
    if pending is None:
        return found
    return found.filter(status__in=PENDING) if pending else found.exclude(status__in=PENDING)


def to_rule_on(user: UUID, clubs: Mapping[str, Iterable[UUID]]) -> QuerySet[DisputeRow]:
    """Disputes that wait for an account that rules in these clubs (by instance), or was asked to rule; most
    urgent first."""
    wanted = Q(arbiter=user, status__in=WAITING["arbiter"])
    for instance, of_clubs in clubs.items():
        wanted |= Q(championship__club_id__in=list(of_clubs), status__in=WAITING[instance])
    return DisputeRow.objects.filter(wanted, championship__phase__in=PLAYED).select_related(
        "championship", "championship__club"
    )


def pending_in(clubs: Iterable[UUID]) -> QuerySet[DisputeRow]:
    """Disputes that are not over in the championships of these clubs, most urgent first."""
    rows = DisputeRow.objects.filter(
        championship__club_id__in=list(clubs), championship__phase__in=PLAYED, status__in=PENDING
    )
    return rows.select_related("championship", "championship__club")


def documents(found: Iterable[DisputeRow], *, inside: bool = False) -> list[Document]:
    """Disputes for a list, each with its championship."""
    bodies = []
    for each in found:
        _, state = states.latest(each.championship_id)
        body = document(state, state.disputes[each.dispute], inside=inside)
        bodies.append({"championship": str(each.championship_id), **body})
    return _named(bodies)


def one(championship_id: UUID, dispute_id: str, *, inside: bool) -> Document:
    """A dispute with the version of its championship."""
    version, state = states.latest(championship_id)
    found = state.disputes.get(dispute_id)
    if found is None:
        raise UnknownDispute(dispute=dispute_id)
    body = {"championship": str(championship_id), **document(state, found, inside=inside)}
    return {**_named([body])[0], "version": version}


def named(body: Document) -> Document:
    """A dispute as a command answers it, with the names of who ruled."""
    return _named([body])[0]


def photo(championship_id: UUID, match_id: str, sha256: str) -> Photo:
    """A picture, or `PhotoNotFound`."""
    found = Photo.objects.filter(championship_id=championship_id, match=match_id, sha256=sha256).first()
    if found is None:
        raise PhotoNotFound
    return found


def preview(
    championship_id: UUID, match: str, *, by: str, now: datetime, ruling: str, **change: Any
) -> Document | None:
    """What a ruling would change beyond its match; None where it changes no result."""
    _, state = states.latest(championship_id)
    if ruling == "uphold" or state.matches[match].result is None:
        return None
    asked = {name: change[name] for name in ("reason", "stand")} | {"replay": change["again"]}
    if ruling != "replay":
        asked |= {"legs": change["legs"], "entry": change["entry"]}
    kind = ReopenMatch if ruling == "replay" else CorrectResult
    return championships.correction(championship_id, match, by=by, now=now, kind=kind, **asked)


def _named(bodies: list[Document]) -> list[Document]:
    """The bodies with people's names in the place of accounts."""
    rulings = [ruling for body in bodies for ruling in body["rulings"]]
    told = [ruling["by"] for ruling in rulings] + [body["arbiter"] for body in bodies]
    names = names_of_accounts(actor for actor in told if actor and actor.startswith("user:"))
    for body in bodies:
        body["arbiter"] = names.get(body["arbiter"])
    for ruling in rulings:
        if ruling["by"].startswith("user:"):
            ruling["by"] = names.get(ruling["by"])
    return bodies


def overdue(found: DisputeRow, now: datetime) -> bool:
    """Whether its time is over while it waits for somebody all the same."""
    return found.due_at is not None and milliseconds(found.due_at) <= milliseconds(now)


def record_of(shown: Evidence) -> Document:
    """The hand record that was shown."""
    return dict(json.loads(shown.record))

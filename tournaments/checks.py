"""The audit's look at championships: folded again, do the events say what the read models say, and is every
draw the one that its seed gives?"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Model

from tournaments import personal
from tournaments.codec import codec, stream_of
from tournaments.models import (
    ChampionshipRow,
    DisputeRow,
    EntryRow,
    LegRow,
    MatchRow,
    Photo,
    PlacingRow,
    Wake,
)
from tournaments.projections import rows_of
from tournaments.rules.draw import seeding
from tournaments.rules.events import DrawMade, Event, LotsDrawn
from tournaments.rules.lots import with_lots
from tournaments.rules.regulation import sha256
from tournaments.rules.state import Championship
from tournaments.states import fold
from truco_api.eventstore import Recorded, load
from truco_api.eventstore.audit import Report, register_check
from truco_api.eventstore.models import Head

OWN_OF_THE_SWEEP = {"claimed_until"}
"""Columns that follow from no event."""


def check_replay(report: Report) -> None:
    """Every championship: folded from its events, compared with its rows, its draw made again."""
    report.count("championships", 0)
    streams = Head.objects.filter(stream__startswith=stream_of(""), version__gt=0)
    for stream in streams.values_list("stream", flat=True).order_by("stream").iterator():
        with transaction.atomic():
            Head.objects.select_for_update().get(stream=stream)  # so that events and rows are of one moment
            _check_championship(report, stream)


def _check_championship(report: Report, stream: str) -> None:
    events = load(stream)
    report.count("championships")
    report.count("events", len(events))
    version = events[-1].version
    try:
        state = fold(events)
    except Exception as error:
        report.find(stream, version, f"cannot be folded: {type(error).__name__}: {error}")
        return
    for at, problem in personal.wrong_names(events):
        report.find(stream, at, problem)
    wrong = (
        *draws_wrong(state, codec.decode_all(events)),
        *rows_wrong(state, events),
        *photos_wrong(state),
    )
    for problem in wrong:
        report.find(stream, version, problem)


def draws_wrong(state: Championship, events: Iterable[Event]) -> Iterator[str]:
    """Draws and lots that their own seed does not give, and a frozen regulation that is another."""
    if state.regulation_sha256 and sha256(state.regulation_text) != state.regulation_sha256:
        yield "has another regulation than was frozen"
    lots: dict[str, tuple[str, ...]] = {}
    for event in events:
        if isinstance(event, DrawMade):
            lots[event.stage] = ()
            if not _is_drawn(state, event):
                yield f"has a draw of stage {event.stage} that its seed does not give"
        elif isinstance(event, LotsDrawn):
            if event.order != with_lots(lots[event.stage], event.drawn, event.seed):
                yield f"has lots in stage {event.stage} that their seed does not give"
            lots[event.stage] = event.order


def rows_wrong(state: Championship, events: list[Recorded]) -> Iterator[str]:
    """Read models that say something else than the events."""
    expected = {_key(row): _columns(row) for row in rows_of(state, events)}
    stored = {_key(row): _columns(row) for row in _stored(UUID(state.id))}
    for key in sorted(expected.keys() | stored.keys()):
        if expected.get(key) != stored.get(key):
            yield f"says something else than the read model {key[0]} {key[1]}"


def _is_drawn(state: Championship, draw: DrawMade) -> bool:
    """Whether the seed gives the order; who comes as they qualified is not drawn, but all of them come."""
    if draw.method == "qualified":
        return sorted(draw.order) == sorted(draw.entries)
    return draw.order == seeding(
        draw.entries,
        method=draw.method,
        seed=draw.seed,
        ranks={entry: state.entries[entry].rank for entry in draw.entries},
        order=draw.order if draw.method == "hand" else None,
    )


def photos_wrong(state: Championship) -> Iterator[str]:
    """Pictures that were shown in a dispute and are not there, or are others."""
    for dispute in state.disputes.values():
        if not dispute.photos:
            continue
        kept = Photo.objects.filter(
            championship_id=UUID(state.id), match=dispute.match, sha256__in=dispute.photos
        )
        contents = dict(kept.values_list("sha256", "content"))
        for photo in dispute.photos:
            if photo not in contents or hashlib.sha256(contents[photo]).hexdigest() != photo:
                yield f"has no picture {photo} in dispute {dispute.id}, or another one"


def _stored(championship_id: UUID) -> Iterator[Model]:
    yield from ChampionshipRow.objects.filter(id=championship_id)
    yield from EntryRow.objects.filter(championship=championship_id)
    yield from MatchRow.objects.filter(championship=championship_id)
    yield from LegRow.objects.filter(championship=championship_id)
    yield from DisputeRow.objects.filter(championship=championship_id)
    yield from PlacingRow.objects.filter(championship=championship_id)
    yield from Wake.objects.filter(championship=championship_id)


def _key(row: Model) -> tuple[str, str]:
    return row._meta.model_name or "", str(row.pk)


def _columns(row: Model) -> dict[str, Any]:
    names = [field.attname for field in row._meta.concrete_fields]
    return {name: getattr(row, name) for name in names if name not in OWN_OF_THE_SWEEP}


register_check("championship replay", check_replay)

"""Championships, told to the webhooks of their clubs."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

from django.dispatch import receiver

from tournaments import documents
from tournaments.codec import codec, stream_of
from tournaments.models import ChampionshipRow
from tournaments.rules import events
from tournaments.rules.announcements import Announcement, announcements
from tournaments.rules.evolve import evolve, replay
from tournaments.rules.state import Championship, empty
from truco_api.checkpoints.collecting import checkpoint_signed
from truco_api.checkpoints.statements import Checkpoint
from truco_api.eventstore import Recorded, load, subscriber
from truco_api.eventstore.kept import Kept
from truco_api.webhooks import services
from truco_api.webhooks.models import Endpoint

CHECKPOINT: Final = "checkpoint.signed"
KEPT: Kept[Championship] = Kept(limit=20)
"""Apart from those of commands, which are ahead of what is being told."""


@subscriber("tournaments.webhooks", stream_kind="championship")
def told(event: Recorded) -> None:
    """Write down for the club's endpoints what the event means to others; once, however often it comes."""
    if not _may_matter(event.type):
        return
    championship_id = UUID(event.stream.partition("-")[2])
    club = ChampionshipRow.objects.filter(id=championship_id).values_list("club_id", flat=True).first()
    if club is None or not services.listening(club):
        return
    before = _before(championship_id, event.version)
    what = codec.decode(event)
    after = evolve(before, what)
    KEPT.keep(event.stream, event.version, after)
    for found in announcements(before, after, what):
        services.announce(_news(after, event, found))


@receiver(checkpoint_signed)
def keep(checkpoint: Checkpoint, **_: Any) -> None:
    """Write a checkpoint down for the clubs that keep them: in the transaction in which it is signed."""
    said = checkpoint.statement
    asking = Endpoint.objects.filter(types__contains=[CHECKPOINT], disabled="")
    for club in asking.values_list("club", flat=True).distinct():
        data = checkpoint.json() | {"url": f"/api/v1/checkpoints/{said.number}/"}
        cause = f"checkpoint:{said.log}:{said.number}"
        services.announce(services.News(club, cause, CHECKPOINT, datetime.fromisoformat(said.at), data))


def _news(state: Championship, event: Recorded, found: Announcement) -> services.News:
    about = {"id": state.id, "club": state.club_id, "name": state.name}
    address = f"/api/v1/championships/{state.id}/"
    facts = documents.dated(found.facts)
    return services.News(
        club=UUID(state.club_id),
        cause=f"{event.stream}:{event.version}",
        type=found.type,
        at=event.at,
        data={"championship": about, "version": event.version, "url": address + _where(found), **facts},
    )


def _where(found: Announcement) -> str:
    """Where all of it can be read, below the championship."""
    match found.facts:
        case {"match": {"id": match}}:
            return f"matches/{match}/"
        case {"stage": stage}:
            return f"stages/{stage}/standings/"
        case _:
            return ""


def _before(championship_id: UUID, version: int) -> Championship:
    """The championship as it stood before this version."""
    stream = stream_of(championship_id)
    kept, start = KEPT.get(stream) or (0, empty())
    if kept >= version:
        kept, start = 0, empty()
    return replay(codec.decode_all(load(stream, after=kept, until=version - 1)), start=start)


@lru_cache(maxsize=256)
def _may_matter(name: str) -> bool:
    """Whether an event of this name could be one to tell of: most of a championship are entries."""
    kind = events.ALL.get(name)
    return kind is None or not issubclass(kind, _QUIET)


_QUIET = (
    events.ChampionshipCreated,
    events.RegulationChanged,
    events.EntryRegistered,
    events.EntryConfirmed,
    events.FeeMarked,
    events.EntryRanked,
    events.EntryCheckedIn,
    events.ReservesNamed,
    events.MatchScheduled,
    events.MatchesPlanned,
)

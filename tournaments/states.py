"""The state of a championship: folded from its events, and kept in this process for the next command."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from tournaments.codec import codec, stream_of
from tournaments.errors import ChampionshipNotFound
from tournaments.rules.evolve import replay
from tournaments.rules.state import Championship, empty
from truco_api.eventstore import Recorded, load
from truco_api.eventstore.kept import Kept

KEPT: Kept[Championship] = Kept(limit=100)


def fold(events: Iterable[Recorded], start: Championship | None = None) -> Championship:
    """The state after these events, from the beginning or from `start`."""
    return replay(codec.decode_all(events), start=start)


def at_version(championship_id: UUID, version: int) -> Championship:
    """The championship as it stood at a version; before its first event at 0."""
    if version == 0:
        return empty()
    stream = stream_of(championship_id)
    kept, start = KEPT.get(stream) or (0, empty())
    if kept == version:
        return start
    if kept > version:
        kept, start = 0, empty()
    state = fold(load(stream, after=kept, until=version), start)
    KEPT.keep(stream, version, state)
    return state


def latest(championship_id: UUID) -> tuple[int, Championship]:
    """The newest version and state, in one statement; ChampionshipNotFound without any event."""
    stream = stream_of(championship_id)
    version, state = KEPT.get(stream) or (0, empty())
    events = load(stream, after=version)
    if events:
        version, state = events[-1].version, fold(events, state)
        KEPT.keep(stream, version, state)
    if version == 0:
        raise ChampionshipNotFound
    return version, state

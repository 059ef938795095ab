"""The state of a game: folded from its events, and kept in this process for the next command.

A kept state is only ever an older or the newest truth: events are immutable, and nothing is kept before its
transaction is committed. So an action usually loads no events, and after another process acted only those.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Final, NamedTuple
from uuid import UUID

from django.db import transaction

from games.codec import CODEC
from games.errors import GameNotFound, NoSuchVersion
from games.rules.table import Event, Table, evolve
from games.rules.table.events import SeedGiven, SeedPromised
from truco_api.eventstore import Recorded, load

KEPT: Final = 2000
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


QUIET: Final = (SeedPromised, SeedGiven)
"""What devices do by themselves beside the play: nobody need look again for it before acting."""


class State(NamedTuple):
    """A game as it stands at a version, since `changed_at`; since the version `stands_since` it has stood so
    for whoever acts in it."""

    game_id: UUID
    version: int
    opened_at: datetime
    changed_at: datetime
    table: Table
    stands_since: int

    def stands_at(self, version: int | None) -> bool:
        """Whether who has seen this version may act upon it; None is whoever takes the game as it is."""
        return version is None or self.stands_since <= version <= self.version


def stream_of(game_id: UUID) -> str:
    """The name of the game's stream."""
    return f"game-{game_id}"


def milliseconds(at: datetime) -> int:
    """Milliseconds since 1970, exactly (a float would round)."""
    return (at - _EPOCH) // _MILLISECOND


def moment(ms: int) -> datetime:
    """The time that many milliseconds after 1970."""
    return _EPOCH + timedelta(milliseconds=ms)


def fold(game_id: UUID, before: State | None, recorded: Iterable[Recorded]) -> State | None:
    """The state after these events, which follow `before`; None when there is nothing at all."""
    events = list(recorded)
    if not events:
        return before
    table = before.table if before else None
    stands_since = before.stands_since if before else 0
    for event in events:
        happened = CODEC.decode(event)
        table = evolve(table, happened, milliseconds(event.at))
        if not isinstance(happened, QUIET):
            stands_since = event.version
    assert table is not None, "there was at least one event"
    opened_at = before.opened_at if before else events[0].at
    return State(game_id, events[-1].version, opened_at, events[-1].at, table, stands_since)


def follow(
    before: State | None, game_id: UUID, table: Table, events: Sequence[Event], recorded: Sequence[Recorded]
) -> State:
    """The state after events that led to `table` as they were decided, so that nothing need be decoded."""
    at = recorded[-1].at
    stands_since = before.stands_since if before else 0
    for event, stored in zip(events, recorded, strict=True):
        if not isinstance(event, QUIET):
            stands_since = stored.version
    return State(game_id, recorded[-1].version, before.opened_at if before else at, at, table, stands_since)


def latest(game_id: UUID) -> State:
    """The game as it stands now, in one statement; GameNotFound without one."""
    kept = _get(game_id)
    state = fold(game_id, kept, load(stream_of(game_id), after=kept.version if kept else 0))
    if state is None:
        raise GameNotFound
    if state is not kept:
        keep(state)
    return state


def at_version(game_id: UUID, version: int) -> State:
    """The game whose head is known to stand at `version`; no statement when this process has seen it."""
    kept = _get(game_id)
    if kept is not None and kept.version == version:
        return kept
    if kept is not None and kept.version > version:
        return as_of(game_id, version)
    after = kept.version if kept else 0
    state = fold(game_id, kept, load(stream_of(game_id), after=after, until=version))
    if state is None:
        raise GameNotFound
    return state


def as_of(game_id: UUID, version: int) -> State:
    """The game as it stood after its `version`-th event; NoSuchVersion when it has not come so far."""
    state = fold(game_id, None, load(stream_of(game_id), until=version))
    if state is None or state.version != version:
        raise NoSuchVersion
    return state


def keep(state: State) -> None:
    """Remember the state once the transaction that made it is committed (at once outside of one)."""
    transaction.on_commit(lambda: _put(state))


def forget() -> None:
    """Drop every kept state."""
    with _LOCK:
        _KEPT.clear()


_KEPT: OrderedDict[UUID, State] = OrderedDict()
_LOCK = Lock()


def _get(game_id: UUID) -> State | None:
    with _LOCK:
        state = _KEPT.get(game_id)
        if state is not None:
            _KEPT.move_to_end(game_id)
        return state


def _put(state: State) -> None:
    with _LOCK:
        kept = _KEPT.get(state.game_id)
        if kept is not None and kept.version >= state.version:
            return
        _KEPT[state.game_id] = state
        _KEPT.move_to_end(state.game_id)
        while len(_KEPT) > KEPT:
            _KEPT.popitem(last=False)

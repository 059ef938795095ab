"""What is shown to whom and when: players see a game as it is, everybody else perhaps as it was.

Every reading of a game for a viewer begins here, so that a delay holds for views, events, streams, signals
and records alike.
"""

from collections import OrderedDict
from datetime import datetime
from threading import Lock
from typing import Final, NamedTuple
from uuid import UUID

from django.utils import timezone

from games.rules.table import Table
from games.rules.table.house import Shown, Told, shown_until
from games.states import State, as_of, latest, milliseconds, moment, stream_of
from truco_api.eventstore.hot import hot

_TOLD: Final = "SELECT version, type, at FROM eventstore_event WHERE stream = %(stream)s ORDER BY version"
_KEPT: Final = 200


class Sight(NamedTuple):
    """A game as one viewer may see it: its state, their place, by which time it is seen, and when more will
    be shown to them by time alone (None: never)."""

    state: State
    seat: int | None
    at: datetime
    more_at: datetime | None = None

    @property
    def table(self) -> Table:
        """The table as it is seen."""
        return self.state.table


def sight(game_id: UUID, actor: str | None, now: datetime | None = None) -> Sight:
    """The game as this viewer may see it now; GameNotFound without one."""
    state, now = latest(game_id), now or timezone.now()
    seat = state.table.place_of(actor) if actor else None
    if seat is not None or not state.table.house.delayed:
        return Sight(state, seat, now)
    shown = _shown(state, now)
    if shown.version == state.version:
        return Sight(state, None, now)
    past = _past(game_id, shown.version)
    more_at = None if shown.more_at_ms is None else moment(shown.more_at_ms)
    # Clocks are read as they stood at what was shown last.
    return Sight(past, None, past.changed_at, more_at)


def shown_head(game_id: UUID, actor: str | None) -> int:
    """The last version that this viewer may see; GameNotFound without a game."""
    return sight(game_id, actor).state.version


def more_in(game_id: UUID, actor: str | None) -> float | None:
    """In how many seconds more will be shown to this viewer by time alone; None: never."""
    now = timezone.now()
    more_at = sight(game_id, actor, now).more_at
    return None if more_at is None else max(0.0, (more_at - now).total_seconds())


def _shown(state: State, now: datetime) -> Shown:
    rows = hot().rows(_TOLD, {"stream": stream_of(state.game_id)})
    told = [Told(version, name, milliseconds(at)) for version, name, at in rows]
    return shown_until(told, state.table.house, milliseconds(now))


# Many watch the same game at the same distance; each past state is folded once.
_PAST: OrderedDict[tuple[UUID, int], State] = OrderedDict()
_LOCK = Lock()


def _past(game_id: UUID, version: int) -> State:
    key = (game_id, version)
    with _LOCK:
        if key in _PAST:
            return _PAST[key]
    state = as_of(game_id, version)
    with _LOCK:
        _PAST[key] = state
        while len(_PAST) > _KEPT:
            _PAST.popitem(last=False)
    return state

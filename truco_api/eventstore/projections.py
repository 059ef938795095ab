"""Projections: read models that can be thrown away and folded again from the events.

Services keep them up to date inside their units of work, or subscribers do; `rebuild` fills them anew.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import Model

from truco_api.eventstore.events import Recorded
from truco_api.eventstore.store import streams

HOLD_COMMANDS = "LOCK TABLE eventstore_head IN EXCLUSIVE MODE"

Apply = Callable[[Recorded], None]
Refold = Callable[[str, list[Recorded]], None]


class UnknownProjectionError(LookupError):
    """There is no projection of this name."""


@dataclass(frozen=True, slots=True)
class Projection:
    """Tables and how to fill them: `refold` is given one whole stream after another; `finish` ends it."""

    name: str
    stream_kind: str
    models: tuple[type[Model], ...]
    refold: Refold
    finish: Callable[[], object] | None = None


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a rebuild went through."""

    streams: int
    events: int


PROJECTIONS: dict[str, Projection] = {}


def projection(name: str, *, stream_kind: str, models: Sequence[type[Model]]) -> Callable[[Apply], Apply]:
    """The decorated function carries one event into `models`; a rebuild calls it with every event."""

    def register(apply: Apply) -> Apply:
        def refold(_stream: str, events: list[Recorded]) -> None:
            for event in events:
                apply(event)

        _register(Projection(name, stream_kind, tuple(models), refold))
        return apply

    return register


def stream_projection(
    name: str,
    *,
    stream_kind: str,
    models: Sequence[type[Model]],
    finish: Callable[[], object] | None = None,
) -> Callable[[Refold], Refold]:
    """The decorated function carries one whole stream (its name, all its events) into `models`.

    `finish` makes of all streams together what none of them tells alone.
    """

    def register(refold: Refold) -> Refold:
        _register(Projection(name, stream_kind, tuple(models), refold, finish))
        return refold

    return register


def rebuild(name: str) -> Rebuilt:
    """Empty the tables of a projection and fill them from the events, in one transaction.

    Readers see the old rows to the end. Commands wait: one that committed meanwhile would change a row that
    is about to be replaced. Raises UnknownProjectionError.
    """
    chosen = PROJECTIONS.get(name)
    if chosen is None:
        raise UnknownProjectionError(name)
    folded = events = 0
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(HOLD_COMMANDS)
            for model in chosen.models:
                # Not through the ORM, which would take along whatever points at these rows; foreign keys
                # are checked at the end, when the rows are back.
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")  # noqa: S608 - our own table
        for stream, recorded in streams(chosen.stream_kind):
            chosen.refold(stream, recorded)
            folded += 1
            events += len(recorded)
        if chosen.finish:
            chosen.finish()
    return Rebuilt(folded, events)


def _register(new: Projection) -> None:
    if new.name in PROJECTIONS:
        raise ValueError(f"there is a projection {new.name!r} already")
    PROJECTIONS[new.name] = new

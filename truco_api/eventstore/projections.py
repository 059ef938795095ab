"""Projections: read models that can be thrown away and folded again from the events."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db.models import Model

from truco_api.eventstore.events import Recorded

Apply = Callable[[Recorded], None]
Refold = Callable[[str, list[Recorded]], None]


@dataclass(frozen=True, slots=True)
class Projection:
    """Tables and how to fill them: `refold` is given one whole stream after another."""

    name: str
    stream_kind: str
    models: tuple[type[Model], ...]
    refold: Refold


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
    name: str, *, stream_kind: str, models: Sequence[type[Model]]
) -> Callable[[Refold], Refold]:
    """The decorated function carries one whole stream (its name, all its events) into `models`."""

    def register(refold: Refold) -> Refold:
        _register(Projection(name, stream_kind, tuple(models), refold))
        return refold

    return register


def _register(new: Projection) -> None:
    if new.name in PROJECTIONS:
        raise ValueError(f"there is a projection {new.name!r} already")
    PROJECTIONS[new.name] = new

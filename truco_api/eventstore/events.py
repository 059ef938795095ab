"""The two shapes of an event: as it is handed in, and as it was stored."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

# A recursive alias would make every `event.data["seat"]` a union to be narrowed by hand; what may stand
# in the data is checked when it is written (`chain.canonical`), so reading it may be loose.
JSON: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class NewEvent:
    """Something that has just happened: a versioned name ("card_played/1") and its facts as JSON; those that
    are `hidden` are sealed where they are stored."""

    type: str
    data: dict[str, JSON]
    hidden: dict[str, JSON] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Recorded:
    """A stored event: the `version`-th of its stream (from 1), when (aware, UTC), by whom, hash in hex. What
    is sealed of its data is open here."""

    stream: str
    version: int
    type: str
    data: dict[str, JSON]
    at: datetime
    actor: str
    hash: str


def kind_of(stream: str) -> str:
    """The kind of a stream: "game" for "game-<uuid>"."""
    return stream.partition("-")[0]

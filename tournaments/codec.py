"""How a championship's events are stored."""

from __future__ import annotations

from uuid import UUID

from tournaments.rules import events
from tournaments.rules.upcasts import UPCASTS
from truco_api.eventstore import Codec

codec = Codec("championship")
for name, kind in events.ALL.items():
    codec.register(kind, name)
for name, upcast in UPCASTS.items():
    codec.upcast(name, upcast)


def stream_of(championship_id: UUID | str) -> str:
    """The stream of a championship."""
    return f"championship-{championship_id}"

"""How a championship's events are stored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from typing_extensions import override

from tournaments import personal
from tournaments.rules import events
from tournaments.rules.upcasts import UPCASTS
from truco_api.eventstore import Codec, NewEvent, Recorded


class ChampionshipCodec(Codec):
    """A codec that finds the names which stand apart from the streams (`tournaments.personal`)."""

    @override
    def decode(self, recorded: Recorded | NewEvent) -> Any:
        """The event as the rules know it."""
        if isinstance(recorded, Recorded):
            (recorded,) = personal.with_names([recorded])
        return super().decode(recorded)

    @override
    def decode_all(self, recorded: Iterable[Recorded]) -> list[Any]:
        """The events of a whole stream, with one statement for all names."""
        return super().decode_all(personal.with_names(list(recorded)))


codec = ChampionshipCodec("championship")
for name, kind in events.ALL.items():
    codec.register(kind, name)
for name, upcast in UPCASTS.items():
    codec.upcast(name, upcast)
# What is not for everybody is sealed as well: bundles carry events as they are stored, seals and all.
codec.hide(events.SheetHandedIn, "note")
codec.hide(events.SheetDisputed, "reason")
codec.hide(events.ALL["dispute_opened/1"], "reason", "record", "verdict", "photos")
codec.hide(events.ALL["evidence_added/1"], "text", "record", "verdict", "photos")
codec.hide(events.ALL["ruling_appealed/1"], "reason")
codec.hide(events.EntryWithdrawn, "reason")
codec.hide(events.FeeMarked, "paid")


def stream_of(championship_id: UUID | str) -> str:
    """The stream of a championship."""
    return f"championship-{championship_id}"

"""A championship's state as the JSON that is answered to everybody, in lists and by itself.

Pure functions of the state, so that what a rebuild writes is what a command wrote. Nothing here tells an
account: members are ids of persons, whose names are looked up when they are shown.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from games.states import moment
from tournaments.models import EntryRow
from tournaments.rules import public, public_stages
from tournaments.rules.state import Championship, Entry, Match

Document = dict[str, Any]


def dated(value: Any) -> Any:
    """The same JSON with every `…_ms` (since 1970) as `…_at` in ISO 8601, UTC."""
    if isinstance(value, list):
        return [dated(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key.removesuffix("_ms") + "_at" if key.endswith("_ms") else key: _instant(item)
        if key.endswith("_ms")
        else dated(item)
        for key, item in value.items()
    }


def championship(state: Championship) -> Document:
    """The championship itself, without its entries and matches."""
    entries = [entry for entry in state.entries.values() if not entry.out]
    return {
        "id": state.id,
        "club": state.club_id,
        "name": state.name,
        "phase": state.phase,
        "check_in": state.check_in,
        "regulation": json.loads(state.regulation_text),
        "regulation_sha256": state.regulation_sha256 or None,
        "entries": {
            "registered": len(state.entries),
            "confirmed": sum(entry.confirmed for entry in entries),
            "checked_in": sum(entry.checked_in for entry in entries),
            "out": len(state.entries) - len(entries),
        },
        "podium": public.bracket(state)["podium"] if state.podium else None,
    }


def entry(found: Entry, number: int) -> Document:
    """One entry; `paid` is for the organizers and its own players only, whoever shows it sees to that."""
    return {
        "id": found.id,
        "number": number,
        "name": found.name,
        "members": list(found.members),
        "reserves": list(found.reserves),
        "club": found.club,
        "rank": found.rank,
        "confirmed": found.confirmed,
        "checked_in": found.checked_in,
        "out": found.out or None,
        "paid": found.paid,
    }


def entry_row(row: EntryRow, *, fee: bool) -> Document:
    """The same from the read model; `paid` is null unless the fee is the reader's business."""
    return {
        "id": str(row.id),
        "number": row.number,
        "name": row.name,
        "members": [str(member) for member in row.members],
        "reserves": [str(reserve) for reserve in row.reserves],
        "club": row.club,
        "rank": row.rank,
        "confirmed": row.confirmed,
        "checked_in": row.checked_in,
        "out": row.out or None,
        "paid": row.paid if fee else None,
    }


def offences(found: Entry) -> Document:
    """How often an entry was punished for what."""
    return {"entry": found.id, "name": found.name, "out": found.out or None, "offences": dict(found.offences)}


def stage(state: Championship, stage_id: str) -> Document:
    """One stage with its draw, its tables and its places so far."""
    return public_stages.stage_view(state, stage_id)


def match(state: Championship, found: Match) -> Document:
    """One match and what became of it."""
    return matches(state, [found])[0]


def matches(state: Championship, found: Iterable[Match]) -> list[Document]:
    """Matches and what became of them."""
    return [dated(view) for view in public.match_views(state, found)]


def _instant(ms: int | None) -> str | None:
    return None if ms is None else moment(ms).isoformat(timespec="milliseconds")

"""What a score sheet says for officials and the two sides only."""

from __future__ import annotations

from uuid import UUID

from tournaments import states
from tournaments.documents import Document
from tournaments.queries.history import handed_in_by


def sheet_details(championship_id: UUID, match_id: str) -> Document | None:
    """What only officials and the sides may read of a waiting sheet: note, reason of a dispute, by whom."""
    _, state = states.latest(championship_id)
    found = state.matches.get(match_id)
    if found is None or found.sheet is None:
        return None
    return {
        "note": found.sheet.note,
        "reason": found.sheet.reason,
        "registered_by": handed_in_by(championship_id, match_id),
    }

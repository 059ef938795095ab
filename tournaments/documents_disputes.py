"""A dispute as JSON: who ruled what and why, for everybody; what was said and shown, for those concerned."""

from __future__ import annotations

import json

from tournaments.documents import Document, dated
from tournaments.rules.disputes import Dispute, Evidence, Ruling, deadline_of
from tournaments.rules.state import Championship


def dispute(state: Championship, found: Dispute, *, inside: bool) -> Document:
    """One dispute; `inside` is for officials and the two sides. Who rules is told by account, to be named."""
    match = state.matches[found.match]
    claim = found.claim
    body = {
        "id": found.id,
        "match": found.match,
        "status": found.status,
        "by": _entry(state, found.by),
        "sides": [_entry(state, side) if side else None for side in match.sides],
        "of_sheet": found.of_sheet,
        "claim": {
            "leg": claim.leg,
            "hand": claim.hand,
            "action": claim.action,
            "game_id": claim.game_id or None,
            "version": claim.version,
            "score": list(claim.score),
            "dealer": claim.dealer,
        },
        "instance": found.instance if found.awaits_ruling else None,
        "arbiter": found.arbiter or None,
        "opened_ms": found.at_ms,
        "due_ms": deadline_of(state, found) or found.due_ms,
        "then": _then(state, found),
        "frozen": [later for later in found.frozen if found.pending and _waits(state, later)],
        "rulings": [_ruling(ruling) for ruling in found.rulings],
        "appeal": _appeal(state, found, inside=inside),
        "accepted": list(found.accepted),
        "evidence": [_evidence(state, shown) for shown in found.evidence] if inside else None,
    }
    return dict(dated(body))


def _then(state: Championship, found: Dispute) -> str | None:
    """What happens at `due_at` if nobody acts; None if nothing does."""
    if deadline_of(state, found) is None:
        return None
    return {"open": "organizer", "ruled": "final"}.get(found.status, "upheld")


def _waits(state: Championship, match: str) -> bool:
    found = state.matches[match]
    return not found.begun and found.result is None


def _entry(state: Championship, entry: str) -> Document:
    return {"entry": entry, "name": state.entries[entry].name}


def _ruling(ruling: Ruling) -> Document:
    return {
        "instance": ruling.instance,
        "ruling": ruling.ruling,
        "legs": [list(score) for score in ruling.legs],
        "entry": ruling.entry,
        "reason": ruling.reason,
        "by": ruling.by,
        "ruled_ms": ruling.at_ms,
        "appeal_until_ms": ruling.appeal_until_ms,
    }


def _appeal(state: Championship, found: Dispute, *, inside: bool) -> Document | None:
    if found.appeal is None:
        return None
    return {
        "by": _entry(state, found.appeal.by),
        "appealed_ms": found.appeal.at_ms,
        "reason": found.appeal.reason if inside else None,
    }


def _evidence(state: Championship, shown: Evidence) -> Document:
    return {
        "by": _entry(state, shown.by) if shown.by else None,
        "text": shown.text,
        "record": json.loads(shown.record) if shown.record else None,
        "verdict": json.loads(shown.verdict) if shown.verdict else None,
        "photos": list(shown.photos),
        "shown_ms": shown.at_ms,
    }

"""What forms about disputes say, read out of the request: claims, what is shown for them, and rulings."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest

from games.rules.errors import UnreadableRecord
from tournaments.errors import NotAPhoto
from tournaments.pages.hand_form import written_down
from tournaments.photos import MAX_BYTES
from tournaments.rules.command_base import Legs
from tournaments.rules.dispute_opening import PHOTO_LIMIT
from tournaments.rules.errors import InvalidRuling
from tournaments.rules.errors_disputes import InvalidClaim
from tournaments.rules.state import Championship, Match
from tournaments.services import disputes
from truco_api.accounts.models import User
from truco_api.errors import DomainError, gettext_noop
from truco_api.http.parsers import MAX_BODY, loads

SCORE = re.compile(r"(\d{1,3})\s*[-–x:×]\s*(\d{1,3})")
RULINGS = ("uphold", "replay", "adjust", "forfeit")
LATER = "later-"


def claim(request: HttpRequest) -> dict[str, Any]:
    """Leg, hand, action and reason; InvalidClaim for what is no number."""
    said = request.POST
    return {
        "reason": said.get("reason", ""),
        **{name: _number(said, name) for name in ("leg", "hand", "action")},
    }


def shown(request: HttpRequest, state: Championship, match: Match, user: User) -> dict[str, Any]:
    """The hand record (as it is, or made of what was written down), and the pictures, which this keeps."""
    record = _record(request)
    if record is None and match.mode == "table":
        record = written_down(request.POST.dict(), state, match)
    photos = []
    for file in request.FILES.getlist("photos")[: PHOTO_LIMIT + 1]:
        data = file.read(MAX_BYTES + 1)
        if not data:
            raise NotAPhoto
        kept = disputes.keep_photo(championship_id=UUID(state.id), match=match.id, user=user, data=data)
        photos.append(kept.sha256)
    return {"record": record, "photos": tuple(photos)}


def ruling(said: Mapping[str, str]) -> dict[str, Any]:
    """A ruling with all that belongs to it; what does not belong to the one chosen is left out."""
    chosen = said.get("ruling", "")
    if chosen not in RULINGS:
        raise InvalidRuling(field="ruling")
    later = {name.removeprefix(LATER): said[name] for name in said if name.startswith(LATER)}
    return {
        "ruling": chosen,
        "reason": said.get("reason", ""),
        "legs": _legs(said.get("legs", "")) if chosen == "adjust" else (),
        "entry": (said.get("entry") or None) if chosen == "forfeit" else None,
        "stand": tuple(name for name, word in later.items() if word == "stand"),
        "again": tuple(name for name, word in later.items() if word == "again"),
    }


def _number(said: Mapping[str, str], name: str) -> int | None:
    text = said.get(name, "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise InvalidClaim(field=name)
    return int(text)


def _record(request: HttpRequest) -> dict[str, Any] | None:
    """The record as text in the form, or as a file."""
    file = request.FILES.get("record_file")
    data = file.read(MAX_BODY + 1) if file else request.POST.get("record", "").strip().encode()
    if not data:
        return None
    if len(data) > MAX_BODY:
        raise UnreadableRecord("", gettext_noop("an object is needed"))
    try:
        body = loads(data)
    except DomainError:
        body = None
    if not isinstance(body, dict):
        raise UnreadableRecord("", gettext_noop("an object is needed"))
    return body


def _legs(text: str) -> Legs:
    found = tuple((int(home), int(away)) for home, away in SCORE.findall(text))
    if not found or SCORE.sub("", text).strip(" \t\r\n,;"):
        raise InvalidRuling(field="legs")
    return found


def as_text(record: Mapping[str, Any]) -> str:
    """A record as people read it."""
    return json.dumps(record, ensure_ascii=False, indent=1)

"""A dispute on one page: claim, match, sheets, the hand in words, pictures, history, and the forms."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournaments import history_words, policies, states, words
from tournaments.models import ChampionshipRow, DisputeRow, MatchRow
from tournaments.pages import hand_form
from tournaments.pages._base import reader, shown
from tournaments.pages.dispute_forms import as_text
from tournaments.queries import championships as queries
from tournaments.queries import disputes as dispute_queries
from tournaments.queries import hands_told, papers
from tournaments.queries.history import of_match
from tournaments.rules.decide_disputes import not_neutral
from tournaments.rules.disputes import Dispute
from tournaments.rules.state import Championship
from truco_api.accounts.models import User

Parts = tuple[ChampionshipRow, MatchRow, DisputeRow]


def found(request: HttpRequest, championship_id: UUID, dispute_id: str) -> Parts:
    """Championship, match and dispute, if the reader may see them."""
    row = queries.championship(championship_id)
    policies.may_see(row, reader(request))
    dispute = dispute_queries.row(championship_id, dispute_id)
    return row, queries.match(championship_id, dispute.match), dispute


def dispute_page(
    request: HttpRequest,
    parts: Parts,
    *,
    refusal: str = "",
    said: Mapping[str, str] | None = None,
    changes: Mapping[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The dispute; after a refusal with what was `said` in the form, or with what a ruling would change."""
    row, match_row, dispute_row = parts
    user = reader(request)
    state = states.at_version(row.id, queries.championship(row.id).version)
    dispute = state.disputes[dispute_row.dispute]
    match = state.matches[dispute.match]
    inside = policies.may_read_sheet(row, match_row, user)
    context = {
        "championship": row,
        "club": row.club,
        "zone": ZoneInfo(row.club.time_zone),
        "dispute": dispute_queries.one(row.id, dispute.id, inside=inside),
        "about": history_words.about(_claim(dispute)),
        "match": queries.match(row.id, match.id).body,
        "where": papers.where(state, match),
        "sides": papers.sides(state, match),
        "rule": words.legs_rule(match.best_of, match.first_to),
        "names": {entry.id: entry.name for entry in state.entries.values()},
        "inside": inside,
        "terms": hand_form.terms_of(state, match),
        "symbols": hands_told.suits_of(state, match),
        "hand": _online(dispute, user),
        "records": _records(dispute) if inside else [],
        "history": told(row, state, match.id, inside=inside),
        "can": abilities(row, match_row, state, dispute, user),
        "rules": state.regulation.disputes,
        "refusal": refusal,
        "said": said or {},
        "changes": changes,
        "key": uuid.uuid4().hex,
        "overdue": dispute_queries.overdue(dispute_row, timezone.now()) and dispute.awaits_ruling,
    }
    return shown(request, "dispute.html", context, status=status)


def told(row: ChampionshipRow, state: Championship, match_id: str, *, inside: bool) -> list[dict[str, Any]]:
    """The history of a match in sentences, each with its time and who did it."""
    names = {entry.id: entry.name for entry in state.entries.values()}
    sides = tuple(names.get(side or "", "–") for side in state.matches[match_id].sides)
    return [
        {
            "at": event["at"],
            "by": None if (event["by"] or "").startswith(("system:", "game:")) else event["by"],
            "says": history_words.sentence(event, names, (sides[0], sides[1])),
        }
        for event in of_match(row.id, match_id, inside=inside)
    ]


def abilities(
    row: ChampionshipRow, match: MatchRow, state: Championship, dispute: Dispute, user: User | None
) -> dict[str, Any]:
    """What the reader can do now; `barred` is the club for which they may not rule."""
    nothing: dict[str, Any] = dict.fromkeys(
        ("show", "withdraw", "rule", "appeal", "accept", "name", "barred"), False
    )
    if user is None or dispute.closed or row.phase not in dispute_queries.PLAYED:
        return nothing
    side = policies.side_of(match, user)
    roles = policies.roles_in(row.club_id, user)
    judges = policies.ORGANIZERS if dispute.instance == "organizer" else ("arbiter",)
    asked = dispute.instance == "arbiter" and dispute.arbiter == user.actor
    rules = side is None and dispute.awaits_ruling and (asked or not roles.isdisjoint(judges))
    own = bool(dispute.rulings) and dispute.rulings[-1].by == user.actor
    barred = ""
    if rules and dispute.instance == "arbiter":
        barred = not_neutral(state, dispute, policies.clubs_of(user))
    open_to_appeal = side is not None and dispute.status == "ruled" and side not in dispute.accepted
    return {
        "show": side is not None or not roles.isdisjoint(policies.STAFF),
        "withdraw": side == dispute.by and not dispute.rulings and not dispute.of_sheet,
        "rule": rules and not barred and not own,
        "appeal": open_to_appeal,
        "accept": open_to_appeal,
        "name": dispute.status == "open" and not roles.isdisjoint(policies.ORGANIZERS),
        "barred": barred,
    }


def _claim(dispute: Dispute) -> dict[str, int | None]:
    return {"leg": dispute.claim.leg, "hand": dispute.claim.hand, "action": dispute.claim.action}


def _online(dispute: Dispute, user: User | None) -> dict[str, Any] | None:
    """The hand of an online game, with the address of its replay."""
    claim = dispute.claim
    if not claim.game_id or claim.hand is None:
        return None
    game_id = UUID(claim.game_id)
    steps = hands_told.online(game_id, claim.hand, claim.action, user.actor if user else None)
    return {"game": game_id, "number": claim.hand, "action": claim.action, "steps": steps}


def _records(dispute: Dispute) -> list[dict[str, Any]]:
    """Every hand record that was shown, in words and as it is."""
    records = [dispute_queries.record_of(shown) for shown in dispute.evidence if shown.record]
    return [
        {
            "text": as_text(record),
            "score": record["score"],
            "dealer": record["dealer"],
            **hands_told.cards_of(record),
            "steps": hands_told.of_record(record, dispute.claim.action),
        }
        for record in records
    ]

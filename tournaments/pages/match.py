"""One match on a phone at the table: see it, be there, hand in the score sheet, confirm it or dispute it."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from games.rules.options import rules_for
from games.services import Answer, Asked
from games.states import moment
from tournaments import policies, states, words
from tournaments.models import ChampionshipRow, MatchRow
from tournaments.pages._base import account, asked, page, reader, shown
from tournaments.pages.sheet_form import SheetForm, Terms
from tournaments.queries import championships as queries
from tournaments.queries import papers
from tournaments.queries.sheets import sheet_details
from tournaments.rules.events import LegDetail
from tournaments.rules.state import Championship, Match
from tournaments.services import matches
from truco_api import problems
from truco_api.accounts.models import User
from truco_api.errors import DomainError, Forbidden

Parts = tuple[ChampionshipRow, MatchRow]


@page
@require_GET
def match(request: HttpRequest, championship_id: UUID, match_id: str) -> HttpResponse:
    """The match as it stands, and what the reader can do about it now."""
    return _shown(request, *_found(request, championship_id, match_id))


@page
@require_POST
def presence(request: HttpRequest, championship_id: UUID, match_id: str) -> HttpResponse:
    """The reader's side is there, or (from an official) the one that is named."""
    row, found = _found(request, championship_id, match_id)
    side = {"0": 0, "1": 1}.get(request.POST.get("side", ""))
    entry = policies.may_mark_present(row, found, account(request), named=side is not None)
    return _done(
        request,
        (row, found),
        lambda by: matches.mark_present(
            championship_id=row.id, match=match_id, by=by, entry=entry, side=side
        ),
        gettext("Noted: you are here.") if entry else gettext("Noted: they are here."),
    )


@page
@require_POST
def sheet(request: HttpRequest, championship_id: UUID, match_id: str) -> HttpResponse:
    """Hand in the score sheet."""
    row, found = _found(request, championship_id, match_id)
    entry = policies.may_report(row, found, account(request))
    form = SheetForm(_terms(row, *_match(row, match_id)), request.POST)
    if not form.is_valid():
        return _shown(request, row, found, form=form, status=422)
    return _done(
        request,
        (row, found),
        lambda by: matches.hand_in_sheet(
            championship_id=row.id, match=match_id, by=by, entry=entry, **form.command()
        ),
        gettext("The score sheet is handed in."),
        form,
    )


@page
@require_POST
def confirm(request: HttpRequest, championship_id: UUID, match_id: str) -> HttpResponse:
    """Agree with the sheet."""
    row, found = _found(request, championship_id, match_id)
    entry = policies.may_report(row, found, account(request))
    return _done(
        request,
        (row, found),
        lambda by: matches.confirm_sheet(championship_id=row.id, match=match_id, by=by, entry=entry),
        gettext("The score sheet is confirmed."),
    )


@page
@require_POST
def dispute(request: HttpRequest, championship_id: UUID, match_id: str) -> HttpResponse:
    """Disagree with the sheet, for a reason."""
    row, found = _found(request, championship_id, match_id)
    entry = policies.may_dispute(row, found, account(request))
    reason = request.POST.get("reason", "")
    return _done(
        request,
        (row, found),
        lambda by: matches.dispute_sheet(
            championship_id=row.id, match=match_id, by=by, entry=entry, reason=reason
        ),
        gettext("The score sheet is disputed; an arbiter will decide."),
    )


def _found(request: HttpRequest, championship_id: UUID, match_id: str) -> Parts:
    row = queries.championship(championship_id)
    policies.may_see(row, reader(request))
    return row, queries.match(championship_id, match_id)


def _match(row: ChampionshipRow, match_id: str) -> tuple[Championship, Match]:
    state = states.at_version(row.id, row.version)
    return state, state.matches[match_id]


def _done(
    request: HttpRequest,
    parts: Parts,
    command: Callable[[Asked], Answer],
    said: str,
    form: SheetForm | None = None,
) -> HttpResponse:
    """Carry it out and show the match as it is then; a refusal is shown above what was filled in."""
    try:
        command(asked(request))
    except Forbidden:
        raise
    except DomainError as error:
        return _shown(request, *parts, form=form, refusal=problems.detail(error), status=error.status)
    messages.success(request, said)
    row, found = parts
    return HttpResponseRedirect(reverse("match-page", args=[row.id, found.match]))


def _shown(
    request: HttpRequest,
    row: ChampionshipRow,
    found: MatchRow,
    *,
    form: SheetForm | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    state, match = _match(row, found.match)
    user = reader(request)
    can = _abilities(row, found, match, user)
    inside = policies.may_read_sheet(row, found, user)
    context = {
        "championship": row,
        "club": row.club,
        "zone": ZoneInfo(row.club.time_zone),
        "match": found.body,
        "sides": papers.sides(state, match),
        "games": _games(match),
        "target": state.regulation.target_of(match.stage),
        "where": papers.where(state, match),
        "rule": words.legs_rule(match.best_of, match.first_to),
        "sheet_legs": sheet_legs(state, match),
        "details": sheet_details(row.id, match.id) if inside else None,
        "can": can,
        "form": (form or SheetForm(_terms(row, state, match))) if can["hand_in"] else None,
        "refusal": refusal,
        "disputes": [found for found in state.disputes.values() if found.match == match.id],
        "key": uuid.uuid4().hex,
    }
    # Nobody's half-filled form may be wiped out by a refresh.
    lively = found.status != "decided" and not any(can[name] for name in can if name != "protest")
    return shown(request, "match.html", context, status=status, lively=lively)


def _games(match: Match) -> list[str]:
    """The games that were or are played here as legs of the match, in their order."""
    return list(dict.fromkeys(game for game in (*(leg.game_id for leg in match.legs), match.game_id) if game))


def _terms(row: ChampionshipRow, state: Championship, match: Match) -> Terms:
    """What the sheet of this match asks for."""
    regulation = state.regulation
    variant, options = regulation.game_of(match.stage)
    home, away = papers.sides(state, match)
    people = queries.names_of(papers.people(state, match))
    return Terms(
        legs=papers.rows_of(match) - len(match.awarded),
        boards=regulation.boards,
        flor=rules_for(variant, regulation.players, options).flor is not None,
        at_match_point=match.expired == "match_point",
        sides=(home.name, away.name),
        players=tuple((person, people.get(person, "")) for person in papers.people(state, match)),
        day=moment(match.call.at_ms) if match.call else timezone.now(),
        zone=ZoneInfo(row.club.time_zone),
    )


def sheet_legs(state: Championship, match: Match) -> list[dict[str, Any]]:
    """The legs of a sheet that waits, each with what it says, names in the place of ids."""
    if match.sheet is None:
        return []
    names = queries.names_of(person for detail in match.sheet.details for person in detail.players)
    details = match.sheet.details or [LegDetail()] * len(match.sheet.legs)
    return [
        {
            "score": score,
            "board": detail.board if state.regulation.boards > 1 else None,
            "dealer": None if detail.dealer is None else _name(state, match, detail.dealer),
            "flores": detail.flores if any(detail.flores) else None,
            "players": [names.get(person, "") for person in detail.players],
            "at_match_point": detail.at_match_point,
        }
        for score, detail in zip(match.sheet.legs, details, strict=True)
    ]


def _name(state: Championship, match: Match, side: int) -> str:
    return state.entries[match.sides[side] or ""].name


def _abilities(row: ChampionshipRow, found: MatchRow, match: Match, user: User | None) -> dict[str, Any]:
    """Which forms the reader is shown: what they may do, and the match is ready for."""
    nothing = dict.fromkeys(
        ("appear", "call_roll", "hand_in", "confirm", "settle", "dispute", "protest"), False
    )
    if user is None or row.phase not in ("running", "finished"):
        return nothing
    side = policies.side_of(found, user)
    protest = side is not None and not match.disputed and (match.begun or match.result is not None)
    if row.phase != "running":
        return nothing | {"protest": protest}
    official = side is None and not policies.roles_in(row.club_id, user).isdisjoint(policies.STAFF)
    at = match.side_of(side) if side else None
    playing = found.status in ("called", "playing") and match.mode == "table"
    answers = side is not None and match.sheet is not None and side not in match.sheet.confirmed_by
    return {
        "appear": at is not None and found.status == "called" and not match.present[at],
        "call_roll": official and found.status == "called",
        "hand_in": playing and (official or side is not None),
        "confirm": answers and found.status == "reported",
        "settle": official and found.status == "reported",
        "dispute": answers and found.status == "reported",
        "protest": protest,
    }

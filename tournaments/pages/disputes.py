"""Disputes on pages, for who plays: open one, show more, appeal, accept; and the history of a match."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from games.services import Answer, Asked
from tournaments import policies, states
from tournaments.models import ChampionshipRow, MatchRow
from tournaments.pages import dispute_forms as forms
from tournaments.pages._base import account, asked, page, reader, shown
from tournaments.pages.dispute_view import Parts, dispute_page, found, told
from tournaments.pages.hand_form import terms_of
from tournaments.photos import MEDIA_TYPE
from tournaments.queries import championships as queries
from tournaments.queries import disputes as dispute_queries
from tournaments.queries import papers
from tournaments.services import disputes
from truco_api import problems
from truco_api.errors import DomainError, Forbidden


@page
@require_safe
def dispute(request: HttpRequest, championship_id: UUID, dispute_id: str) -> HttpResponse:
    """Everything about one dispute, as far as the reader may see it."""
    return dispute_page(request, found(request, championship_id, dispute_id))


@page
@require_safe
def history(request: HttpRequest, championship_id: UUID, match_id: str) -> HttpResponse:
    """All that happened in a match."""
    row, match = _match(request, championship_id, match_id)
    state = states.at_version(row.id, row.version)
    inside = policies.may_read_sheet(row, match, reader(request))
    context = {
        "championship": row,
        "club": row.club,
        "zone": ZoneInfo(row.club.time_zone),
        "match": match.body,
        "where": papers.where(state, state.matches[match.match]),
        "history": told(row, state, match.match, inside=inside),
    }
    return shown(request, "history.html", context)


@page
@require_GET
def photo(request: HttpRequest, championship_id: UUID, match_id: str, sha256: str) -> HttpResponse:
    """A picture, for officials and the two sides."""
    row, match = _match(request, championship_id, match_id)
    policies.may_see_photo(row, match, account(request))
    kept = dispute_queries.photo(championship_id, match_id, sha256)
    answer = HttpResponse(bytes(kept.content), content_type=MEDIA_TYPE)
    answer["Cache-Control"] = "private, max-age=31536000, immutable"
    return answer


@page
@require_http_methods(["GET", "HEAD", "POST"])
def protest(request: HttpRequest, championship_id: UUID, match_id: str) -> HttpResponse:
    """Name the leg, the hand and the action, say why, and show a record or pictures."""
    row, match = _match(request, championship_id, match_id)
    user = account(request)
    entry = policies.may_dispute(row, match, user)
    if request.method != "POST":
        return _protest(request, row, match, request.GET)
    try:
        state = states.at_version(row.id, row.version)
        more = forms.shown(request, state, state.matches[match.match], user)
        body = forms.claim(request) | more
        answer = disputes.open_dispute(
            championship_id=row.id, match=match.match, by=asked(request), entry=entry, **body
        )
    except Forbidden:
        raise
    except DomainError as error:
        return _protest(request, row, match, request.POST, error)
    messages.success(request, gettext("The dispute is open. What depends on it waits for the ruling."))
    return HttpResponseRedirect(reverse("dispute-page", args=[row.id, answer.body["id"]]))


@page
@require_POST
def evidence(request: HttpRequest, championship_id: UUID, dispute_id: str) -> HttpResponse:
    """Say or show more."""
    parts = row, match, _ = found(request, championship_id, dispute_id)
    user = account(request)
    entry = policies.may_show(row, match, user)

    def add(by: Asked) -> Answer:
        state = states.at_version(row.id, row.version)
        more = forms.shown(request, state, state.matches[match.match], user)
        text = request.POST.get("text", "")
        return disputes.add_evidence(
            championship_id=row.id, dispute=dispute_id, by=by, entry=entry, text=text, **more
        )

    return done(request, parts, add, gettext("It was added."))


@page
@require_POST
def withdraw(request: HttpRequest, championship_id: UUID, dispute_id: str) -> HttpResponse:
    """Take the dispute back."""
    parts = row, match, _ = found(request, championship_id, dispute_id)
    entry = policies.may_dispute(row, match, account(request))
    return done(
        request,
        parts,
        lambda by: disputes.withdraw(championship_id=row.id, dispute=dispute_id, by=by, entry=entry),
        gettext("The dispute is taken back."),
    )


@page
@require_POST
def appeal(request: HttpRequest, championship_id: UUID, dispute_id: str) -> HttpResponse:
    """Take the ruling to the organizer."""
    parts = row, match, _ = found(request, championship_id, dispute_id)
    entry = policies.may_dispute(row, match, account(request))
    reason = request.POST.get("reason", "")
    return done(
        request,
        parts,
        lambda by: disputes.appeal(
            championship_id=row.id, dispute=dispute_id, by=by, entry=entry, reason=reason
        ),
        gettext("The organizer will hear the appeal."),
    )


@page
@require_POST
def accept(request: HttpRequest, championship_id: UUID, dispute_id: str) -> HttpResponse:
    """Do without an appeal."""
    parts = row, match, _ = found(request, championship_id, dispute_id)
    entry = policies.may_dispute(row, match, account(request))
    return done(
        request,
        parts,
        lambda by: disputes.accept(championship_id=row.id, dispute=dispute_id, by=by, entry=entry),
        gettext("You have accepted the ruling."),
    )


def done(request: HttpRequest, parts: Parts, command: Callable[[Asked], Answer], said: str) -> HttpResponse:
    """Carry it out and show the dispute as it is then; a refusal is shown above what was filled in."""
    try:
        command(asked(request))
    except Forbidden:
        raise
    except DomainError as error:
        return dispute_page(
            request, parts, refusal=problems.detail(error), said=request.POST.dict(), status=error.status
        )
    messages.success(request, said)
    return HttpResponseRedirect(reverse("dispute-page", args=[parts[0].id, parts[2].dispute]))


def _match(request: HttpRequest, championship_id: UUID, match_id: str) -> tuple[ChampionshipRow, MatchRow]:
    row = queries.championship(championship_id)
    policies.may_see(row, reader(request))
    return row, queries.match(championship_id, match_id)


def _protest(
    request: HttpRequest,
    row: ChampionshipRow,
    match: MatchRow,
    said: Mapping[str, str],
    error: DomainError | None = None,
) -> HttpResponse:
    state = states.at_version(row.id, row.version)
    found_match = state.matches[match.match]
    games = [leg.game_id for leg in found_match.legs] + [found_match.game_id]
    context = {
        "championship": row,
        "club": row.club,
        "match": match.body,
        "where": papers.where(state, found_match),
        "sides": papers.sides(state, found_match),
        "games": [(number, game) for number, game in enumerate(games, 1) if game],
        "rules": state.regulation.disputes,
        "said": said,
        "terms": terms_of(state, found_match),
        "refusal": problems.detail(error) if error else "",
        "key": uuid.uuid4().hex,
    }
    return shown(request, "protest.html", context, status=error.status if error else 200)

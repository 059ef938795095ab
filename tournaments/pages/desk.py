"""The arbiter's desk: the disputes that wait for a ruling, and ruling on one."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from tournaments import policies
from tournaments.models import DisputeRow
from tournaments.pages import dispute_forms as forms
from tournaments.pages._base import account, asked, page, shown
from tournaments.pages.dispute_view import Parts, dispute_page, found
from tournaments.queries import disputes as dispute_queries
from tournaments.rules.errors import LaterMatchBegun
from tournaments.services import disputes
from truco_api import problems
from truco_api.errors import DomainError

MOST = 100


@page
@require_safe
def desk(request: HttpRequest) -> HttpResponse:
    """What waits for the reader's ruling, most urgent first; then what is pending in their clubs besides."""
    user = account(request)
    judging = policies.judging(user)
    mine = list(dispute_queries.to_rule_on(user.id, judging)[:MOST])
    others = dispute_queries.pending_in(policies.clubs_of_staff(user)).exclude(
        pk__in=[each.pk for each in mine]
    )
    context = {"mine": _lines(mine), "others": _lines(list(others[:MOST]))}
    return shown(request, "desk.html", context)


@page
@require_POST
def rule(request: HttpRequest, championship_id: UUID, dispute_id: str) -> HttpResponse:
    """Rule; or (with the second button) be shown what the ruling would change, and nothing happens."""
    parts = row, match, dispute = found(request, championship_id, dispute_id)
    user = account(request)
    policies.may_rule_dispute(row, match, user, dispute)
    try:
        body = forms.ruling(request.POST.dict())
        if request.POST.get("step") == "preview":
            return _previewed(request, parts, body)
    except DomainError as error:
        return _refused(request, parts, error)
    try:
        disputes.rule(
            championship_id=row.id,
            dispute=dispute_id,
            by=asked(request),
            instance=dispute.instance,
            clubs=policies.clubs_of(user),
            **body,
        )
    except LaterMatchBegun as error:
        return _previewed(request, parts, body, error)
    except DomainError as error:
        return _refused(request, parts, error)
    messages.success(request, gettext("The ruling is given."))
    return HttpResponseRedirect(reverse("dispute-page", args=[row.id, dispute_id]))


@page
@require_POST
def name(request: HttpRequest, championship_id: UUID, dispute_id: str) -> HttpResponse:
    """Ask an arbiter from outside."""
    parts = row, match, _dispute = found(request, championship_id, dispute_id)
    policies.may_organize(row, account(request))
    try:
        arbiter = disputes.account_named(request.POST.get("username", ""))
        policies.not_a_side(row, match, arbiter)
        disputes.name_arbiter(
            championship_id=row.id,
            dispute=dispute_id,
            by=asked(request),
            arbiter=arbiter.actor,
            clubs=policies.clubs_of(arbiter),
        )
    except DomainError as error:
        return _refused(request, parts, error)
    messages.success(request, gettext("The arbiter is asked to rule."))
    return HttpResponseRedirect(reverse("dispute-page", args=[row.id, dispute_id]))


def _previewed(
    request: HttpRequest, parts: Parts, body: dict[str, Any], error: DomainError | None = None
) -> HttpResponse:
    """The form again with what the ruling would change, and what there is to choose about."""
    row, match, _dispute = parts
    changes = dispute_queries.preview(
        row.id, match.match, by=account(request).actor, now=timezone.now(), **body
    )
    return dispute_page(
        request,
        parts,
        refusal=problems.detail(error) if error else "",
        said=request.POST.dict(),
        changes=changes or {"nothing": True},
        status=error.status if error else 200,
    )


def _refused(request: HttpRequest, parts: Parts, error: DomainError) -> HttpResponse:
    """The form again, with why not above it."""
    return dispute_page(
        request, parts, refusal=problems.detail(error), said=request.POST.dict(), status=error.status
    )


def _lines(rows: list[DisputeRow]) -> list[dict[str, Any]]:
    now = timezone.now()
    bodies = dispute_queries.documents(rows)
    return [
        {"row": row, "body": body, "overdue": dispute_queries.overdue(row, now)}
        for row, body in zip(rows, bodies, strict=True)
    ]

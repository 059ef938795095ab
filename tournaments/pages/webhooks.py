"""A club's webhooks in a browser, for its owners: register them, try them, read their log."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments import policies
from tournaments.models import Club
from tournaments.pages._base import account, page, shown
from tournaments.queries import clubs
from tournaments.rules.announcements import KINDS
from truco_api import problems
from truco_api.errors import DomainError, Invalid
from truco_api.webhooks import services
from truco_api.webhooks.models import Endpoint

LATEST: Final = 50
"""Deliveries on a page; the API has all of them."""
OVERLAP: Final = timedelta(hours=24)


class WebhookForm(forms.Form):
    """Where to send what."""

    url = forms.CharField(max_length=2000, label=_("Address"))
    description = forms.CharField(max_length=200, required=False, label=_("Description"))
    types = forms.MultipleChoiceField(required=False, label=_("Events"))

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        choices = [(kind, problems.localized(meaning)) for kind, meaning in KINDS.items()]
        self.fields["types"].choices = choices  # type: ignore[attr-defined]  # of a field with choices


class SinceForm(forms.Form):
    """From when on to send again, by the club's clock."""

    since = forms.DateTimeField()


@page
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """All of a club's webhooks, and the form for one more."""
    club = _club(request, club_id)
    if request.method != "POST":
        return _list(request, club, WebhookForm())
    form = WebhookForm(request.POST)
    if not form.is_valid():
        return _list(request, club, form, status=422)
    try:
        made, secret = services.add(club=club.id, **form.cleaned_data)
    except DomainError as refusal:
        return _list(request, club, form, refusal=problems.detail(refusal), status=refusal.status)
    return _one(request, club, made, secret=secret)


@page
@require_GET
def webhook(request: HttpRequest, club_id: UUID, webhook_id: UUID) -> HttpResponse:
    """One of them with its log."""
    club = _club(request, club_id)
    return _one(request, club, services.endpoint(club.id, webhook_id))


@page
@require_POST
def secret(request: HttpRequest, club_id: UUID, webhook_id: UUID) -> HttpResponse:
    """A new secret, shown this once; the one before signs along for a day."""
    club = _club(request, club_id)
    found = services.endpoint(club.id, webhook_id)
    return _one(request, club, found, secret=services.rotate(found=found, overlap=OVERLAP))


@page
@require_POST
def ping(request: HttpRequest, club_id: UUID, webhook_id: UUID) -> HttpResponse:
    """Send a test message."""
    return _done(request, club_id, webhook_id, _ping)


@page
@require_POST
def switch(request: HttpRequest, club_id: UUID, webhook_id: UUID) -> HttpResponse:
    """Switch it on or off."""
    return _done(request, club_id, webhook_id, _switch)


@page
@require_POST
def again(request: HttpRequest, club_id: UUID, webhook_id: UUID) -> HttpResponse:
    """Send one (or all since a time that it has not taken) once more."""
    return _done(request, club_id, webhook_id, _again)


@page
@require_POST
def remove(request: HttpRequest, club_id: UUID, webhook_id: UUID) -> HttpResponse:
    """Remove it with its log."""
    club = _club(request, club_id)
    services.remove(found=services.endpoint(club.id, webhook_id))
    messages.success(request, gettext("The webhook is removed."))
    return HttpResponseRedirect(reverse("webhooks-page", args=[club.id]))


def _ping(_request: HttpRequest, _club: Club, found: Endpoint) -> str:
    services.ping(found=found)
    return gettext("A test message is on its way.")


def _switch(request: HttpRequest, _club: Club, found: Endpoint) -> str:
    enabled = request.POST.get("enabled") == "1"
    services.edit(found=found, changes={"enabled": enabled})
    return gettext("The webhook is switched on.") if enabled else gettext("The webhook is switched off.")


def _again(request: HttpRequest, club: Club, found: Endpoint) -> str:
    one = request.POST.get("delivery")
    if one:
        services.redeliver(found=found, delivery_id=_uuid(one))
        return gettext("It is sent once more.")
    form = SinceForm(request.POST)
    if not form.is_valid():
        raise Invalid
    since: datetime = form.cleaned_data["since"]
    by_clock = since.replace(tzinfo=ZoneInfo(club.time_zone))
    count = services.redeliver_since(found=found, since=by_clock)
    return gettext("Messages that are sent once more: {count}").format(count=count)


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError as error:
        raise Invalid from error


def _club(request: HttpRequest, club_id: UUID) -> Club:
    club = clubs.club(club_id)
    policies.may_keep_webhooks(club.id, account(request))
    return club


def _done(
    request: HttpRequest,
    club_id: UUID,
    webhook_id: UUID,
    command: Callable[[HttpRequest, Club, Endpoint], str],
) -> HttpResponse:
    """Carry it out and go back to the webhook, saying what was done or why not."""
    club = _club(request, club_id)
    found = services.endpoint(club.id, webhook_id)
    try:
        messages.success(request, command(request, club, found))
    except DomainError as refusal:
        return _one(request, club, found, refusal=problems.detail(refusal), status=refusal.status)
    return HttpResponseRedirect(reverse("webhook-page", args=[club.id, found.id]))


def _list(
    request: HttpRequest, club: Club, form: WebhookForm, *, refusal: str = "", status: int = 200
) -> HttpResponse:
    context = {"club": club, "webhooks": services.endpoints(club.id), "form": form, "refusal": refusal}
    return shown(request, "webhooks.html", context, status=status)


def _one(
    request: HttpRequest,
    club: Club,
    found: Endpoint,
    *,
    secret: str = "",
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    deliveries = services.deliveries(found).order_by("-position")[:LATEST]
    context = {
        "club": club,
        "zone": ZoneInfo(club.time_zone),
        "webhook": found,
        "deliveries": deliveries,
        "secret": secret,
        "refusal": refusal,
    }
    return shown(request, "webhook.html", context, status=status)

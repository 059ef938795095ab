"""What every view of games shares: who asks, and how an answer goes out."""

from django.http import HttpResponse
from rest_framework.request import Request

from games.services import Answer, Asked
from truco_api.accounts.authentication import account
from truco_api.accounts.models import User
from truco_api.http.conditional import etag
from truco_api.http.idempotency import idempotency_key
from truco_api.http.written import written


def asked(request: Request, *, version: int | None = None) -> Asked:
    """The caller's wish: by whom, by which idempotency key, and having seen which version."""
    key, digest = idempotency_key(request)
    return Asked(account(request).actor, key, digest, version)


def viewer(request: Request) -> str | None:
    """The caller as places name them; None without a login."""
    return request.user.actor if isinstance(request.user, User) else None


def answer(told: Answer) -> HttpResponse:
    """A command's answer, with the version it led to."""
    headers = {"ETag": etag(told.body["version"])}
    return HttpResponse(written(told.body), "application/json", status=told.status, headers=headers)

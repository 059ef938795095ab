"""What every page of clubs and championships shares."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

from games.services import Asked
from truco_api.http import web
from truco_api.http.web import account, page, reader

__all__ = ["account", "asked", "page", "reader", "shown"]


def shown(
    request: HttpRequest,
    template: str,
    context: Mapping[str, Any],
    *,
    status: int = 200,
    lively: bool = False,
) -> HttpResponse:
    """A page of this application; a `lively` one asks for itself again, unless it was told to be still."""
    return web.shown(request, f"tournaments/{template}", context, status=status, lively=lively)


def asked(request: HttpRequest) -> Asked:
    """Who asks; a form that is sent twice by an impatient thumb does once what it says."""
    user = account(request)
    key = request.POST.get("key", "")
    digest = hashlib.sha256(request.path.encode())
    for name, values in sorted(request.POST.lists()):
        if name != "csrfmiddlewaretoken":
            digest.update(repr((name, values)).encode())
    hidden = hashlib.sha256(f"{user.pk}\npage\n{key}".encode()).hexdigest()
    return Asked(user.actor, hidden if key else None, digest.hexdigest())

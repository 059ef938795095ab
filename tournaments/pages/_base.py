"""What every page of clubs and championships shares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

from truco_api.http import web
from truco_api.http.web import account, page, reader

__all__ = ["account", "page", "reader", "shown"]


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

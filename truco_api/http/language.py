"""Which of our languages the caller reads."""

from typing import Literal, cast

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language_from_request
from rest_framework.request import Request

Language = Literal["pt-br", "es", "en"]


def states_a_language(request: HttpRequest | Request) -> bool:
    """Whether the request itself says what it wants (by header, or by the cookie of the pages)."""
    return bool(request.META.get("HTTP_ACCEPT_LANGUAGE") or settings.LANGUAGE_COOKIE_NAME in request.COOKIES)


def request_language(request: HttpRequest | Request) -> Language:
    """The caller's language: what the request asks for, else what the account prefers, else English."""
    http_request = request._request if isinstance(request, Request) else request
    preferred = getattr(getattr(request, "user", None), "language", "")
    if preferred and not states_a_language(http_request):
        return cast("Language", preferred)
    return cast("Language", get_language_from_request(http_request))

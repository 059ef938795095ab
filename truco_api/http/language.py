"""Which of our languages the caller reads."""

from functools import lru_cache
from typing import Any, Literal, cast

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware import locale
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request
from rest_framework.request import Request

from truco_api.http.middleware import is_api
from truco_api.http.plain import Plain

Language = Literal["pt-br", "es", "en"]


def states_a_language(request: HttpRequest | Request | Plain) -> bool:
    """Whether the request itself says what it wants (by header, or by the cookie of the pages)."""
    return bool(request.META.get("HTTP_ACCEPT_LANGUAGE") or settings.LANGUAGE_COOKIE_NAME in request.COOKIES)


def request_language(request: HttpRequest | Request) -> Language:
    """The caller's language: what the request asks for, else what the account prefers, else English."""
    http_request = request._request if isinstance(request, Request) else request
    preferred = getattr(getattr(request, "user", None), "language", "")
    if preferred and not states_a_language(http_request):
        return cast("Language", preferred)
    return cast("Language", get_language_from_request(http_request))


def accept_language(request: HttpRequest | Plain) -> str:
    """Speak what the request asks for, from now on in this thread."""
    translation.activate(language := _accepted(request.META.get("HTTP_ACCEPT_LANGUAGE", "")))
    return language


class LocaleMiddleware(locale.LocaleMiddleware):
    """Django's own, which for a program remembers what it made of a header it has seen before."""

    get_response: Any

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer in the caller's language, and say so."""
        if not is_api(request) or "HTTP_COOKIE" in request.META:
            return cast("HttpResponseBase", super().__call__(request))
        request.LANGUAGE_CODE = accept_language(request)
        response: HttpResponseBase = self.get_response(request)
        patch_vary_headers(response, ("Accept-Language",))
        response.headers.setdefault("Content-Language", translation.get_language())
        return response


@lru_cache(maxsize=1000)
def _accepted(header: str) -> str:
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = header
    return get_language_from_request(request)

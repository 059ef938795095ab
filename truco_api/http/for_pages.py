"""The middlewares that only people with a browser need, so that programs do not wait for them.

The API knows no sessions, cookies, forms or files: whoever calls it sends a token with every request. Passed
through all the same, these four cost an action a tenth of its processor time.
"""

from typing import Any

from django.contrib.auth import middleware as auth
from django.contrib.messages import middleware as messages
from django.contrib.sessions import middleware as sessions
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from whitenoise import middleware as whitenoise  # type: ignore[import-untyped]  # it has no types

from truco_api.http.middleware import is_api


class _ForPages:
    """In front of a middleware: a request for the API goes straight on to the next."""

    get_response: Any  # of the class behind

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if is_api(request):
            following: HttpResponseBase = self.get_response(request)
            return following
        answer: HttpResponseBase = super().__call__(request)  # type: ignore[misc]  # of that class too
        return answer


class WhiteNoiseMiddleware(_ForPages, whitenoise.WhiteNoiseMiddleware):  # type: ignore[misc]  # has no types
    """Files."""


class SessionMiddleware(_ForPages, sessions.SessionMiddleware):
    """Sessions."""


class AuthenticationMiddleware(_ForPages, auth.AuthenticationMiddleware):
    """Who the session belongs to."""


class MessageMiddleware(_ForPages, messages.MessageMiddleware):
    """What the next page will say."""

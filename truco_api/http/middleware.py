"""No failure under /api/ leaves as anything but a problem, whoever gave it and whatever DEBUG says."""

import logging
import struct
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware import common
from django.urls import is_valid_path

from truco_api.errors import DomainError, Invalid
from truco_api.http.errors import BodyTooLarge, InvalidCharacters, LengthRequired, MissingSlash
from truco_api.http.parsers import MAX_BODY
from truco_api.problems import CONTENT_TYPE, as_domain_error, by_status, problem_response

logger = logging.getLogger(__name__)

_SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
_KEPT_HEADERS = ("Allow", "Cache-Control", "Retry-After", "WWW-Authenticate", "Vary", "Content-Language")


def is_api(request: HttpRequest) -> bool:
    """Whether the request is for a program: everything under /api."""
    return request.path_info == "/api" or request.path_info.startswith("/api/")


def is_allauth(request: HttpRequest) -> bool:
    """Whether the request is for the addresses of `allauth`, whose refusals have a form of their own."""
    return request.path_info.startswith("/_allauth/")


def _unreadable_passkey(request: HttpRequest, error: Exception) -> DomainError | None:
    """That a passkey makes no sense, where the library that takes it apart stumbled over it.

    It reads members, numbers and bytes as they come, and `allauth` knows few of the errors that come of it.
    """
    if not is_allauth(request) or "/webauthn" not in request.path_info or request.method == "GET":
        return None
    if not isinstance(error, LookupError | TypeError | ValueError | AttributeError | struct.error):
        return None
    logger.warning("This passkey could not be read.", exc_info=error)
    return Invalid()


class ProblemMiddleware:
    """The outermost middleware: what comes out of all the others, as a problem if it is a failure."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not (is_api(request) or is_allauth(request)):
            return self.get_response(request)
        refusal = self._refusal(request)
        if refusal is not None:
            return problem_response(refusal, request)
        response = self.get_response(request)
        # What one caller sees is for no other: only an address that says so may be kept by a shared cache.
        response.headers.setdefault("Cache-Control", "private, no-cache")
        if response.status_code < 400 or response.get("Content-Type") == CONTENT_TYPE:
            return response
        if is_allauth(request) and response.get("Content-Type") == "application/json":
            return response
        return self._replaced(request, response)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        """A view outside DRF failed: answer what it meant, leave what nobody expected to be logged."""
        known = as_domain_error(error) if is_api(request) or is_allauth(request) else None
        known = known or _unreadable_passkey(request, error)
        return problem_response(known, request) if known else None

    def _refusal(self, request: HttpRequest) -> DomainError | None:
        """What no view could read."""
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            # PostgreSQL has no NUL in its texts, so no filter or lookup could take it.
            return InvalidCharacters()
        if _too_large(request):
            return BodyTooLarge()
        if "HTTP_TRANSFER_ENCODING" in request.META and not request.META.get("CONTENT_LENGTH"):
            # WSGI gives no end of such a body, and Django takes it for an empty one.
            return LengthRequired()
        return None

    def _replaced(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        error = self._cause(request, response.status_code)
        replacement = problem_response(error, request, status=response.status_code)
        for name in _KEPT_HEADERS:
            if name in response and name not in replacement:
                replacement[name] = response[name]
        return replacement

    def _cause(self, request: HttpRequest, status: int) -> DomainError:
        if status == 404 and not request.path_info.endswith("/") and is_valid_path(request.path_info + "/"):
            return MissingSlash()
        return by_status(status)


def _too_large(request: HttpRequest) -> bool:
    """Whether the body says of itself that it is beyond anything taken here, so that nobody reads it.

    Views have closer limits of their own; those of `allauth`, which have none, take what our JSON views take.
    """
    length = request.META.get("CONTENT_LENGTH") or "0"
    most = MAX_BODY if is_allauth(request) else settings.LARGEST_BODY
    return not length.isdecimal() or len(length) > 18 or int(length) > most


class CommonMiddleware(common.CommonMiddleware):
    """Django's own, except that it never redirects a request under /api that carries something."""

    def should_redirect_with_slash(self, request: HttpRequest) -> bool:
        """A redirected POST arrives as a GET without its body, so it gets a 404 that names the cause."""
        if is_api(request) and request.method not in _SAFE_METHODS:
            return False
        return super().should_redirect_with_slash(request)

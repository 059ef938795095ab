"""The short way of what is asked at every move: past all that a framework does for requests of any kind,
which costs as much as a move itself.

It is open to requests in their plainest form, by accounts whose access token says all there is to know of
them. What asks for more, and whatever is refused, takes the ordinary way, as if this one were not there. The
ordinary way is also the first for every new manner of asking (host, language, program, …): its answer shows
which headers belong to it, so that both ways answer alike whatever the settings are.
"""

import re
from collections.abc import Callable, Iterable
from io import BytesIO
from time import perf_counter, time
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections

from truco_api.accounts import access
from truco_api.accounts.access import Claims
from truco_api.accounts.authentication import speak
from truco_api.eventstore.company import alone
from truco_api.http.language import accept_language
from truco_api.http.limits import admits
from truco_api.http.plain import Environ, Plain
from truco_api.logs import log_answer, marked

StartResponse = Callable[..., Any]
Application = Callable[[Environ, StartResponse], Iterable[bytes]]
Headers = list[tuple[str, str]]
Manner = tuple[object, ...]

LARGEST: Final = 1024
MANNERS_AT_MOST: Final = 1000
LONGEST_MANNER: Final = 4096
_UUID: Final = "([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"
_NO_MANNERS: Final = frozenset(
    {
        "HTTP_AUTHORIZATION",
        "HTTP_IDEMPOTENCY_KEY",
        "HTTP_IF_MATCH",
        "HTTP_X_FORWARDED_FOR",
        "HTTP_X_REQUEST_ID",
    }
)
_MORE: Final = ("HTTP_COOKIE", "HTTP_IF_NONE_MATCH", "HTTP_TRANSFER_ENCODING")
_OF_EACH: Final = frozenset({"content-length", "etag", "x-request-id"})
"""Headers that every answer has of its own."""


class Told(NamedTuple):
    """An answer with status 200."""

    body: bytes
    etag: str


Answer = Callable[[Plain, Claims, UUID], Told | None]
"""Answers a request about the thing with this id; or leaves it (None, or any error) to the ordinary way, and
then nothing may have happened but what may happen again."""


class Way(NamedTuple):
    """What may be asked for by the short way: an address with one id in it."""

    method: str
    address: re.Pattern[str]
    answer: Answer


_WAYS: Final[list[Way]] = []


def express(method: str, address: str) -> Callable[[Answer], Answer]:
    """Open the short way to an address, such as "/api/v1/games/{id}/"."""
    pattern = re.compile(re.escape(address).replace(re.escape("{id}"), _UUID))

    def register(answer: Answer) -> Answer:
        _WAYS.append(Way(method, pattern, answer))
        return answer

    return register


class ExpressWay:
    """A WSGI application around another, which is the ordinary way."""

    def __init__(self, ordinary: Application) -> None:
        self._ordinary = ordinary
        self._headers: dict[Manner, Headers] = {}

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Answer, by the one way or the other."""
        found = _way(environ)
        if found is None or (claims := _sender(environ)) is None:
            return self._ordinary(environ, start_response)
        way, subject = found
        manner = _manner(environ, way, claims)
        headers = self._headers.get(manner)
        if headers is None:
            return self._ordinary(environ, self._learning(manner, start_response))
        with marked(environ) as request_id:
            told = _told(environ, way, claims, subject)
        if told is None:
            with alone():  # in company it was tried just now
                return self._ordinary(environ, start_response)
        own = [("ETag", told.etag), ("Content-Length", str(len(told.body))), ("X-Request-ID", request_id)]
        start_response("200 OK", [*headers, *own])
        return [told.body]

    def _learning(self, manner: Manner, start_response: StartResponse) -> StartResponse:
        """Keep the headers with which the ordinary way answers."""

        def start(status: str, headers: Headers, *more: Any) -> Any:
            names = {name.lower() for name, _ in headers}
            kept = "set-cookie" not in names and len(repr(manner)) <= LONGEST_MANNER
            if status.startswith("200") and kept:
                if len(self._headers) >= MANNERS_AT_MOST:
                    self._headers.clear()
                self._headers[manner] = [one for one in headers if one[0].lower() not in _OF_EACH]
            return start_response(status, headers, *more)

        return start


def _way(environ: Environ) -> tuple[Way, UUID] | None:
    method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
    for way in _WAYS:
        if way.method == method and (found := way.address.fullmatch(path)):
            return (way, UUID(found[1])) if _is_plain(environ) else None
    return None


def _is_plain(environ: Environ) -> bool:
    if "HTTP_HOST" not in environ or environ.get("QUERY_STRING") or environ.get("SCRIPT_NAME"):
        return False
    if any(name in environ for name in _MORE):
        return False
    length = environ.get("CONTENT_LENGTH") or "0"
    if (
        any(name in environ for name in _MORE)
        or not length.isdecimal()
        or len(length) > 9
        or int(length) > LARGEST
    ):
        return False
    if ";" in environ.get("HTTP_ACCEPT", ""):  # such as JSON with an indent
        return False
    return environ["REQUEST_METHOD"] == "GET" or environ.get("CONTENT_TYPE") == "application/json"


def _sender(environ: Environ) -> Claims | None:
    scheme, _, token = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    if scheme != "Bearer" or not access.looks_like_one(token):
        return None
    return access.read(token, now=time())


def _manner(environ: Environ, way: Way, claims: Claims) -> Manner:
    """All by which the headers of two answers may differ."""
    headers = [item for item in environ.items() if item[0][:5] == "HTTP_" and item[0] not in _NO_MANNERS]
    return (way, environ["wsgi.url_scheme"], claims.language, *headers)


def _told(environ: Environ, way: Way, claims: Claims, subject: UUID) -> Told | None:
    began = perf_counter()
    try:
        request = Plain(environ, _body(environ))
        if not admits(request, claims.device):
            return None
        accept_language(request)
        speak(request, claims.language)
        connections[DEFAULT_DB_ALIAS].close_if_unusable_or_obsolete()
        told = way.answer(request, claims, subject)
    except Exception:  # whatever it is, the ordinary way meets it too, and knows what to say
        return None
    if told is not None:
        log_answer(request.method, request.path, 200, began)
    return told


def _body(environ: Environ) -> bytes:
    length = int(environ.get("CONTENT_LENGTH") or 0)
    if not length:
        return b""
    body: bytes = environ["wsgi.input"].read(length)
    environ["wsgi.input"] = BytesIO(body)  # the ordinary way may have to read it again
    return body

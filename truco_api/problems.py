"""Every failure of the API as `application/problem+json` (RFC 9457), in the caller's language.

    {"type": "/problems/stale_version", "title": …, "status": 412, "detail": …, "code": "stale_version",
     "instance": "/api/v1/games/…/actions/", "errors": [{"field": …, "code": …, "detail": …}], …}

`code` is stable, `title` and `detail` are for people. More members come from the error itself: the params
that its class names in `public`, and what stands in its `extra`.
"""

import logging
from collections.abc import Iterator, Mapping
from typing import Any

from django.core import exceptions as django_errors
from django.db import DatabaseError, IntegrityError
from django.http import Http404, HttpRequest, JsonResponse
from django.utils.encoding import escape_uri_path
from django.utils.translation import gettext
from psycopg.errors import ForeignKeyViolation
from rest_framework import exceptions as drf
from rest_framework.response import Response

from truco_api.errors import DomainError, Forbidden, Invalid, Message, NotFound
from truco_api.http import errors as http

CONTENT_TYPE = "application/problem+json"

logger = logging.getLogger(__name__)


class InvalidFields(Invalid):
    """Input that fails in one or more named fields; `fields` are the members of `errors`."""

    def __init__(self, fields: list[dict[str, str]]) -> None:
        super().__init__()
        self.fields = fields


def problem(error: DomainError, *, instance: str, status: int | None = None) -> dict[str, Any]:
    """The members of the problem, its texts in the active language."""
    return {
        **_extension(error),
        "type": f"/problems/{error.code}",
        "title": title(type(error)),
        "status": status or error.status,
        "detail": detail(error),
        "code": error.code,
        "instance": escape_uri_path(instance),
        "errors": _field_errors(error),
    }


def headers(error: DomainError) -> dict[str, str]:
    """The headers that belong to an error: how to sign in, how long to wait."""
    match error:
        case http.NotAuthenticated():
            return {"WWW-Authenticate": 'Bearer realm="api"'}
        case http.Throttled():
            return {"Retry-After": str(error.params.get("wait", 1))}
        case _:
            return {}


def title(kind: type[DomainError]) -> str:
    """What all problems of one code have in common: the nearest message in the family without blanks."""
    family = [cls.message for cls in kind.__mro__ if issubclass(cls, DomainError)]
    return gettext(next(message for message in family if "{" not in message))


def detail(error: DomainError) -> str:
    """The error's message in the active language."""
    return str(localized(Message(error.detail, error.template, error.params)))


def localized(value: Any) -> Any:
    """The value with every Message in it, however deep, translated and then filled in.

    Where a translation does not fit its message, that one stays in English.
    """
    match value:
        case Message():
            params = {name: localized(inner) for name, inner in value.params.items()}
            try:
                return gettext(value.template).format(**params) if params else gettext(value.template)
            except (KeyError, IndexError, ValueError, AttributeError):
                logger.exception("The translation of %r does not fit.", value.template)
                return str(value)
        case dict():
            return {name: localized(inner) for name, inner in value.items()}
        case list() | tuple():
            return [localized(inner) for inner in value]
        case _:
            return value


def as_domain_error(error: Exception) -> DomainError | None:
    """What an exception of the frameworks means in our terms; None for one that nobody expected."""
    match error:
        case DomainError():
            return error
        case drf.ValidationError():
            return InvalidFields(list(_flatten(error.detail)))
        case django_errors.ValidationError():
            return InvalidFields(list(_flatten(drf.ValidationError(_django_detail(error)).detail)))
        case drf.Throttled():
            return http.Throttled(wait=max(1, int(getattr(error, "wait", None) or 1)))
        case drf.AuthenticationFailed():
            return http.InvalidToken()
        case drf.APIException():
            return by_status(error.status_code)
        case Http404():
            return NotFound()
        case django_errors.PermissionDenied():
            return Forbidden()
        case django_errors.BadRequest() | django_errors.SuspiciousOperation():
            return http.BadRequest()
        case _:
            return _gone(error)


def _gone(error: Exception) -> DomainError | None:
    """That it is not there, when it has gone meanwhile."""
    if not _has_gone(error):
        return None
    # Nothing tells it apart from some mistakes of ours, so let it be in the log.
    logger.warning("It has gone meanwhile.", exc_info=error)
    return NotFound()


def _has_gone(error: Exception) -> bool:
    """Whether a row that a request had found was deleted by another before this one was through."""
    match error:
        case django_errors.ObjectDoesNotExist():
            return True
        case IntegrityError():
            return isinstance(error.__cause__, ForeignKeyViolation)
        case _:
            # Django's own, "did not affect any rows", has no class yet and no cause in the database.
            return type(error) is DatabaseError and error.__cause__ is None


def by_status(status: int) -> DomainError:
    """The general error for a status that arrived without a cause."""
    found = _BY_STATUS.get(status)
    if found is None:
        found = http.ServerError if status >= 500 else http.BadRequest
    return found()


def exception_handler(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """DRF's hook: the problem for an expected error, None (log it and answer 500) for any other."""
    known = as_domain_error(error)
    if known is None:
        return None
    if known.status >= 500:
        logger.error("A view gave up: %s", known.detail, exc_info=error)
    body = problem(known, instance=context["request"].path)
    return Response(body, status=known.status, headers=headers(known), content_type=CONTENT_TYPE)


def problem_response(error: DomainError, request: HttpRequest, *, status: int | None = None) -> JsonResponse:
    """The same answer for what fails outside DRF's views."""
    body = problem(error, instance=request.path, status=status)
    return JsonResponse(
        body,
        status=body["status"],
        headers=headers(error),
        content_type=CONTENT_TYPE,
        json_dumps_params={"ensure_ascii": False},
    )


_BY_STATUS: dict[int, type[DomainError]] = {
    kind.status: kind
    for kind in (
        http.BadRequest,
        http.NotAuthenticated,
        Forbidden,
        NotFound,
        http.MethodNotAllowed,
        http.NotAcceptable,
        http.BodyTooLarge,
        http.UnsupportedMediaType,
        http.Throttled,
        http.Unavailable,
    )
}


def _extension(error: DomainError) -> dict[str, Any]:
    public = {name: error.params[name] for name in getattr(error, "public", ()) if name in error.params}
    members: dict[str, Any] = localized(public | dict(getattr(error, "extra", {})))
    return members


def _field_errors(error: DomainError) -> list[dict[str, str]]:
    if isinstance(error, InvalidFields):
        return error.fields
    if faults := getattr(error, "faults", None):
        return [
            {"field": fault.path, "code": error.code, "detail": localized(fault.text)} for fault in faults
        ]
    if "field" in error.params:
        return [{"field": str(error.params["field"]), "code": error.code, "detail": detail(error)}]
    return []


def _flatten(detail: Any, path: tuple[str, ...] = ()) -> Iterator[dict[str, str]]:
    """DRF's nest of messages as a flat list; the field of a nested one is a dotted path, "" is the whole."""
    match detail:
        case dict():
            for key, inner in detail.items():
                yield from _flatten(inner, path if key == _WHOLE else (*path, str(key)))
        case list():
            for index, inner in enumerate(detail):
                yield from _flatten(inner, path if isinstance(inner, str) else (*path, str(index)))
        case _:
            code = getattr(detail, "code", None) or "invalid"
            yield {"field": ".".join(path), "code": code, "detail": str(detail)}


def _django_detail(error: django_errors.ValidationError) -> Any:
    """A model's or a validator's complaint in the shape of a serializer's."""
    if hasattr(error, "error_dict"):
        return {
            _WHOLE if field == django_errors.NON_FIELD_ERRORS else field: _messages(errors)
            for field, errors in error.error_dict.items()
        }
    return _messages(error.error_list)


def _messages(errors: list[django_errors.ValidationError]) -> list[drf.ErrorDetail]:
    return [drf.ErrorDetail(error.messages[0], error.code) for error in errors]


_WHOLE = "non_field_errors"

"""Versions as entity tags: `ETag: "17"` on what was seen, `If-Match: "17"` on what is to be changed."""

import re

from django.http import HttpRequest
from rest_framework.request import Request

from truco_api.http.errors import InvalidIfMatch, PreconditionRequired
from truco_api.http.plain import Plain

# RFC 9110 compares If-Match strongly. A proxy that compresses an answer weakens its tag all the same, and
# the client then sends back what it was given: a version stays exact under any encoding, so W/ is taken.
_VERSION = re.compile(r'(?:W/)?"(0|[1-9][0-9]{0,15})"')


def etag(version: int) -> str:
    """The entity tag of a version, in its quotation marks: `'"17"'`."""
    return f'"{version}"'


def required_version(request: HttpRequest | Request | Plain) -> int:
    """The version that If-Match names; PreconditionRequired without one, InvalidIfMatch on anything else."""
    header = request.META.get("HTTP_IF_MATCH", "").strip()
    if not header:
        raise PreconditionRequired
    match = _VERSION.fullmatch(header)
    if match is None:
        raise InvalidIfMatch
    return int(match[1])


def is_fresh(request: HttpRequest | Request, version: int) -> bool:
    """Whether If-None-Match names this version, so that 304 without a body is the whole answer."""
    tags = [tag.strip().removeprefix("W/") for tag in request.META.get("HTTP_IF_NONE_MATCH", "").split(",")]
    return etag(version) in tags

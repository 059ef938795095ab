"""Idempotency keys: the same request twice does once what it asks for."""

import hashlib
import re
from typing import Any
from uuid import UUID

import orjson
from django.http import HttpRequest
from rest_framework.request import Request

from truco_api.http.errors import InvalidIdempotencyKey
from truco_api.http.plain import Plain

_KEY = re.compile(r"[\x21-\x7e]{1,255}")


def idempotency_key(request: Request) -> tuple[str | None, str]:
    """The caller's own key (64 hex characters, None without the header) and the digest of what is asked.

    Keys of two users never meet: the user is part of what is hashed, and a hash keeps whatever a client
    puts into its keys out of the database. The digest covers method, path and the canonical body.
    """
    asked = body_digest(request.method or "", request.path, request.data)
    header = stated_key(request)
    if header is None:
        return None, asked
    return key_of(request.user.pk, header), asked


def key_of(account: UUID | None, header: str) -> str:
    """The key by which an account's `Idempotency-Key` is known here, 64 hex characters."""
    return hashlib.sha256(f"{account}\n{header}".encode()).hexdigest()


def stated_key(request: HttpRequest | Request | Plain) -> str | None:
    """`Idempotency-Key` as it was sent, None without; raises InvalidIdempotencyKey."""
    header: str | None = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if header is not None and not _KEY.fullmatch(header):
        raise InvalidIdempotencyKey
    return header


def body_digest(method: str, path: str, body: Any) -> str:
    """SHA-256 (hex) of a request, equal for bodies that differ only in the order of keys and in spaces."""
    canonical = orjson.dumps([method, path, body], option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(canonical).hexdigest()

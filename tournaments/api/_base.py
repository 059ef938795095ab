"""What every view here starts from."""

from __future__ import annotations

from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from games.services import Answer, Asked
from truco_api.accounts.authentication import account
from truco_api.accounts.models import User
from truco_api.http.conditional import etag, required_version
from truco_api.http.idempotency import idempotency_key
from truco_api.http.schema import IDEMPOTENCY_KEY

Row = TypeVar("Row", bound=Model)

COMMAND = [
    IDEMPOTENCY_KEY,
    OpenApiParameter(
        "If-Match",
        OpenApiTypes.STR,
        OpenApiParameter.HEADER,
        description='The version that was seen, in quotation marks: `"17"`. If it is given and stale: 412.',
    ),
]
"""The headers that every command on a championship takes."""


class MemberView(GenericAPIView[Any]):
    """For signed-in accounts only."""

    permission_classes = [IsAuthenticated]
    cursor_ordering: tuple[str, ...] = ("-created_at", "-id")


class OpenView(GenericAPIView[Any]):
    """Anybody reads, accounts write."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    cursor_ordering: tuple[str, ...] = ("-created_at", "-id")


class PublicView(GenericAPIView[Any]):
    """Read without a login."""

    permission_classes = [AllowAny]


def reader(request: Request) -> User | None:
    """The account that asks, or None without a login."""
    return request.user if isinstance(request.user, User) else None


def rows_of(view: GenericAPIView[Any], rows: QuerySet[Row]) -> list[Row]:
    """The rows of the page that is asked for."""
    return view.paginate_queryset(rows) or []


def page(view: GenericAPIView[Any], rows: QuerySet[Any], serializer: type[BaseSerializer[Any]]) -> Response:
    """One page of the rows, by cursor."""
    return view.get_paginated_response(serializer(rows_of(view, rows), many=True).data)


def asked(request: Request) -> Asked:
    """Who asks for a command, with their idempotency key, and the version they have seen if they say so."""
    key, digest = idempotency_key(request)
    expected = required_version(request) if "If-Match" in request.headers else None
    return Asked(account(request).actor, key, digest, expected)


def valid(serializer: BaseSerializer[Any]) -> dict[str, Any]:
    """The validated body, or the errors by field."""
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def answered(answer: Answer) -> Response:
    """A command's answer, with the championship's version as its entity tag."""
    return Response(answer.body, answer.status, headers={"ETag": etag(answer.body["version"])})

"""What every view here starts from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from games.api import _base as commands
from games.services import Answer, Asked
from truco_api.accounts.models import User
from truco_api.http.conditional import etag, is_fresh, required_version
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


def answered(told: Answer) -> Response:
    """A command's answer, with the version it led to."""
    return Response(told.body, status=told.status, headers={"ETag": etag(told.body["version"])})


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
    seen = required_version(request) if "If-Match" in request.headers else None
    return commands.asked(request, version=seen)


def valid(serializer: BaseSerializer[Any]) -> dict[str, Any]:
    """The validated body, or the errors by field."""
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def versioned(request: Request, version: int, document: Callable[[], Any]) -> Response:
    """The document of this version with its entity tag; 304, without making it, for who has it already."""
    headers = {"ETag": etag(version)}
    if is_fresh(request, version):
        return Response(status=status.HTTP_304_NOT_MODIFIED, headers=headers)
    return Response(document(), headers=headers)

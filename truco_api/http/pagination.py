"""Lists by cursor: pages that neither skip nor repeat while rows are being added."""

from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from rest_framework import pagination
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.views import APIView
from typing_extensions import override

from truco_api.http.errors import InvalidCursor

_LINK: Final[dict[str, Any]] = {"type": ["string", "null"], "format": "uri"}


class CursorPagination(pagination.CursorPagination):
    """Pages of `{next, previous, results}`; `?limit=` up to 200.

    Newest first by primary key unless the view says `cursor_ordering = ("-created_at", "-id")`. The first
    field leads the cursor and should be unique or nearly so; the last should make the order total.
    """

    page_size = 50
    max_page_size = 200
    page_size_query_param = "limit"
    ordering = "-pk"

    @override
    def get_ordering(self, request: Request, queryset: QuerySet[Model], view: APIView) -> tuple[str, ...]:
        """The view's `cursor_ordering`, or newest first."""
        declared = getattr(view, "cursor_ordering", None)
        if declared is not None:
            return (declared,) if isinstance(declared, str) else tuple(declared)
        return tuple(super().get_ordering(request, queryset, view))

    @override
    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """A page as it is answered: there is always word of the next and the previous one, if only null."""
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {
                "next": _LINK | {"description": "The next page; null on the last one."},
                "previous": _LINK | {"description": "The page before; null on the first one."},
                "results": schema,
            },
        }

    @override
    def paginate_queryset(
        self, queryset: Any, request: Request, view: APIView | None = None
    ) -> list[Any] | None:
        """One page; InvalidCursor for a cursor that this list did not give."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except (NotFound, ValidationError, ValueError, TypeError) as error:
            if self.cursor_query_param not in request.query_params:
                raise
            raise InvalidCursor from error

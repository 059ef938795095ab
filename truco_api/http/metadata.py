"""What OPTIONS answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.metadata import BaseMetadata
from typing_extensions import override

if TYPE_CHECKING:  # At run time these modules are still importing this one.
    from rest_framework.request import Request
    from rest_framework.views import APIView


class NoMetadata(BaseMetadata):
    """Nothing beyond the header `Allow`: what an address takes and gives stands at /api/schema/."""

    @override
    def determine_metadata(self, request: Request, view: APIView) -> dict[str, Any]:
        """An empty object."""
        return {}

"""Checkpoints over REST: for everybody, without an account."""

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from truco_api.checkpoints import proofs, statements
from truco_api.checkpoints.api.serializers import (
    AfterSerializer,
    CheckpointListSerializer,
    CheckpointSerializer,
    ConsistencySerializer,
    LeavesSerializer,
    PageSerializer,
    SigningKeysSerializer,
)
from truco_api.checkpoints.models import Signed


class PublicView(APIView):
    """For everybody."""

    permission_classes = [AllowAny]


class CheckpointsView(PublicView):
    """All checkpoints."""

    @extend_schema(
        operation_id="checkpoints_list", parameters=[PageSerializer], responses=CheckpointListSerializer
    )
    def get(self, request: Request) -> Response:
        """The newest first. Each names the hash of the one before, so a gap would show."""
        asked = PageSerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        rows = Signed.objects.order_by("-number")
        if "before" in asked.validated_data:
            rows = rows.filter(number__lt=asked.validated_data["before"])
        page = rows[: asked.validated_data["limit"]]
        return Response(
            {"results": [statements.written(row.statement, row.signatures).json() for row in page]}
        )


class LatestView(PublicView):
    """The newest checkpoint."""

    @extend_schema(operation_id="checkpoints_latest", responses=CheckpointSerializer)
    def get(self, _request: Request) -> Response:
        """The one to keep. 404 `not_sealed_yet` before there is any."""
        return Response(proofs.latest().json())


class CheckpointView(PublicView):
    """One checkpoint."""

    @extend_schema(operation_id="checkpoints_one", responses=CheckpointSerializer)
    def get(self, _request: Request, number: int) -> Response:
        """By its number."""
        return Response(proofs.at(number).json())


class ConsistencyView(PublicView):
    """Two checkpoints."""

    @extend_schema(operation_id="checkpoints_consistency", responses=ConsistencySerializer)
    def get(self, _request: Request, before: int, number: int) -> Response:
        """The proof that between them leaves were only added."""
        return Response(proofs.consistency_json(before, number))


class EntriesView(PublicView):
    """The leaves of the tree."""

    @extend_schema(
        operation_id="checkpoints_entries",
        parameters=[AfterSerializer],
        responses=LeavesSerializer,
    )
    def get(self, request: Request) -> Response:
        """From `start` on, up to `limit`: to compute the roots, and see that every stream only grows."""
        asked = AfterSerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        return Response({"entries": proofs.entries_json(**asked.validated_data)})


class KeysView(PublicView):
    """The keys."""

    @extend_schema(operation_id="checkpoints_keys", responses=SigningKeysSerializer)
    def get(self, _request: Request) -> Response:
        """Every key that has signed a checkpoint, the newest first. Compare the id with what you know."""
        return Response({"keys": proofs.keys_json()})

"""The sealed history of a championship over REST."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api._base import PublicView
from tournaments.api.public import seen
from tournaments.codec import stream_of
from truco_api.checkpoints import proofs
from truco_api.checkpoints.api.serializers import ProofSerializer


@extend_schema(tags=["public"])
class ProofView(PublicView):
    """The proof that a championship is sealed."""

    serializer_class = ProofSerializer

    @extend_schema(operation_id="championships_proof", responses=ProofSerializer)
    def get(self, request: Request, championship_id: UUID) -> Response:
        """Its newest head in the newest checkpoint. 404 `not_sealed_yet` in its first minute."""
        seen(request, championship_id)
        return Response(proofs.proof_json(stream_of(championship_id)))

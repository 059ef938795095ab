"""The sealed history of a championship over REST."""

from __future__ import annotations

from uuid import UUID

from django.http import StreamingHttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import bundles
from tournaments.api._base import PublicView, reader
from tournaments.api.public import seen
from tournaments.codec import stream_of
from truco_api.checkpoints import proofs
from truco_api.checkpoints.api.files import as_file
from truco_api.checkpoints.api.serializers import BundleSerializer, ProofSerializer


@extend_schema(tags=["public"])
class ProofView(PublicView):
    """The proof that a championship is sealed."""

    serializer_class = ProofSerializer

    @extend_schema(operation_id="championships_proof", responses=ProofSerializer)
    def get(self, request: Request, championship_id: UUID) -> Response:
        """Its newest head in the newest checkpoint. 404 `not_sealed_yet` in its first minute."""
        seen(request, championship_id)
        return Response(proofs.proof_json(stream_of(championship_id)))


@extend_schema(tags=["public"])
class ChampionshipAuditView(PublicView):
    """The bundle of a championship."""

    serializer_class = BundleSerializer

    @extend_schema(operation_id="championships_audit", responses=BundleSerializer)
    def get(self, request: Request, championship_id: UUID) -> StreamingHttpResponse:
        """Regulation, events, games, proofs and signatures in one file: `python check_truco.py FILE`.

        What is private is in it for officials, and for others as hashes; hidden cards when a game has ended.
        """
        row = seen(request, championship_id)
        text = bundles.championship_bundle(row, reader(request))
        return as_file(text, f"championship-{championship_id}.json")


@extend_schema(tags=["matches"])
class MatchAuditView(PublicView):
    """The bundle of a match."""

    serializer_class = BundleSerializer

    @extend_schema(operation_id="matches_audit", responses=BundleSerializer)
    def get(self, request: Request, championship_id: UUID, match_id: str) -> StreamingHttpResponse:
        """The championship's own history and the games of this match in one file."""
        row = seen(request, championship_id)
        text = bundles.match_bundle(row, match_id, reader(request))
        return as_file(text, f"match-{championship_id}-{match_id}.json")

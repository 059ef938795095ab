"""The sealed history of a game over REST."""

from uuid import UUID

from django.http import StreamingHttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import bundles
from games.api._base import viewer
from games.spectating import sight
from games.states import stream_of
from truco_api.checkpoints import proofs
from truco_api.checkpoints.api.files import as_file
from truco_api.checkpoints.api.serializers import BundleSerializer, ProofSerializer


class ProofView(APIView):
    """The proof that a game is sealed."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="games_proof", responses=ProofSerializer)
    def get(self, request: Request, game_id: UUID) -> Response:
        """The game's newest head in the newest checkpoint. 404 `not_sealed_yet` in its first minute."""
        version = sight(game_id, viewer(request)).state.version
        return Response(proofs.proof_json(stream_of(game_id), version))


class AuditView(APIView):
    """The bundle of a game."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="games_audit", responses={200: BundleSerializer})
    def get(self, request: Request, game_id: UUID) -> StreamingHttpResponse:
        """All that is needed to check the game without the server, in one file: `python check_truco.py FILE`.

        Hidden cards are in it when the game has ended; before that only hashes of them. The program stands at
        `/static/check_truco.py`; docs/sealed-history.md describes both.
        """
        return as_file(bundles.game_bundle(game_id, viewer(request)), f"game-{game_id}.json")

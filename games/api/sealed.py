"""The sealed history of a game over REST."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.states import latest, stream_of
from truco_api.checkpoints import proofs
from truco_api.checkpoints.api.serializers import ProofSerializer


class ProofView(APIView):
    """The proof that a game is sealed."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="games_proof", responses=ProofSerializer)
    def get(self, _request: Request, game_id: UUID) -> Response:
        """The game's newest head in the newest checkpoint. 404 `not_sealed_yet` in its first minute."""
        latest(game_id)
        return Response(proofs.proof_json(stream_of(game_id)))

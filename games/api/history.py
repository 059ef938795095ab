"""Looking back over REST: hands, records, replays, states of the past, and verdicts on records."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import hands, queries
from games.api._base import viewer
from games.api.hand_serializers import (
    GameStateSerializer,
    HandListSerializer,
    HandReplaySerializer,
    RecordSerializer,
    RecordWishSerializer,
    VerdictSerializer,
)
from games.api.serializers import checked
from games.rules.record import read_record, verdict
from truco_api.http.judgements import JudgementThrottle
from truco_api.http.shapes import ref


class HandsView(APIView):
    """The hands of a game."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="games_hands", responses=HandListSerializer)
    def get(self, request: Request, game_id: UUID) -> Response:
        """Every hand in short: score before and after, who won it and how."""
        return Response({"hands": hands.hands_json(game_id, viewer(request))})


class RecordView(APIView):
    """One hand as data."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="games_hand_record", parameters=[RecordWishSerializer], responses=RecordSerializer
    )
    def get(self, request: Request, game_id: UUID, number: int) -> Response:
        """The hand record. It shows every card, so there is none before the game has ended (409)."""
        wish = checked(RecordWishSerializer, request.query_params)
        record = hands.record_json(game_id, number, viewer(request), with_signals=wish["signals"])
        return Response(record)


class ReplayView(APIView):
    """One hand step by step."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="games_hand_replay", responses=HandReplaySerializer)
    def get(self, request: Request, game_id: UUID, number: int) -> Response:
        """What happened at each step and why, in the caller's language, as the caller may see it.

        While the game lasts, cards that the caller may not see are left out; afterwards all are open.
        """
        return Response(hands.replay_json(game_id, number, viewer(request)))


class StateView(APIView):
    """A game as it was."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="games_state", responses=GameStateSerializer)
    def get(self, request: Request, game_id: UUID, version: int) -> Response:
        """The state after any version's event, as the caller may see it today."""
        return Response(queries.state_json(game_id, viewer(request), version))


class VerdictsView(APIView):
    """Judging hands that were played anywhere."""

    permission_classes = [AllowAny]
    throttle_classes = [JudgementThrottle]

    @extend_schema(
        operation_id="verdicts_judge",
        request={"application/json": ref("Record")},
        responses=VerdictSerializer,
    )
    def post(self, request: Request) -> Response:
        """The verdict on one hand record; 422 naming the field for one that cannot be read."""
        return Response(verdict(read_record(request.data)))

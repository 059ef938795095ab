"""Fair deals over REST: promising and giving seeds, and checking a hand."""

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import fairness, policies, services
from games.api._base import answer, asked, viewer
from games.api.deal_serializers import AnchorSerializer, FairnessSerializer, SeedSerializer
from games.api.serializers import ActedSerializer, checked
from truco_api.http.schema import IDEMPOTENCY_KEY


class PromiseView(APIView):
    """The promise of a device."""

    @extend_schema(
        operation_id="games_promise_seeds",
        request=AnchorSerializer,
        responses=ActedSerializer,
        parameters=[IDEMPOTENCY_KEY],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Promise the seeds of a chain, from the next commitment on.

        One promise a hand: 409 `promise_stands` while another has not counted yet.
        """
        anchor = checked(AnchorSerializer, request.data)["anchor"]
        by = asked(request)
        seat_for = policies.own_seat(by.actor)
        return answer(services.promise_seeds(game_id=game_id, anchor=anchor, seat_for=seat_for, by=by))


class SeedsView(APIView):
    """The seeds of devices."""

    @extend_schema(
        operation_id="games_give_seed",
        request=SeedSerializer,
        responses=ActedSerializer,
        parameters=[IDEMPOTENCY_KEY],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Give the promised seed for the hand that is committed to; it may come along with an action as well.

        422 `seed_unfit` when it does not lead to what was promised. No version is named, and none gets stale
        by a seed.
        """
        given = checked(SeedSerializer, request.data)
        by = asked(request)
        seed = services.Seed(given["hand"], given["seed"])
        seat_for = policies.own_seat(by.actor)
        return answer(services.give_seed(game_id=game_id, seed=seed, seat_for=seat_for, by=by))


class FairnessView(APIView):
    """The deal of one hand."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="games_hand_fairness", responses=FairnessSerializer)
    def get(self, request: Request, game_id: UUID, number: int) -> Response:
        """All that is needed to check the deal: commitment, promises, seeds, cut; once revealed, the secret.

        A hand that is committed to and not dealt yet can be seen as well, as far as it has come.
        """
        return Response(fairness.fairness_json(game_id, number, viewer(request)))

"""Quick match over REST."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import queries, services
from games.api.cards import Described
from games.api.serializers import ClockTermsSerializer, checked
from games.errors import MatchRequestNotFound
from games.models import MatchRequest
from games.services.quick import LONGEST_PATIENCE, PATIENCE_SECONDS
from truco_api.accounts.authentication import account


class WishSerializer(Described):
    """The game that is wanted."""

    variant = serializers.CharField(max_length=40)
    players = serializers.IntegerField(min_value=2, max_value=8)
    options = serializers.DictField(
        required=False, help_text="Only those that differ from the variant's own."
    )
    clock = ClockTermsSerializer(required=False)


class NewMatchRequestSerializer(WishSerializer):
    """A wish to play at once."""

    seconds = serializers.IntegerField(
        default=PATIENCE_SECONDS, min_value=1, max_value=LONGEST_PATIENCE, help_text="Wait no longer."
    )
    fill_with_bots = serializers.BooleanField(
        default=False, help_text="When nobody was found in time, play with bots."
    )


class MatchRequestSerializer(serializers.ModelSerializer[MatchRequest]):
    """Somebody who waits, and what became of it."""

    wish = WishSerializer()

    class Meta:
        model = MatchRequest
        fields = [
            "id",
            "status",
            "wish",
            "strength",
            "fill_with_bots",
            "created_at",
            "expires_at",
            "game",
        ]
        read_only_fields = fields


class QuickMatchesView(APIView):
    """Finding others to play with at once."""

    @extend_schema(
        operation_id="quick_matches_request",
        request=NewMatchRequestSerializer,
        responses={201: MatchRequestSerializer},
        tags=["games"],
    )
    def post(self, request: Request) -> Response:
        """Wait for others who want the same game and are about as strong; the longer, the less it matters.

        Asked again while you wait for the same, it is the same request. When `status` is `matched`, `game`
        has begun; one's own stream tells of it (`match_found/1`).
        """
        wish: dict[str, Any] = checked(NewMatchRequestSerializer, request.data)
        asked = services.request_match(
            user=account(request),
            seconds=wish.pop("seconds"),
            fill_with_bots=wish.pop("fill_with_bots"),
            wish=wish,
            now=queries.now(),
        )
        return Response(MatchRequestSerializer(asked).data, status=201)


class QuickMatchView(APIView):
    """One request for a quick match."""

    @extend_schema(operation_id="quick_matches_get", responses=MatchRequestSerializer, tags=["games"])
    def get(self, request: Request, request_id: UUID) -> Response:
        """What became of one's own request."""
        asked = MatchRequest.objects.filter(id=request_id, user=account(request)).first()
        if asked is None:
            raise MatchRequestNotFound
        return Response(MatchRequestSerializer(asked).data)

    @extend_schema(
        operation_id="quick_matches_cancel", request=None, responses=MatchRequestSerializer, tags=["games"]
    )
    def delete(self, request: Request, request_id: UUID) -> Response:
        """Wait no longer. If a game was found meanwhile, `status` stays `matched`."""
        asked = services.cancel_match(user=account(request), request_id=request_id)
        return Response(MatchRequestSerializer(asked).data)

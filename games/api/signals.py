"""Signals over REST: given, and read by whoever saw them."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import policies, services, signals
from games.api._base import asked, viewer
from games.api.cards import Described
from games.api.play import named_seat
from games.api.serializers import checked
from games.rules.errors import InvalidMove
from games.rules.moves import from_json
from games.rules.signals import SIGNAL_TYPES
from truco_api.errors import gettext_noop as _
from truco_api.http.schema import IDEMPOTENCY_KEY


class NewSignalSerializer(Described):
    """A signal to give, or a player to watch from now on."""

    type = serializers.CharField(help_text="`signal` or `watch`.")
    sign = serializers.CharField(required=False, help_text="The code of a signal of the variant.")
    target = serializers.IntegerField(required=False, min_value=0, help_text="The seat to watch.")


class SignalDataSerializer(Described):
    """What was signalled, or who turned to whom; `game_version` is the game's last event before it."""

    seat = serializers.IntegerField()
    sign = serializers.CharField(required=False)
    target = serializers.IntegerField(required=False)
    game_version = serializers.IntegerField()
    seen_by = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text="Told when the game has ended."
    )


class SignalSeenSerializer(Described):
    """A signal as one viewer saw it; `number` counts what this viewer saw."""

    number = serializers.IntegerField()
    type = serializers.CharField(help_text="`signal_given/1` or `watch_turned/1`.")
    at = serializers.DateTimeField()

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """With `data`, which serializers keep for themselves."""
        return {**super().get_fields(), "data": SignalDataSerializer()}


class SignalListSerializer(Described):
    """Signals in the order of their numbers."""

    signals = SignalSeenSerializer(many=True)
    watching = serializers.IntegerField(allow_null=True, help_text="Whom you watch; null where none need be.")


class SignalCursorSerializer(Described):
    """From which of one's own numbers on."""

    after = serializers.IntegerField(default=0, min_value=0, max_value=2**31 - 1)


class SignalsView(APIView):
    """The signals of a game. They change nothing in it, and may be false."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="games_signals", parameters=[SignalCursorSerializer], responses=SignalListSerializer
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        """The signals that the caller saw, at most 200 at once: ask again after the last number.

        Nobody learns of what they did not see, until the game has ended: then all of it lies open.
        """
        after = checked(SignalCursorSerializer, request.query_params)["after"]
        return Response(signals.signals_json(game_id, viewer(request), after))

    @extend_schema(
        operation_id="games_signal",
        request=NewSignalSerializer,
        responses={201: SignalSeenSerializer},
        parameters=[IDEMPOTENCY_KEY],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Give a signal, or watch another player. No more than five in ten seconds."""
        by = asked(request)
        move = from_json(request.data)
        if move.type not in SIGNAL_TYPES:
            raise InvalidMove(field="type", reason=_("it is no signal"))
        seat_for = policies.own_seat(by.actor, named_seat(request))
        tell = services.as_signal
        told = services.signal(game_id=game_id, move=move, seat_for=seat_for, by=by, tell=tell)
        return Response(told.body, status=told.status)

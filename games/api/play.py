"""Playing over REST: acting, following, giving up."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import policies, services, waiting
from games.api._base import answer, asked, viewer
from games.api.deal_serializers import SeedSerializer
from games.api.serializers import (
    ActedSerializer,
    CursorSerializer,
    GameEventsSerializer,
    ResignationSerializer,
    checked,
)
from games.rules.errors import InvalidMove
from games.rules.moves import from_json, to_json
from games.rules.signals import SIGNAL_TYPES
from truco_api.accounts.api.stateless import StatelessView
from truco_api.accounts.authentication import account
from truco_api.devicekeys.api.serializers import ActionSignatureSerializer
from truco_api.devicekeys.signed import Signed, require_key
from truco_api.errors import gettext_noop as _
from truco_api.http.conditional import required_version
from truco_api.http.schema import IDEMPOTENCY_KEY, IF_MATCH
from truco_api.http.shapes import ref

Data = dict[str, Any]


class ActionsView(StatelessView):
    """The actions of one's own seat."""

    @extend_schema(
        operation_id="games_act",
        request={"application/json": ref("Action")},
        responses=ActedSerializer,
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Act, upon the version that `If-Match` names. `view.legal` lists all that is legal.

        A stale version is answered with 412, `current_version` and the `events` that were missed. A signal is
        taken as well, whatever the version, and changes nothing here: `GET …/signals/` tells of signals.
        """
        by = asked(request, version=required_version(request))
        body, seed, signature = _parted(request.data)
        move = from_json(body)
        seat_for = policies.own_seat(by.actor, named_seat(request))
        if move.type in SIGNAL_TYPES:
            for name, value in (("seed", seed), ("signature", signature)):
                if value is not None:
                    raise InvalidMove(field=name, reason=_("this action does not carry it"))
            tell = services.as_action
            return answer(services.signal(game_id=game_id, move=move, seat_for=seat_for, by=by, tell=tell))
        version = by.expected_version
        signed = signed_by(request, game_id, to_json(move), signature, version) if signature else None
        act = services.act
        return answer(act(game_id=game_id, move=move, seat_for=seat_for, by=by, seed=seed, signed=signed))


class ResignView(APIView):
    """The end of a game by one's own wish."""

    @extend_schema(
        operation_id="games_resign",
        request=ResignationSerializer,
        responses=ActedSerializer,
        parameters=[IDEMPOTENCY_KEY],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Give the whole game up for one's team. A body is needed only to sign it."""
        by = asked(request)
        given = checked(ResignationSerializer, request.data).get("signature")
        signed = signed_by(request, game_id, {"type": "resign"}, given, None) if given else None
        seat_for = policies.own_seat(by.actor)
        return answer(services.resign(game_id=game_id, seat_for=seat_for, by=by, signed=signed))


class EventsView(StatelessView):
    """What happened in a game."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="games_events", parameters=[CursorSerializer], responses=GameEventsSerializer)
    def get(self, request: Request, game_id: UUID) -> Response:
        """The events after a version, as the caller may see them; waits for one if asked to.

        At most 200 at once: ask again after the last. To wait for long, or to be sent them as they
        happen, use the game's `events_url` and `stream_url`.
        """
        cursor = checked(CursorSerializer, request.query_params)
        events = waiting.events(game_id, viewer(request), after=cursor["after"], seconds=cursor["wait"])
        return Response({"events": events})


def named_seat(request: Request) -> int | None:
    """The seat that the action names, if it does: it may only be one's own."""
    seat = request.data.get("seat") if isinstance(request.data, dict) else None
    if seat is not None and type(seat) is not int:
        raise InvalidMove(field="seat", reason=_("it is of the wrong kind"))
    return seat


def signed_by(request: Request, game_id: UUID, move: Data, signature: Data, version: int | None) -> Signed:
    """The signature under a move, by a key of the caller's; SigningKeyUnknown if it is none of theirs."""
    require_key(account(request).pk, signature["key"])
    return Signed(signature["key"], signature["value"], signature.get("nonce"), game_id, move, version)


def _parted(body: Any) -> tuple[Any, services.Seed | None, Data | None]:
    """The action itself, and the seed and the signature that came along with it."""
    if not isinstance(body, dict) or (body.get("seed") is None and body.get("signature") is None):
        return body, None, None
    action = {name: value for name, value in body.items() if name not in ("seed", "signature")}
    seed = signature = None
    if body.get("seed") is not None:
        given = checked(SeedSerializer, body["seed"])
        seed = services.Seed(given["hand"], given["seed"])
    if body.get("signature") is not None:
        signature = checked(ActionSignatureSerializer, body["signature"])
    return action, seed, signature

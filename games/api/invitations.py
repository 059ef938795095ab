"""Invitations to tables over REST."""

from io import BytesIO
from typing import Any
from uuid import UUID

import segno
from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import policies, queries, services
from games.api._base import answer, asked, viewer
from games.api.cards import Described
from games.api.deal_serializers import value
from games.api.serializers import GameSerializer, ListedGameSerializer, checked
from games.models import Invitation
from games.services.invitations import LONGEST_SECONDS
from truco_api.accounts.authentication import account
from truco_api.accounts.models import User
from truco_api.accounts.throttling import AttemptThrottle
from truco_api.errors import NotFound
from truco_api.http.schema import IDEMPOTENCY_KEY


class InvitationThrottle(AttemptThrottle):
    """Codes tried from one address."""

    scope = "invitation"


class NewTableInvitationSerializer(Described):
    """Whom to invite, and for how long it holds."""

    to = serializers.CharField(
        required=False,
        allow_null=True,
        max_length=150,
        help_text="The name of an account; else whoever has the code.",
    )
    seconds = serializers.IntegerField(default=86_400, min_value=60, max_value=LONGEST_SECONDS)


class TableInvitationSerializer(serializers.ModelSerializer[Invitation]):
    """An invitation."""

    by = serializers.CharField(source="by.shown_name")
    to = serializers.CharField(source="to.shown_name", allow_null=True, default=None)
    link = serializers.SerializerMethodField(help_text="A page about it, to be sent to somebody.")
    qr = serializers.SerializerMethodField(help_text="The link as a picture (SVG).")

    class Meta:
        model = Invitation
        fields = ["id", "game", "code", "by", "to", "created_at", "expires_at", "link", "qr"]
        read_only_fields = fields

    def get_link(self, invitation: Invitation) -> str:
        """The page's address."""
        return link_of(self.context["request"], invitation)

    def get_qr(self, invitation: Invitation) -> str:
        """The picture's address."""
        path = reverse("invitation-qr", kwargs={"code": invitation.code})
        return str(self.context["request"].build_absolute_uri(path))


class TableInvitationListSerializer(Described):
    """Invitations that still hold, the newest first."""

    invitations = TableInvitationSerializer(many=True)


class InvitedSerializer(Described):
    """An invitation and the table it leads to."""

    invitation = TableInvitationSerializer()
    game = ListedGameSerializer()


class AcceptSerializer(Described):
    """Where to sit; without a number, at the first place that is free."""

    seat = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=7)
    anchor = value("The promise of your device's seeds.", required=False, allow_null=True)


class GameInvitationsView(APIView):
    """One's own invitations to a table."""

    @extend_schema(operation_id="games_invitations", responses=TableInvitationListSerializer)
    def get(self, request: Request, game_id: UUID) -> Response:
        """Those that still hold."""
        found = services.invitations_by(account(request), game_id, queries.now())
        return Response({"invitations": _written(found, request, many=True)})

    @extend_schema(
        operation_id="games_invite",
        request=NewTableInvitationSerializer,
        responses={201: TableInvitationSerializer},
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Invite somebody by name, or make a code for whoever gets it; as who opened the table or sits there.

        Who is invited by name is told on their own stream (`invited/1`), and only they can use the code.
        """
        wish = checked(NewTableInvitationSerializer, request.data)
        user = account(request)
        to = _named(wish["to"]) if wish.get("to") else None
        invitation = services.invite(
            game_id=game_id,
            by=user,
            to=to,
            seconds=wish["seconds"],
            may=policies.may_invite(user.actor),
            now=queries.now(),
        )
        return Response(_written(invitation, request), status=201)


class GameInvitationView(APIView):
    """One of one's own invitations."""

    @extend_schema(operation_id="games_withdraw_invitation", request=None, responses={204: None})
    def delete(self, request: Request, game_id: UUID, invitation_id: UUID) -> Response:
        """Take it back: its code leads nowhere any more."""
        services.withdraw_invitation(
            game_id=game_id, invitation_id=invitation_id, by=account(request), now=queries.now()
        )
        return Response(status=204)


class OwnInvitationsView(APIView):
    """Invitations to oneself."""

    @extend_schema(operation_id="games_invited", responses=TableInvitationListSerializer)
    def get(self, request: Request) -> Response:
        """Those that still hold."""
        found = services.invitations_to(account(request), queries.now())
        return Response({"invitations": _written(found, request, many=True)})


class InvitationView(APIView):
    """An invitation by its code."""

    permission_classes = [AllowAny]
    throttle_classes = [InvitationThrottle]

    @extend_schema(operation_id="table_invitations_get", responses=InvitedSerializer, tags=["games"])
    def get(self, request: Request, code: str) -> Response:
        """Who invites to which table, as far as the caller may see it."""
        invitation = services.find_invitation(code, user=_caller(request), now=queries.now())
        game = queries.listed(invitation.game, viewer(request))
        body = {"invitation": _written(invitation, request), "game": ListedGameSerializer(game).data}
        return Response(body)

    @extend_schema(
        operation_id="table_invitations_accept",
        tags=["games"],
        request=AcceptSerializer,
        responses=GameSerializer,
        parameters=[IDEMPOTENCY_KEY],
    )
    def post(self, request: Request, code: str) -> HttpResponse:
        """Sit down, as invited."""
        wish = checked(AcceptSerializer, request.data)
        user = account(request)
        told = services.accept_invitation(
            code=code,
            user=user,
            seat=wish.get("seat"),
            anchor=wish.get("anchor"),
            may=policies.is_free,
            by=asked(request),
            now=queries.now(),
        )
        return answer(told)


class InvitationQrView(APIView):
    """The link as a picture."""

    permission_classes = [AllowAny]
    throttle_classes = [InvitationThrottle]

    @extend_schema(
        operation_id="table_invitations_qr",
        tags=["games"],
        responses={(200, "image/svg+xml"): OpenApiTypes.STR},
    )
    def get(self, request: Request, code: str) -> HttpResponse:
        """An SVG with a QR code of the invitation's link."""
        invitation = services.find_invitation(code, user=_caller(request), now=queries.now())
        picture = BytesIO()
        segno.make(link_of(request, invitation), error="m").save(picture, kind="svg", scale=8, xmldecl=False)
        return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


def link_of(request: Request, invitation: Invitation) -> str:
    """The address of the page about an invitation."""
    return str(request.build_absolute_uri(reverse("join", kwargs={"code": invitation.code})))


def _written(found: Any, request: Request, *, many: bool = False) -> Any:
    return TableInvitationSerializer(found, many=many, context={"request": request}).data


def _named(name: str) -> User:
    try:
        return User.objects.get_by_natural_key(name)
    except User.DoesNotExist:
        raise NotFound from None


def _caller(request: Request) -> User | None:
    return request.user if isinstance(request.user, User) else None

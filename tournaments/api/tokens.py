"""Tokens for a club's own programs, for its owners and organizers."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import policies
from tournaments.api._base import MemberView, page, valid
from tournaments.queries import clubs as queries
from truco_api.accounts import api_tokens
from truco_api.accounts.api.serializers import no_controls
from truco_api.accounts.authentication import account
from truco_api.accounts.models import ApiToken, Scope

_LONGEST_DAYS = 730


class ClubTokenSerializer(serializers.ModelSerializer[ApiToken]):
    """A token of a club's program, without the token itself."""

    made_by = serializers.CharField(source="user.shown_name", read_only=True)
    scopes = serializers.ListField(child=serializers.ChoiceField(Scope.choices), read_only=True)
    used_at = serializers.DateTimeField(read_only=True, help_text="To the minute; null if it never was.")

    class Meta:
        model = ApiToken
        fields = ["id", "name", "scopes", "made_by", "created_at", "expires_at", "used_at"]
        read_only_fields = ["id", "name", "created_at", "expires_at"]


class NewClubTokenSerializer(serializers.Serializer[Any]):
    """What a token is for, and for how long."""

    name = serializers.CharField(max_length=80, validators=[no_controls], help_text="What program it is for.")
    scopes = serializers.ListField(child=serializers.ChoiceField(Scope.choices), min_length=1, max_length=8)
    days = serializers.IntegerField(min_value=1, max_value=_LONGEST_DAYS, default=365)


class ClubTokenWithSecretSerializer(ClubTokenSerializer):
    """A new token: the only answer that holds it."""

    token = serializers.CharField(read_only=True, help_text="Send it as `Authorization: Bearer <token>`.")

    class Meta(ClubTokenSerializer.Meta):
        fields = [*ClubTokenSerializer.Meta.fields, "token"]


@extend_schema(tags=["club tokens"])
class ClubTokensView(MemberView):
    """The tokens of a club's programs."""

    serializer_class = ClubTokenSerializer

    @extend_schema(operation_id="club_tokens_list", responses=ClubTokenSerializer(many=True))
    def get(self, request: Request, club_id: UUID) -> Response:
        """The club's tokens with their last use, newest first (owner, organizer)."""
        return page(self, api_tokens.of_club(_club(request, club_id)), ClubTokenSerializer)

    @extend_schema(
        operation_id="club_tokens_create",
        request=NewClubTokenSerializer,
        responses={201: ClubTokenWithSecretSerializer},
    )
    def post(self, request: Request, club_id: UUID) -> Response:
        """Make a token (owner, organizer). It acts as you, in this club alone, within its scopes.

        It is shown only now. It ends with your role in the club, when it expires, or when it is taken back.
        """
        club = _club(request, club_id)
        body = valid(NewClubTokenSerializer(data=request.data))
        key, made = api_tokens.make(user=account(request), club=club, now=timezone.now(), **body)
        answer = ClubTokenSerializer(made).data | {"token": key}
        return Response(answer, status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})


@extend_schema(tags=["club tokens"])
class ClubTokenView(MemberView):
    """One token."""

    serializer_class = ClubTokenSerializer

    @extend_schema(operation_id="club_tokens_revoke", responses={204: None})
    def delete(self, request: Request, club_id: UUID, token_id: UUID) -> Response:
        """Take a token back; it is worth nothing from now on (owner, organizer)."""
        api_tokens.revoke(club=_club(request, club_id), token_id=token_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _club(request: Request, club_id: UUID) -> UUID:
    """The club, for those who keep its tokens."""
    club = queries.club(club_id)
    policies.may_keep_tokens(club.id, account(request))
    return club.id

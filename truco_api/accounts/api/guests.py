"""Playing without an account, and claiming one later, over REST."""

from typing import Any

from django.conf import settings
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from truco_api.accounts import guests
from truco_api.accounts.api.serializers import AccountSerializer, PairSerializer, no_controls
from truco_api.accounts.authentication import account
from truco_api.accounts.names import NAME_VALIDATORS
from truco_api.accounts.throttling import ClaimThrottle, SignUpThrottle


class GuestSerializer(serializers.Serializer[Any]):
    """Who wants to play."""

    name = serializers.CharField(max_length=80, validators=[no_controls], help_text="What others read.")
    device = serializers.CharField(max_length=80, allow_blank=True, default="", validators=[no_controls])
    language = serializers.ChoiceField(choices=settings.LANGUAGES, allow_blank=True, default="")


class WelcomeSerializer(PairSerializer):
    """A guest, and the tokens of the device."""

    account = AccountSerializer()


class ClaimAccountSerializer(serializers.Serializer[Any]):
    """What a guest will sign in by from now on."""

    name = serializers.CharField(max_length=150, validators=[*NAME_VALIDATORS])
    password = serializers.CharField(max_length=128, trim_whitespace=False, write_only=True)


class GuestsView(APIView):
    """Guests."""

    authentication_classes = []
    permission_classes = [AllowAny]
    throttle_classes = [SignUpThrottle]

    @extend_schema(
        operation_id="accounts_welcome_guest", request=GuestSerializer, responses={201: WelcomeSerializer}
    )
    def post(self, request: Request) -> Response:
        """Play with a name alone. Keep the refresh token: nothing else leads back to this account."""
        asked = GuestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        user, pair, _ = guests.welcome(**asked.validated_data, now=timezone.now())
        body = pair._asdict() | {"account": AccountSerializer(user).data}
        return Response(body, status=status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})


class ClaimAccountView(APIView):
    """A guest becomes an account like any other."""

    throttle_classes = [ClaimThrottle]

    @extend_schema(operation_id="accounts_claim", request=ClaimAccountSerializer, responses=AccountSerializer)
    def post(self, request: Request) -> Response:
        """Give the guest's account a name and a password. Games, seats and ratings stay what they are.

        An e-mail address, a social account, a second factor are added at `/_allauth/app/v1/` as for anybody.
        """
        asked = ClaimAccountSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        claimed = guests.claim(user=account(request), **asked.validated_data)
        return Response(AccountSerializer(claimed).data)

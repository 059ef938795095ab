"""Accounts over REST."""

from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from truco_api.accounts import devices, services, tokens
from truco_api.accounts.api.serializers import (
    AccountSerializer,
    DeviceSerializer,
    NewAccountSerializer,
    ProfileSerializer,
    SignedInSerializer,
    SignInSerializer,
    SignUpSerializer,
)
from truco_api.accounts.authentication import account
from truco_api.accounts.models import Token
from truco_api.accounts.throttling import SignInNameThrottle, SignInThrottle, SignUpThrottle


class AccountsView(APIView):
    """Signing up."""

    authentication_classes = []
    permission_classes = [AllowAny]
    throttle_classes = [SignUpThrottle]

    @extend_schema(
        operation_id="accounts_sign_up", request=SignUpSerializer, responses={201: NewAccountSerializer}
    )
    def post(self, request: Request) -> Response:
        """Open an account; the device that does so is signed in."""
        asked = SignUpSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        device = asked.validated_data.pop("device")
        user = services.sign_up(**asked.validated_data)
        key, _ = tokens.issue(user=user, device=device, now=timezone.now())
        return Response(AccountSerializer(user).data | {"token": key}, status=status.HTTP_201_CREATED)


class OwnAccountView(APIView):
    """The caller's own account."""

    @extend_schema(operation_id="accounts_me", responses=AccountSerializer)
    def get(self, request: Request) -> Response:
        """One's own account."""
        return Response(AccountSerializer(account(request)).data)

    @extend_schema(operation_id="accounts_change", request=ProfileSerializer, responses=AccountSerializer)
    def patch(self, request: Request) -> Response:
        """Change the display name or the language."""
        asked = ProfileSerializer(data=request.data, partial=True)
        asked.is_valid(raise_exception=True)
        user = services.change_profile(user=account(request), **asked.validated_data)
        return Response(AccountSerializer(user).data)


@extend_schema_view(get=extend_schema(operation_id="accounts_devices"))
class DevicesView(ListAPIView[Token]):
    """The devices that are signed in to the caller's account, the newest first."""

    serializer_class = DeviceSerializer
    queryset = Token.objects.none()
    cursor_ordering = ("-created_at", "-id")

    def get_queryset(self) -> QuerySet[Token]:
        """The caller's own."""
        return Token.objects.filter(user=account(self.request))

    @extend_schema(operation_id="accounts_sign_out_everywhere", responses={204: None})
    def delete(self, request: Request) -> Response:
        """Sign out everywhere: every device, this one too, and every browser."""
        devices.end_all(account(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class DeviceView(APIView):
    """One device."""

    @extend_schema(operation_id="accounts_sign_device_out", responses={204: None})
    def delete(self, request: Request, token_id: UUID) -> Response:
        """Sign a device out, for example a lost one."""
        tokens.revoke(user=account(request), token_id=token_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class TokensView(APIView):
    """Signing in."""

    authentication_classes = []
    permission_classes = [AllowAny]
    throttle_classes = [SignInThrottle, SignInNameThrottle]

    @extend_schema(
        operation_id="accounts_sign_in", request=SignInSerializer, responses={201: SignedInSerializer}
    )
    def post(self, request: Request) -> Response:
        """Sign a device in. Several devices of one account may be signed in at once."""
        asked = SignInSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        key, token = services.sign_in(**asked.validated_data, now=timezone.now())
        body = DeviceSerializer(token).data | {"token": key, "account": AccountSerializer(token.user).data}
        return Response(body, status=status.HTTP_201_CREATED)


class CurrentTokenView(APIView):
    """The device that sends the request."""

    @extend_schema(operation_id="accounts_sign_out", responses={204: None})
    def delete(self, request: Request) -> Response:
        """Sign this device out; its token is worth nothing from now on."""
        Token.objects.filter(user=account(request), pk=request.auth.pk).delete()
        return Response(status=status.HTTP_204_NO_CONTENT)

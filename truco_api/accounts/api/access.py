"""Access tokens over REST."""

from django.conf import settings
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from truco_api.accounts import access, refreshing
from truco_api.accounts.api.serializers import AccessSerializer, PairSerializer, RefreshSerializer
from truco_api.accounts.authentication import account, signed_in
from truco_api.accounts.errors import AccessTokenNotEnough
from truco_api.http.idempotency import stated_key
from truco_api.http.schema import IDEMPOTENCY_KEY


class RefreshView(APIView):
    """The next pair of tokens."""

    authentication_classes = []
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="accounts_refresh",
        request=RefreshSerializer,
        responses=PairSerializer,
        parameters=[IDEMPOTENCY_KEY],
    )
    def post(self, request: Request) -> Response:
        """Exchange a refresh token for the next pair.

        It is good for one use: a second one signs the device out. So send `Idempotency-Key`, a fresh one for
        each exchange: with it a request whose answer was lost may be repeated.
        """
        asked = RefreshSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        pair = refreshing.refresh(**asked.validated_data, key=stated_key(request), now=timezone.now())
        return Response(pair._asdict(), headers={"Cache-Control": "no-store"})


class AccessView(APIView):
    """An access token for a device that has a long-lived one."""

    @extend_schema(operation_id="accounts_access", request=None, responses=AccessSerializer)
    def post(self, request: Request) -> Response:
        """An access token in exchange for the device's long-lived token, which stays as it is."""
        user = account(request)
        device = signed_in(request)
        if device.by_access:
            raise AccessTokenNotEnough
        signed = access.sign(user=user, device=device.pk, now=timezone.now().timestamp())
        body = {"access_token": signed, "expires_in": settings.ACCESS_TOKEN_SECONDS}
        return Response(body, headers={"Cache-Control": "no-store"})

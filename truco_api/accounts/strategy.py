"""How `allauth` tells apps apart, and what it gives them: our devices and our tokens."""

from typing import Any

from allauth.core import context
from allauth.core.internal.httpkit import authenticated_user
from allauth.headless.internal import sessionkit
from allauth.headless.tokens.strategies.base import AbstractTokenStrategy
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.utils import timezone
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from typing_extensions import override

from truco_api.accounts import refreshing, sessions
from truco_api.accounts.authentication import TokenAuthentication
from truco_api.accounts.errors import RefreshTokenInvalid, RefreshTokenReused
from truco_api.accounts.models import Token, User
from truco_api.accounts.tokens import SignedIn
from truco_api.http.idempotency import stated_key

DEVICE_NAME = "X-Device-Name"
_PAIR = "truco_pair"


class DeviceTokens(AbstractTokenStrategy):  # type: ignore[misc]  # the library is not typed
    """While somebody signs in, `X-Session-Token`; from then on a pair of access and refresh token, of which
    the access token opens the addresses of `allauth` as well as ours."""

    @classmethod
    @override
    def openapi_spec(cls) -> dict[str, Any]:
        """With access tokens beside session tokens."""
        spec: dict[str, Any] = super().openapi_spec()
        scheme = {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "JWT",
            "description": "An access token.",
        }
        spec["securitySchemes"]["AccessToken"] = scheme
        spec["security"].insert(-1, {"AccessToken": []})
        return spec

    @override
    def get_session_token(self, request: HttpRequest) -> str | None:
        """The token that the request carries, or that of the session of the device which sends it."""
        stated: str | None = super().get_session_token(request)
        if stated is not None:
            return stated
        device = device_of(request)
        return sessions.of_device(device) if device else None

    @override
    def create_session_token(self, request: HttpRequest) -> str:
        """The key of the session."""
        if not request.session.session_key:
            request.session.save()
        return str(request.session.session_key)

    @override
    def lookup_session(self, session_token: str) -> SessionBase | None:
        """The session of this key, if there is one."""
        found: SessionBase | None = sessionkit.lookup_session(session_token)
        return found

    @override
    def create_access_token_payload(self, request: HttpRequest) -> dict[str, Any]:
        """Somebody has signed in: a new device, and its first pair of tokens.

        The last step of signing in builds its answer twice, so the pair is remembered with the request.
        """
        answer: dict[str, Any] | None = getattr(request, _PAIR, None)
        if answer is None:
            answer = self._new_device(request)._asdict()
            setattr(request, _PAIR, answer)
        return answer

    def _new_device(self, request: HttpRequest) -> refreshing.Pair:
        user = authenticated_user(request)
        assert isinstance(user, User)
        name = request.headers.get(DEVICE_NAME) or request.headers.get("User-Agent", "")
        pair, device = refreshing.sign_in(user=user, device=name[:80], now=timezone.now())
        device.session_key = self.create_session_token(request)
        device.save(update_fields=["session_key"])
        return pair

    @override
    def refresh_token(self, refresh_token: str) -> tuple[str, str] | None:
        """The next access and refresh token, by the rules of `refreshing`."""
        key = stated_key(Request(context.request))
        try:
            pair = refreshing.refresh(refresh_token=refresh_token, key=key, now=timezone.now())
        except (RefreshTokenInvalid, RefreshTokenReused):
            return None
        return pair.access_token, pair.refresh_token


def device_of(request: HttpRequest) -> Token | None:
    """The signed-in device that sends the request: by its tokens, or by the key of its session."""
    key = request.headers.get("X-Session-Token")
    if key:
        return Token.objects.select_related("user").filter(session_key=key).first()
    try:
        found = TokenAuthentication().authenticate(Request(request))
    except AuthenticationFailed:
        return None
    if found is None or not isinstance(found[1], SignedIn):
        return None
    return Token.objects.select_related("user").filter(pk=found[1].pk).first()

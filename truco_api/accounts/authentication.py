"""Who sends the request: `Authorization: Bearer <token>`, or `Token <token>`."""

from datetime import datetime

from django.http import HttpRequest
from django.utils import timezone, translation
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.request import Request
from typing_extensions import override

from truco_api.accounts import access, api_tokens, tokens
from truco_api.accounts.models import User
from truco_api.http.language import states_a_language
from truco_api.http.plain import Plain

_SCHEMES = {b"bearer", b"token"}
Sender = tokens.SignedIn | api_tokens.ByApiToken


class TokenAuthentication(BaseAuthentication):
    """One statement a request: the device's row joined with its user, by its token or by an access token.

    Stateless, an access token is believed as it is, without any statement.
    """

    def __init__(self, *, stateless: bool = False) -> None:
        self._stateless = stateless

    @override
    def authenticate(self, request: Request) -> tuple[User, Sender] | None:
        """The user and the token; None without credentials of ours, so that public addresses stay public."""
        scheme, _, credentials = get_authorization_header(request).partition(b" ")
        if scheme.lower() not in _SCHEMES:
            return None
        token = self._find(request, credentials.decode("latin-1").strip(), timezone.now())
        if token is None:
            raise AuthenticationFailed
        speak(request, token.user.language)
        return token.user, token

    def _find(self, request: Request, key: str, now: datetime) -> Sender | None:
        if key.startswith(api_tokens.PREFIX):
            match = request._request.resolver_match
            address = match.url_name if match else None
            return api_tokens.find(key=key, address=address, method=request.method or "", now=now)
        if not access.looks_like_one(key):
            return tokens.find(key=key, now=now)
        claims = access.read(key, now=now.timestamp())
        return self._believe(claims, now) if claims else None

    def _believe(self, claims: access.Claims, now: datetime) -> tokens.SignedIn | None:
        if self._stateless:
            return tokens.SignedIn(claims.device, claims.user, by_access=True)
        return tokens.find_device(claims=claims, now=now)

    @override
    def authenticate_header(self, request: Request) -> str:
        """What a 401 says about signing in."""
        return 'Bearer realm="api"'


def speak(request: HttpRequest | Request | Plain, language: str) -> None:
    """Answer in the account's language ("" is none), unless the request itself says what it wants."""
    if language and not states_a_language(request):
        translation.activate(language)


def account(request: Request) -> User:
    """The account that sends the request; 401 without one."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def signed_in(request: Request) -> tokens.SignedIn:
    """The device that sends the request; 401 without one."""
    if not isinstance(request.auth, tokens.SignedIn):
        raise NotAuthenticated
    return request.auth

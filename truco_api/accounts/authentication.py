"""Who sends the request: `Authorization: Bearer <token>`, or `Token <token>`."""

from django.utils import timezone, translation
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.request import Request
from typing_extensions import override

from truco_api.accounts import tokens
from truco_api.accounts.models import User
from truco_api.http.language import states_a_language

_SCHEMES = {b"bearer", b"token"}


class TokenAuthentication(BaseAuthentication):
    """One statement a request: the token's row joined with its user."""

    @override
    def authenticate(self, request: Request) -> tuple[User, tokens.SignedIn] | None:
        """The user and the token; None without credentials of ours, so that public addresses stay public."""
        scheme, _, credentials = get_authorization_header(request).partition(b" ")
        if scheme.lower() not in _SCHEMES:
            return None
        token = tokens.find(key=credentials.decode("latin-1").strip(), now=timezone.now())
        if token is None:
            raise AuthenticationFailed
        if token.user.language and not states_a_language(request):
            translation.activate(token.user.language)
        return token.user, token

    @override
    def authenticate_header(self, request: Request) -> str:
        """What a 401 says about signing in."""
        return 'Bearer realm="api"'


def account(request: Request) -> User:
    """The account that sends the request; 401 without one."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user

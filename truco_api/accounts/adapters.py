"""What `allauth` does differently here."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from typing_extensions import override

from truco_api.accounts import devices, sessions
from truco_api.accounts.models import Token, User
from truco_api.accounts.second_factors import SCOPE
from truco_api.eventstore.sealing import seal_text, unseal_text


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # the library is not typed
    """Accounts that read mails in their own language and are signed in by devices."""

    @override
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """As the operator has it."""
        return bool(settings.SIGN_UP_OPEN)

    @override
    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A mail in the language of the account, else in that of the request."""
        user = context.get("user")
        language = user.language if isinstance(user, User) else ""
        with translation.override(language or translation.get_language()):
            super().send_mail(template_prefix, email, context)

    @override
    def logout(self, request: HttpRequest) -> None:
        """End the session and the device that it belongs to."""
        key = request.session.session_key
        super().logout(request)
        if key:
            devices.end(Token.objects.filter(session_key=key))
            sessions.forget([key])


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # the library is not typed
    """Second factors, sealed under keys that are not in the database."""

    @override
    def encrypt(self, text: str) -> str:
        """The text, sealed."""
        return seal_text(text, SCOPE, SCOPE)

    @override
    def decrypt(self, encrypted_text: str) -> str:
        """The text; raises SealBrokenError."""
        return unseal_text(encrypted_text, SCOPE, SCOPE)


class UserSessionsAdapter(DefaultUserSessionsAdapter):  # type: ignore[misc]  # the library is not typed
    """Sessions end together with the devices that they belong to."""

    @override
    def end_sessions(self, sessions_to_end: list[UserSession]) -> None:
        """End these."""
        keys = [session.session_key for session in sessions_to_end]
        devices.end(Token.objects.filter(session_key__in=keys))
        sessions.forget(keys)

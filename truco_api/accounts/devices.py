"""Signing devices out: from one, from another, from everywhere."""

from allauth.usersessions.models import UserSession
from django.db.models import QuerySet

from truco_api.accounts import sessions
from truco_api.accounts.models import Token, User


def end(devices: QuerySet[Token]) -> int:
    """Sign these devices out; how many they were.

    Their tokens are worth nothing from now on, access tokens on the action path once they have expired.
    """
    sessions.forget([key for key in devices.values_list("session_key", flat=True) if key])
    return devices.delete()[1].get(Token._meta.label, 0)


def end_all(user: User, *, but: str | None = None) -> int:
    """Sign the account out everywhere, pages in browsers too; `but` is the key of a session that stays.
    How many devices were signed out."""
    ended = end(user.tokens.exclude(session_key=but) if but else user.tokens.all())
    others = UserSession.objects.filter(user=user)
    sessions.forget(
        list((others.exclude(session_key=but) if but else others).values_list("session_key", flat=True))
    )
    return ended

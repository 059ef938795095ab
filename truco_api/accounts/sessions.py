"""The sessions in which `allauth` keeps where somebody stands in signing in, and what they may do just now.

A device that signed in by `allauth` has one; any other is given one when it first wants to change its
account.
"""

from importlib import import_module
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase

from truco_api.accounts.models import Token


def stored(key: str | None = None) -> SessionBase:
    """The session of this key, or a new one."""
    store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
    return store(session_key=key)


def of_device(device: Token) -> str:
    """The key of the device's session, which is made if there is none (any more)."""
    if device.session_key and SESSION_KEY in stored(device.session_key):
        return device.session_key
    session: Any = stored()
    session[SESSION_KEY] = str(device.user_id)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = device.user.get_session_auth_hash()
    session.create()
    device.session_key = session.session_key
    device.save(update_fields=["session_key"])
    return str(session.session_key)


def forget(keys: list[str]) -> None:
    """End these sessions."""
    for key in keys:
        stored().delete(key)
    UserSession.objects.filter(session_key__in=keys).delete()

"""Tokens: 32 random bytes that a device keeps, of which only the SHA-256 is stored.

A fast hash is enough here: unlike a password, 256 random bits cannot be guessed.
"""

import hashlib
import secrets
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import Q

from truco_api.accounts.models import Token, User
from truco_api.errors import NotFound


def digest(key: str) -> bytes:
    """What is stored of a token."""
    return hashlib.sha256(key.encode()).digest()


def issue(*, user: User, device: str, now: datetime) -> tuple[str, Token]:
    """Sign a device in: the token, never to be read again, and its row."""
    key = secrets.token_urlsafe(32)
    token = Token.objects.create(
        user=user, digest=digest(key), device=device, created_at=now, seen_on=now.date()
    )
    return key, token


def find(*, key: str, now: datetime) -> Token | None:
    """The living token and its active user, in one statement; None for any other.

    A device unused for `TOKEN_IDLE_DAYS` is signed out by that alone.
    """
    oldest = now.date() - timedelta(days=settings.TOKEN_IDLE_DAYS)
    found = Q(digest=digest(key), seen_on__gte=oldest, user__is_active=True)
    token = Token.objects.select_related("user").filter(found).order_by().first()
    if token is not None and token.seen_on < now.date():
        Token.objects.filter(pk=token.pk).update(seen_on=now.date())
    return token


def revoke(*, user: User, token_id: UUID) -> None:
    """Sign one device of this user out; NotFound when it is no device of theirs."""
    deleted, _ = Token.objects.filter(user=user, pk=token_id).delete()
    if not deleted:
        raise NotFound

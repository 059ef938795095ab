"""Tokens for a club's own programs: long-lived, bound to one club, and to what they were made for.

A token can do what its maker may do in that club, within its scopes, and nothing else. Addresses that no
application has registered here are closed to it, so a new one is closed until somebody thinks about it.
"""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from truco_api.accounts.errors import ScopeMissing
from truco_api.accounts.models import ApiToken, Scope, User
from truco_api.errors import NotFound

PREFIX: Final = "truco_club_"
_READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_NOTED_EVERY: Final = timedelta(minutes=1)
_scopes: dict[str, Scope | None] = {}


class ByApiToken(NamedTuple):
    """A request of a club's program: which token sent it."""

    pk: UUID
    user: User


def register(scopes: Mapping[str, Scope | None]) -> None:
    """Open addresses, by the names of their URLs: which scope writes there (None: none), `read` reads."""
    _scopes.update(scopes)


def registered() -> Mapping[str, Scope | None]:
    """All addresses that are open to tokens."""
    return dict(_scopes)


def make(
    *, user: User, club: UUID, name: str, scopes: Sequence[str], days: int, now: datetime
) -> tuple[str, ApiToken]:
    """A new token, never to be read again, and its row."""
    key = PREFIX + secrets.token_urlsafe(32)
    row = ApiToken.objects.create(
        user=user,
        club=club,
        name=name,
        scopes=sorted(set(scopes)),
        digest=_digest(key),
        created_at=now,
        expires_at=now + timedelta(days=days),
    )
    return key, row


def of_club(club: UUID) -> QuerySet[ApiToken]:
    """The tokens of a club, with their makers."""
    return ApiToken.objects.filter(club=club).select_related("user")


def revoke(*, club: UUID, token_id: UUID) -> None:
    """Take a token back at once; NotFound when it is none of this club's."""
    deleted, _ = ApiToken.objects.filter(club=club, pk=token_id).delete()
    if not deleted:
        raise NotFound


def find(*, key: str, address: str | None, method: str, now: datetime) -> ByApiToken | None:
    """Whom the token lets act at this address (the name of its URL); None for one that is none (any more).

    Raises ScopeMissing where the token may not go. The user that is given may act in that club alone.
    """
    living = ApiToken.objects.select_related("user").filter(
        digest=_digest(key), expires_at__gt=now, user__is_active=True
    )
    token = living.first()
    if token is None:
        return None
    _allow(token, address, method)
    if token.used_at is None or token.used_at < now - _NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)
    token.user.club_only = token.club
    return ByApiToken(token.pk, token.user)


def _allow(token: ApiToken, address: str | None, method: str) -> None:
    if address is None or address not in _scopes:
        raise ScopeMissing(scope="-")
    needed = Scope.READ if method in _READING else _scopes[address]
    if needed is None or needed not in token.scopes:
        raise ScopeMissing(scope=needed.value if needed else "-")


def _digest(key: str) -> bytes:
    return hashlib.sha256(key.encode()).digest()

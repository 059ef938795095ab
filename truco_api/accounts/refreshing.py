"""Refresh tokens: each is used once and replaced by the next; a second use ends the device's sign-in.

Who uses a refresh token a second time, or a stolen one after its owner, cannot be told apart from the owner:
so both are signed out, and the owner signs in again (RFC 9700, 4.14.2). A client that may lose an answer
on the way sends `Idempotency-Key`; then the same request may be repeated until the next token is used.
"""

import hashlib
import logging
import secrets
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.conf import settings
from django.db import transaction

from truco_api.accounts import access, devices
from truco_api.accounts.errors import RefreshTokenInvalid, RefreshTokenReused
from truco_api.accounts.models import RefreshToken, Token, User

PREFIX: Final = "truco_refresh_"
_REMEMBERED: Final = timedelta(days=30)

logger = logging.getLogger(__name__)


class Pair(NamedTuple):
    """What a device is given: an access token, for how many seconds it holds, and what replaces it then."""

    access_token: str
    expires_in: int
    refresh_token: str


def sign_in(*, user: User, device: str, now: datetime) -> tuple[Pair, Token]:
    """A new device of the account, with its first pair of tokens."""
    token = Token.objects.create(user=user, digest=None, device=device, created_at=now, seen_on=now.date())
    return begin(token=token, now=now), token


def begin(*, token: Token, now: datetime) -> Pair:
    """A pair of tokens for a device that has none yet."""
    return _pair(token, now)


def refresh(*, refresh_token: str, key: str | None, now: datetime) -> Pair:
    """The next pair. RefreshTokenInvalid for a token that is none (any more), RefreshTokenReused for one that
    was used before, with which its device is signed out. `key` is the caller's idempotency key, if any."""
    pair = _next(refresh_token, key, now)
    if pair is None:
        raise RefreshTokenReused
    return pair


@transaction.atomic
def _next(text: str, key: str | None, now: datetime) -> Pair | None:
    """The next pair; None when the token was used before, and the device is signed out: that must commit."""
    used = _locked(text, now)
    key_digest = _digest(key) if key is not None else None
    if used.used_at is not None:
        if key_digest is None or used.key_digest is None or bytes(used.key_digest) != key_digest:
            _sign_out(used)
            return None
        successors = used.device.refresh_tokens.filter(pk__gt=used.pk)
        if successors.filter(used_at__isnull=False).exists():
            _sign_out(used)
            return None
        successors.delete()  # the answer that held them was lost
    used.used_at, used.key_digest = now, key_digest
    used.save(update_fields=["used_at", "key_digest"])
    used.device.refresh_tokens.filter(used_at__lt=now - _REMEMBERED).delete()
    Token.objects.filter(pk=used.device_id).update(seen_on=now.date())
    return _pair(used.device, now)


def _locked(text: str, now: datetime) -> RefreshToken:
    """The token's row with its device locked, so that of two uses at once one is the second."""
    oldest = now.date() - timedelta(days=settings.TOKEN_IDLE_DAYS)
    living = RefreshToken.objects.filter(
        digest=_digest(text), device__seen_on__gte=oldest, device__user__is_active=True
    )
    device_id = living.values_list("device_id", flat=True).first()
    if device_id is None or not Token.objects.select_for_update().filter(pk=device_id).exists():
        raise RefreshTokenInvalid
    found = living.select_related("device__user").first()
    if found is None:
        raise RefreshTokenInvalid
    return found


def _sign_out(used: RefreshToken) -> None:
    logger.warning("A refresh token was used twice: its device is signed out.")
    devices.end(Token.objects.filter(pk=used.device_id))


def _pair(device: Token, now: datetime) -> Pair:
    text = PREFIX + secrets.token_urlsafe(32)
    RefreshToken.objects.create(device=device, digest=_digest(text), issued_at=now)
    signed = access.sign(user=device.user, device=device.pk, now=now.timestamp())
    return Pair(signed, settings.ACCESS_TOKEN_SECONDS, text)


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()

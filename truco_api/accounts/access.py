"""Access tokens: who asks, signed, so that no statement is needed to believe it.

A JSON Web Token (RFC 9068 in its form, HMAC-SHA-256) of a quarter of an hour. Its key is derived from the
ring that seals hidden cards (`eventstore.sealing`), and `kid` names the key of the ring: `manage.py
rotate_keys` puts a new one first, and tokens that older ones signed hold until they expire.

What a signature cannot say is that a device was signed out meanwhile. So only what is asked at every move
believes it alone (`StatelessView`), for as long as the token lives; everything else also looks
whether the device is still signed in.
"""

import hmac
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from uuid import UUID

import jwt
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS

from truco_api.accounts.models import User, actor_of
from truco_api.eventstore.sealing import SealBrokenError, ring

ALGORITHM: Final = "HS256"
KIND: Final = "at+jwt"
ISSUER: Final = "truco"
_KNOWN: Final = 8192  # tokens whose signature was checked; a process seldom sees more within their life
_FIELDS: Final = [field.attname for field in User._meta.concrete_fields]


@dataclass(frozen=True, slots=True)
class Claims:
    """What a token says: whose it is, which device has it, in which language to answer ("" unsaid)."""

    account: UUID
    device: UUID
    language: str
    expires: int

    @property
    def actor(self) -> str:
        """The account as histories name it."""
        return actor_of(self.account)

    @property
    def user(self) -> User:
        """The account, of which nothing else is known: any other field is fetched when it is looked at."""
        known = {"id": self.account, "language": self.language, "is_active": True}
        names = [name for name in _FIELDS if name in known]
        return User.from_db(DEFAULT_DB_ALIAS, names, [known[name] for name in names])


def sign(*, user: User, device: UUID, now: float) -> str:
    """An access token for a device of the account, good for `settings.ACCESS_TOKEN_SECONDS` from `now`."""
    newest = ring().all()[0]
    claims = {
        "iss": ISSUER,
        "sub": str(user.pk),
        "sid": str(device),
        "lang": user.language,
        "iat": int(now),
        "exp": int(now) + settings.ACCESS_TOKEN_SECONDS,
    }
    headers = {"kid": newest.ident, "typ": KIND}
    return jwt.encode(claims, _signing_key(newest.secret), ALGORITHM, headers)


def looks_like_one(text: str) -> bool:
    """Whether it has the form of an access token; tokens that are looked up have no dots."""
    return text.count(".") == 2


def read(text: str, *, now: float) -> Claims | None:
    """What a token says, if we signed it and it has not expired; None otherwise."""
    try:
        ident, claims = _verified(text)
        ring().find(ident)  # a key that was taken out of the ring takes its tokens along
    except (jwt.PyJWTError, SealBrokenError, KeyError, TypeError, ValueError):
        return None
    return claims if now < claims.expires else None


@lru_cache(maxsize=_KNOWN)
def _verified(text: str) -> tuple[str, Claims]:
    """The id of the key that signed a token, and its claims.

    A phone sends the same token for a quarter of an hour, so a process checks its signature once; whether it
    has expired is for the caller to see each time.
    """
    ident = jwt.get_unverified_header(text)["kid"]
    whole = jwt.decode_complete(
        text,
        _signing_key(ring().find(ident).secret),
        algorithms=[ALGORITHM],
        issuer=ISSUER,
        options={"require": ["iss", "sub", "sid", "iat", "exp"], "verify_exp": False},
    )
    if whole["header"].get("typ") != KIND:
        raise jwt.InvalidTokenError("it was signed for something else")
    body = whole["payload"]
    return ident, Claims(UUID(body["sub"]), UUID(body["sid"]), str(body.get("lang", "")), int(body["exp"]))


@lru_cache(maxsize=64)
def _signing_key(secret: bytes) -> bytes:
    """A key of its own for this purpose, from which the ring's cannot be found."""
    return hmac.digest(secret, b"truco access token/1", "sha256")

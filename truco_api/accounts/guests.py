"""Guests: accounts that play with a name alone, and become accounts like any other once they are claimed.

The account stays the same, so games, seats and ratings need no moving. Until it is claimed it lives on one
device: when that is gone, nobody can come back to it.
"""

import secrets
from datetime import datetime

from django.conf import settings
from django.db import IntegrityError, transaction

from truco_api.accounts import refreshing
from truco_api.accounts.errors import AlreadyClaimed, NameTaken, SignUpClosed
from truco_api.accounts.models import Token, User
from truco_api.accounts.services import check
from truco_api.http.errors import InvalidToken


def welcome(*, name: str, language: str, device: str, now: datetime) -> tuple[User, refreshing.Pair, Token]:
    """A new guest, shown under this name, with a device's tokens; SignUpClosed where nobody is let in."""
    if not settings.SIGN_UP_OPEN:
        raise SignUpClosed
    user = User(username=f"guest-{secrets.token_hex(8)}", display_name=name, language=language, guest=True)
    user.set_unusable_password()
    user.save(force_insert=True)
    pair, token = refreshing.sign_in(user=user, device=device, now=now)
    return user, pair, token


@transaction.atomic
def claim(*, user: User, name: str, password: str) -> User:
    """Give a guest a name to sign in by and a password.

    Of several claims at once one wins: AlreadyClaimed for the others. NameTaken, or Django's ValidationError
    for a name or password that does not do. InvalidToken when the account is gone.
    """
    guest = User.objects.select_for_update().filter(pk=user.pk).first()
    if guest is None:
        raise InvalidToken
    if not guest.guest:
        raise AlreadyClaimed
    guest.username = User.normalize_username(name)
    check(guest, password)
    guest.set_password(password)
    guest.guest = False
    try:
        with transaction.atomic():
            guest.save(update_fields=["username", "password", "guest"])
    except IntegrityError as error:
        raise NameTaken(field="name") from error
    return guest

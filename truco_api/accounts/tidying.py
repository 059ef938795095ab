"""What nobody comes back to is forgotten: devices unused for long, lone guests, sessions that ended."""

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.sessions.models import Session

from truco_api.accounts import devices
from truco_api.accounts.deletion import delete_account
from truco_api.accounts.models import Token, User
from truco_api.errors import DomainError

_AT_ONCE = 200


def tidy(now: datetime) -> tuple[int, int]:
    """How many devices were signed out, and how many guests deleted."""
    oldest = now.date() - timedelta(days=settings.TOKEN_IDLE_DAYS)
    idle = list(Token.objects.filter(seen_on__lt=oldest).values_list("pk", flat=True)[:_AT_ONCE])
    ended = devices.end(Token.objects.filter(pk__in=idle))
    Session.objects.filter(expire_date__lt=now).delete()
    lost = User.objects.filter(guest=True, tokens=None, date_joined__lt=now - timedelta(days=1))
    return ended, sum(_deleted(guest) for guest in lost[:_AT_ONCE])


def _deleted(guest: User) -> bool:
    try:
        delete_account(guest)
    except DomainError:  # something holds them, such as a club of others that they own
        return False
    return True

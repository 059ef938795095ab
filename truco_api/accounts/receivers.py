"""What follows when somebody signs in on a page, and when a password is changed."""

from typing import Any

from allauth.account import signals
from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from truco_api.accounts import devices
from truco_api.accounts.models import User
from truco_api.accounts.strategy import device_of


@receiver([signals.password_changed, signals.password_set])
def sign_others_out(request: HttpRequest, user: User, **_: Any) -> None:
    """Sign every other device out; this one has been given another session."""
    device = device_of(request)
    key = request.session.session_key
    if device is not None and device.user_id == user.pk:
        device.session_key = key
        device.save(update_fields=["session_key"])
    devices.end_all(user, but=key)
    User.objects.filter(pk=user.pk, guest=True).update(guest=False)


@receiver(user_logged_in)
def note_session(request: HttpRequest | None, user: User, **_: Any) -> None:
    """Remember a session of the pages as allauth does its own, so that it is listed and can be ended."""
    if request is not None and request.META.get("REMOTE_ADDR"):
        UserSession.objects.create_from_request(request, user=user)


@receiver(signals.password_reset)
def sign_all_out(user: User, **_: Any) -> None:
    """Sign every device out."""
    devices.end_all(user)

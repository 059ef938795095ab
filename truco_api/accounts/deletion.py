"""Deleting an account: what says who somebody was goes, what happened stays.

Events name nobody but `user:<uuid>`, so the chains stay as they are; lists say "deleted player". Everything
that belongs to the account goes with its row: addresses, sign-ins, devices, keys, tokens, second factors,
inbox. What other applications have to do first, they do as receivers of `deleting`, in the same transaction.
"""

from allauth.mfa.base.forms import BaseAuthenticateForm
from allauth.mfa.utils import is_mfa_enabled
from django.db import transaction
from django.dispatch import Signal

from truco_api.accounts import devices
from truco_api.accounts.errors import SecondFactorRequired, WrongCredentials
from truco_api.accounts.models import User
from truco_api.eventstore.models import Receipt
from truco_api.http.errors import InvalidToken

deleting = Signal()
"""Sent with `user` before an account goes; a receiver that raises a refusal stops it."""


def prove(*, user: User, password: str, code: str) -> None:
    """Let only the owner pass, not whoever found the phone: WrongCredentials, SecondFactorRequired."""
    if user.has_usable_password() and not user.check_password(password):
        raise WrongCredentials
    if is_mfa_enabled(user) and not BaseAuthenticateForm({"code": code}, user=user).is_valid():
        raise SecondFactorRequired


@transaction.atomic
def delete_account(user: User) -> None:
    """Delete the account and whatever says whose it was; InvalidToken when it is gone already."""
    locked = User.objects.select_for_update().filter(pk=user.pk).first()
    if locked is None:
        raise InvalidToken
    deleting.send(sender=User, user=locked)
    devices.end_all(locked)
    Receipt.objects.filter(actor=locked.actor).delete()
    locked.delete()

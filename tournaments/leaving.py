"""Somebody deletes their account: championships forget who it was."""

from typing import Any

from django.dispatch import receiver

from tournaments.services.forgetting import forget_persons
from truco_api.accounts.deletion import deleting
from truco_api.accounts.models import User


@receiver(deleting)
def forget(user: User, **_: Any) -> None:
    """Forget the account's persons."""
    forget_persons(user)

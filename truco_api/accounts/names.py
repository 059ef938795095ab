"""What may be the name of an account, and what somebody is called who has none any more."""

from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext

NAME_VALIDATORS = [UnicodeUsernameValidator()]


def deleted_player() -> str:
    """What somebody is called whose account is gone, in the active language."""
    return gettext("deleted player")

"""What may be the name of an account, and what somebody is called who has none any more."""

import unicodedata
from collections.abc import Callable
from typing import Final

from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

# Letters and symbols by their category, and yet nothing is drawn: fillers of Hangul, the empty Braille cell.
_BLANK: Final = set("\u115f\u1160\u3164\uffa0\u2800")
# They join and part what is written around them: families of emoji, Persian, Hindi.
_JOINERS: Final = set("\u200c\u200d")
_DRAWN: Final = "LNPS"


def hides_something(text: str) -> bool:
    """Whether characters are in it that cannot be seen, by which it could pass for somebody else's name: such
    as have no form at all or turn the text around them. A text of which nothing is drawn is one as well."""
    unseen = any(
        character in _BLANK
        or (unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp") and character not in _JOINERS)
        for character in text
    )
    return unseen or (bool(text.strip()) and not any(unicodedata.category(one)[0] in _DRAWN for one in text))


def no_hidden(text: str) -> None:
    """Refuse what `hides_something`."""
    if hides_something(text):
        raise ValidationError(_("Characters that cannot be seen are not allowed."), code="invalid")


NAME_VALIDATORS: Final[list[Callable[[str], None]]] = [UnicodeUsernameValidator(), no_hidden]


def deleted_player() -> str:
    """What somebody is called whose account is gone, in the active language."""
    return gettext("deleted player")

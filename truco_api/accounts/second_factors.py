"""Second factors, sealed under keys that are not in the database; allauth keeps them among other data."""

import re
from typing import Any, Final

from allauth.mfa.models import Authenticator

from truco_api.eventstore.resealing import anew, is_newest

SCOPE: Final = "second factors"
_BOX: Final = re.compile(r"[0-9a-f]{8}\.[A-Za-z0-9+/]+=*")


def reseal() -> int:
    """Seal every factor that is not sealed under the newest key anew: how many."""
    count = 0
    for factor in Authenticator.objects.iterator():
        fresh = {name: _anew(value) for name, value in factor.data.items()}
        if fresh != factor.data:
            count += Authenticator.objects.filter(pk=factor.pk).update(data=fresh)
    return count


def _anew(value: Any) -> Any:
    """A value of a factor; if it is a seal, then under the newest key."""
    if isinstance(value, list):
        return [_anew(item) for item in value]
    if not isinstance(value, str) or _BOX.fullmatch(value) is None or is_newest(value):
        return value
    return anew(value, SCOPE, SCOPE)

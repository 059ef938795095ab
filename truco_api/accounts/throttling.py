"""Guards against guessing: counts in the database, so that every process sees the same number.

A count in each process's memory would allow the rate once for each of them, and forget on a restart.
"""

import hashlib
import hmac
from datetime import UTC, datetime, timedelta
from time import time

from django.conf import settings
from django.db import connection
from django.utils.encoding import force_bytes
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView
from typing_extensions import override

from truco_api.accounts.models import Attempts

# One statement, so that two processes cannot both take the last place of a window.
_COUNT = """
INSERT INTO accounts_attempts (key, "window", expires_at, count) VALUES (%(key)s, %(window)s, %(end)s, 1)
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN accounts_attempts."window" = excluded."window"
        THEN accounts_attempts.count + 1 ELSE 1 END,
    "window" = excluded."window",
    expires_at = excluded.expires_at
RETURNING count
"""


class AttemptThrottle(BaseThrottle):
    """At most `settings.ATTEMPT_RATES[scope]` = (tries, seconds) from one place; 429 with the wait."""

    scope = ""

    def __init__(self) -> None:
        self._wait: float | None = None

    def place(self, request: Request) -> str | None:
        """What is counted; None counts nothing."""
        return self.get_ident(request)

    @override
    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count this try and say whether it is within the rate."""
        place = self.place(request)
        if place is None:
            return True
        tries, seconds = settings.ATTEMPT_RATES[self.scope]
        now = time()
        self._wait = seconds - now % seconds
        count = _count(scope=self.scope, place=place, window=int(now // seconds), seconds=seconds)
        return count <= int(tries)

    @override
    def wait(self) -> float | None:
        """Seconds until the next window."""
        return self._wait


class SignUpThrottle(AttemptThrottle):
    """New accounts from one address."""

    scope = "sign_up"


class SignInThrottle(AttemptThrottle):
    """Tries to sign in from one address."""

    scope = "sign_in"


class DeletionThrottle(AttemptThrottle):
    """Tries to delete one account: each is a guess at its password."""

    scope = "deletion"

    @override
    def place(self, request: Request) -> str | None:
        """The account."""
        return str(request.user.pk)


class ClaimThrottle(AttemptThrottle):
    """Tries of one account to claim something: itself, or a person by a code."""

    scope = "claim"

    @override
    def place(self, request: Request) -> str | None:
        """The account."""
        return str(request.user.pk)


class SignInNameThrottle(AttemptThrottle):
    """Tries to sign in to one name from anywhere, whether or not it exists."""

    scope = "sign_in_name"

    def place(self, request: Request) -> str | None:
        """The name that is tried."""
        name = request.data.get("name") if isinstance(request.data, dict) else None
        return name.casefold() if isinstance(name, str) else None


def _count(*, scope: str, place: str, window: int, seconds: int) -> int:
    """Tries in this window, this one included."""
    # Addresses and names are personal data: what is kept of them cannot be read back.
    key = hmac.digest(force_bytes(settings.SECRET_KEY), f"{scope}\n{place}".encode(), hashlib.sha256)
    end = datetime.fromtimestamp((window + 1) * seconds, tz=UTC)
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, {"key": key, "window": window, "end": end})
        count = int(cursor.fetchone()[0])
    if count == 1:
        Attempts.objects.filter(expires_at__lt=end - timedelta(days=1)).delete()
    return count

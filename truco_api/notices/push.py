"""One wake-up to one device by its push service. No content: a fixed word, the same for everybody.

The app wakes, asks for its inbox and shows what it finds. So the services of others learn that something
happened, and nothing of what; and a wake-up that comes twice shows nothing twice.
"""

import logging
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from time import time
from typing import Any, Final

from django.conf import settings
from push_notifications.exceptions import NotificationError
from push_notifications.models import APNSDevice, GCMDevice, WebPushDevice

from truco_api.notices.models import Device, Platform
from truco_api.webhooks import targets

WORD: Final = "truco.wake"
SECONDS: Final = 10
LIFE_SECONDS: Final = 4 * 3600
"""A device that is off for longer needs no wake-up: it looks by itself when it is back."""
APNS_AGAIN: Final = ("TooManyRequests", "InternalServerError", "ServiceUnavailable", "Shutdown")

log = logging.getLogger(__name__)


class Came(Enum):
    """What came of it: taken; the device is no more; certainly not taken, try again; who knows; never."""

    TAKEN = "taken"
    GONE = "gone"
    AGAIN = "again"
    UNCLEAR = "unclear"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it, and what the service said."""

    came: Came
    said: str = ""


def configured(platform: str) -> bool:
    """Whether this server can reach devices of the platform."""
    return platform in settings.PUSH_NOTIFICATIONS_SETTINGS["APPLICATIONS"]


def send(device: Device) -> Outcome:
    """Wake the device; nothing is raised."""
    address = device.address
    if not configured(device.platform):
        return Outcome(Came.REFUSED, "not configured")
    try:
        match address:
            case GCMDevice():
                return _fcm(address)
            case APNSDevice():
                return _apns(address)
            case _:
                return _webpush(address)
    except Exception as error:  # a library of a service of others: whatever it is, it is only a wake-up
        log.warning("%s could not be woken: %s", device.platform, error)
        if targets.problem_of(error) == "target_refused":
            return Outcome(Came.REFUSED, "target refused")
        return Outcome(Came.UNCLEAR, type(error).__name__)


def public_key() -> str | None:
    """What a browser needs to subscribe; None where browsers cannot be reached."""
    if not configured(Platform.WEBPUSH):
        return None
    return _public_key(settings.PUSH_NOTIFICATIONS_SETTINGS["APPLICATIONS"][Platform.WEBPUSH]["PRIVATE_KEY"])


def _fcm(address: GCMDevice) -> Outcome:
    from firebase_admin import exceptions, messaging  # type: ignore[import-untyped]  # it has no types

    _firebase()
    android = messaging.AndroidConfig(priority="high", ttl=LIFE_SECONDS, collapse_key=WORD)
    answer = address.send_message(messaging.Message(data={"wake": WORD}, android=android))
    error = answer.responses[0].exception if answer else None
    match error:
        case None:
            return Outcome(Came.TAKEN)
        case messaging.UnregisteredError() | messaging.SenderIdMismatchError():
            return Outcome(Came.GONE, error.code)
        case exceptions.InvalidArgumentError():
            return Outcome(Came.GONE, error.code)  # the library takes it for a token that is none
        case messaging.QuotaExceededError() | exceptions.UnavailableError() | exceptions.InternalError():
            return Outcome(Came.AGAIN, error.code)
        case exceptions.DeadlineExceededError() | exceptions.UnknownError():
            return Outcome(Came.UNCLEAR, error.code)
        case _:
            return Outcome(Came.REFUSED, getattr(error, "code", type(error).__name__))


def _apns(address: APNSDevice) -> Outcome:
    from push_notifications.apns_async import Alert

    try:
        # Its extension turns the word into what the inbox says; without one, into a text of the app's own.
        address.send_message(
            Alert(loc_key=WORD),
            mutable_content=True,
            collapse_id=WORD,
            priority=10,
            expiration=int(time()) + LIFE_SECONDS,
        )
    except NotificationError as error:
        said = str(error)
        address.refresh_from_db()
        if not address.active:
            return Outcome(Came.GONE, said)
        if any(reason in said for reason in APNS_AGAIN):
            return Outcome(Came.AGAIN, said)
        unclear = "TimeoutError" in said or "CommunicationError" in said
        return Outcome(Came.UNCLEAR if unclear else Came.REFUSED, said)
    return Outcome(Came.TAKEN)


def _webpush(address: WebPushDevice) -> Outcome:
    import requests
    from pywebpush import WebPushException  # type: ignore[import-untyped]  # it has no types

    try:
        with _session() as session:
            told = address.send_message(
                None,
                ttl=LIFE_SECONDS,
                headers={"Urgency": "high", "Topic": WORD.replace(".", "-")},
                requests_session=session,
            )
    except requests.ConnectTimeout:
        return Outcome(Came.AGAIN, "not connected")
    except NotificationError as error:
        cause = error.__context__
        answer = cause.response if isinstance(cause, WebPushException) else None
        status = answer.status_code if answer is not None else 0
        again = status == 429 or status >= 500
        return Outcome(Came.AGAIN if again else Came.REFUSED, str(status))
    return Outcome(Came.GONE) if "failure" in told else Outcome(Came.TAKEN)


def _session() -> Any:
    """Whoever registers a browser chooses the address, so it may lead nowhere inside."""
    from ssrfguard.requests import Session

    session = Session(policy=targets.policy())
    session.trust_env = False
    session.max_redirects = 0
    return session


@lru_cache(maxsize=1)
def _firebase() -> None:
    import firebase_admin

    credentials = firebase_admin.credentials.Certificate(settings.FCM_CREDENTIALS_FILE)
    firebase_admin.initialize_app(credentials, {"httpTimeout": SECONDS})


@lru_cache(maxsize=2)
def _public_key(private: str) -> str:
    from base64 import urlsafe_b64encode

    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid  # type: ignore[import-untyped]  # it has no types

    key = Vapid.from_string(private_key=private).public_key
    point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()

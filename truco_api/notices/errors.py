"""What notices refuse.

NotFound    NoticeNotFound, DeviceNotFound
Conflict    PushNotConfigured
Invalid     PushTargetRefused
"""

from truco_api.errors import Conflict, Invalid, NotFound, gettext_noop


class NoticeNotFound(NotFound):
    """The account has no notice of this id."""

    code = "notice_not_found"
    message = gettext_noop("There is no such notice.")


class DeviceNotFound(NotFound):
    """The account has no device of this id that can be woken."""

    code = "push_device_not_found"
    message = gettext_noop("There is no such device.")


class PushNotConfigured(Conflict):
    """This server has no key for the push service of the platform; see `GET /push/` before registering."""

    code = "push_not_configured"
    message = gettext_noop("This server cannot wake devices of this kind: {platform}.")


class PushTargetRefused(Invalid):
    """The address of a browser's subscription is not public, or not https."""

    code = "push_target_refused"
    message = gettext_noop("This is not the address of a push service.")

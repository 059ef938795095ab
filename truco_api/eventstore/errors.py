"""What the store refuses.

Conflict
├── StaleVersion           somebody was faster: read what was missed, then decide again   412
└── IdempotencyInFlight    the same key is being worked on right now: ask again           409
Invalid
└── IdempotencyMismatch    the key was used before, for something else                    422
"""

from truco_api.errors import Conflict, Invalid, gettext_noop


class StaleVersion(Conflict):
    """The stream has moved on; `current_version` in params says how far."""

    code = "stale_version"
    status = 412
    message = gettext_noop("Something has happened since; the current version is {current_version}.")
    public = ("current_version",)


class IdempotencyInFlight(Conflict):
    """Another request with this key has not ended yet."""

    code = "idempotency_in_flight"
    message = gettext_noop("A request with this idempotency key is still running.")


class IdempotencyMismatch(Invalid):
    """This key already belongs to another request."""

    code = "idempotency_key_reused"
    message = gettext_noop("This idempotency key was used for a different request.")


class UnansweredKeyError(RuntimeError):
    """A unit of work with a key ended without `unit.answer(...)`: a repetition could not be answered."""


class RolledBackError(RuntimeError):
    """A unit of work ended well in a transaction that had failed before, so nothing of it is stored."""


class NotCanonicalError(TypeError):
    """An event's data holds something other than integers, strings, booleans, null, lists and objects."""

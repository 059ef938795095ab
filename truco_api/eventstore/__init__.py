"""The event store: streams of immutable events, appended in one transaction a command.

This is its public face; `feed` and `subscriptions` carry events on, `projections` folds them into read
models, `audit` checks that nothing was touched.
"""

from truco_api.eventstore.chain import salt
from truco_api.eventstore.codec import Codec, UnknownEventError
from truco_api.eventstore.company import together
from truco_api.eventstore.errors import (
    IdempotencyInFlight,
    IdempotencyMismatch,
    NotCanonicalError,
    RolledBackError,
    StaleVersion,
    UnansweredKeyError,
)
from truco_api.eventstore.events import JSON, NewEvent, Recorded
from truco_api.eventstore.projections import projection, stream_projection
from truco_api.eventstore.sealing import SealBrokenError
from truco_api.eventstore.store import head_version, load, unit_of_work
from truco_api.eventstore.subscriptions import subscriber
from truco_api.eventstore.unit import Unit

__all__ = [
    "JSON",
    "Codec",
    "IdempotencyInFlight",
    "IdempotencyMismatch",
    "NewEvent",
    "NotCanonicalError",
    "Recorded",
    "RolledBackError",
    "SealBrokenError",
    "StaleVersion",
    "UnansweredKeyError",
    "Unit",
    "UnknownEventError",
    "head_version",
    "load",
    "projection",
    "salt",
    "stream_projection",
    "subscriber",
    "together",
    "unit_of_work",
]

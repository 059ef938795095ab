"""The check "keys": every key was shown when it was registered, and the table says what the events say."""

from typing import Any
from uuid import UUID

from truco_api.checkpoints.statements import verify
from truco_api.devicekeys.events import (
    CODEC,
    KIND,
    DeviceKeyRegistered,
    DeviceKeyRevoked,
    registration,
)
from truco_api.devicekeys.models import DeviceKey
from truco_api.eventstore import Recorded
from truco_api.eventstore.audit import Report, loaded, register_check
from truco_api.eventstore.models import Head


def check_keys(report: Report) -> None:
    """Look at the keys of every account."""
    for what in ("accounts", "keys"):
        report.count(what, 0)
    streams = Head.objects.filter(stream__startswith=f"{KIND}-", version__gt=0).order_by("stream")
    for stream in streams.values_list("stream", flat=True).iterator():
        report.count("accounts")
        _check(report, stream, loaded(report, stream))


def _check(report: Report, stream: str, events: list[Recorded]) -> None:
    account = UUID(stream.partition("-")[2])
    due: dict[str, tuple[Any, Any]] = {}
    for recorded in events:
        if recorded.actor != f"user:{account}":
            report.find(stream, recorded.version, "was not done by the account itself")
        match CODEC.decode(recorded):
            case DeviceKeyRegistered(key, signature):
                report.count("keys")
                if key in due or not verify(key, signature, registration(account, key)):
                    report.find(stream, recorded.version, "registers a key twice, or one that nobody showed")
                due[key] = (recorded.at, None)
            case DeviceKeyRevoked(key):
                if due.get(key, (None, recorded))[1] is not None:
                    report.find(stream, recorded.version, "revokes a key that is not there")
                due[key] = (due.get(key, (None, None))[0], recorded.at)
    rows = DeviceKey.objects.filter(user_id=account)
    stored = {row.public_key: (row.registered_at, row.revoked_at) for row in rows}
    if stored and stored != due:  # of an account that was deleted only the events are left
        report.find(stream, events[-1].version, "says something else than the table of keys")


register_check("keys", check_keys)

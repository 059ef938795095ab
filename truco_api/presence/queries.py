"""Reading who is connected: a fact about the connection, and nothing about the person."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from truco_api.eventstore.hot import hot
from truco_api.eventstore.wire import Row, Statement

STALE_SECONDS: Final = 10
"""A stream process that has not been heard of for so long is gone, and its clients with it."""
_FRESH: Final = f"p.beat_at > clock_timestamp() - interval '{STALE_SECONDS} seconds'"
_PRESENCE: Final = f"""
SELECT wanted.id, (
    SELECT min(c.since) FROM presence_connection c JOIN presence_streamprocess p ON p.id = c.process_id
    WHERE c.user_id = wanted.id AND {_FRESH}
), greatest(
    (SELECT a.since FROM presence_absence a WHERE a.user_id = wanted.id),
    (SELECT max(p.beat_at) FROM presence_connection c JOIN presence_streamprocess p ON p.id = c.process_id
     WHERE c.user_id = wanted.id AND NOT ({_FRESH}))
)
FROM unnest(%(ids)s::uuid[]) AS wanted (id)
"""  # noqa: S608 - only our own condition is put in


class Presence(NamedTuple):
    """Whether an account is connected, and since when it is so (None: never seen)."""

    connected: bool
    since: datetime | None


def presence_of(accounts: Iterable[UUID]) -> dict[UUID, Presence]:
    """The presence of these accounts, in one statement."""
    wanted = set(accounts)
    return present(hot().rows(*asking(wanted))) if wanted else {}


def asking(accounts: Iterable[UUID]) -> Statement:
    """The statement that finds what `present` reads, to be sent along with another."""
    return _PRESENCE, {"ids": [str(account) for account in sorted(set(accounts))]}


def present(rows: Iterable[Row]) -> dict[UUID, Presence]:
    """What the rows found say."""
    return {
        account: Presence(True, connected) if connected else Presence(False, left)
        for account, connected, left in rows
    }


def signal_of(account: UUID) -> str:
    """The name under which the hub rings when this presence may have changed."""
    return f"presence-{account}"

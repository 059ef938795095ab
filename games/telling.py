"""What is told to one person alone: a stream of their own, which comes to their devices with all the rest
that concerns them, and never to anybody else."""

from typing import Any
from uuid import UUID

from truco_api.eventstore import NewEvent, unit_of_work


def stream_of(account: UUID | str) -> str:
    """The name of the stream of what is told to this account."""
    return f"person-{account}"


def tell(account: UUID, name: str, data: dict[str, Any], *, by: str) -> None:
    """Tell one person that something concerns them: `name` is that of an event, such as `invited/1`."""
    with unit_of_work(stream_of(account), actor=by) as unit:
        unit.append([NewEvent(name, data)])

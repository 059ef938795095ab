"""The embedded broker: kombu's `filesystem` transport, with messages and bindings that appear whole or never.

kombu's own writes a message in place, so a reader may take it half written and die on it, and moves what it
takes through the machine's temporary folder. Here everything is written beside its place and renamed into it,
and a message belongs to whoever renames it first.
"""

import os
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import filesystem
from kombu.transport.virtual.base import BrokerState
from kombu.utils.encoding import bytes_to_str, str_to_bytes
from kombu.utils.json import dumps, loads

from truco_api.embedded.locks import locked


def transport_options(folder: Path) -> dict[str, object]:
    """Celery's options for a broker that lives in `folder`; waiting workers look every 50 ms."""
    queue = str(folder / "queue")
    return {
        "data_folder_in": queue,
        "data_folder_out": queue,
        "control_folder": str(folder / "bindings"),
        "polling_interval": 0.05,
    }


def _write_whole(path: Path, payload: object) -> None:
    """Write `payload` as JSON so that no reader ever sees a part of it."""
    draft = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    draft.write_bytes(str_to_bytes(dumps(payload)))
    draft.rename(path)


class Channel(filesystem.Channel):
    """A channel whose queues and bindings are files in one folder, safe with any number of processes."""

    def __init__(self, connection: Any, **kwargs: Any) -> None:
        super().__init__(connection, **kwargs)
        Path(self.data_folder_in).mkdir(parents=True, exist_ok=True)
        self.control_folder.mkdir(parents=True, exist_ok=True)

    def _put(  # type: ignore[override]  # kombu names it differently in its two base classes
        self, queue: str, payload: dict[str, Any], **_options: Any
    ) -> None:
        """Put a message at the end of `queue`."""
        name = f"{time.time_ns():020d}_{uuid.uuid4().hex}.{queue}.msg"
        _write_whole(Path(self.data_folder_out) / name, payload)

    def _get(self, queue: str, *_args: Any, **_options: Any) -> dict[str, Any]:
        """Take the oldest message of `queue`; raises Empty."""
        for name in sorted(os.listdir(self.data_folder_in)):  # noqa: PTH208 - twenty times a second, names suffice
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            path = Path(self.data_folder_in) / name
            taken = path.with_name(f".{name}.taken")
            try:
                path.rename(taken)
            except FileNotFoundError:  # another process was faster
                continue
            message: dict[str, Any] = loads(bytes_to_str(taken.read_bytes()))
            taken.unlink()
            return message
        raise Empty

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str | None, queue: str) -> None:
        """Remember that `exchange` sends `routing_key` to `queue`."""
        binding = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        with self._bindings_locked():
            known = self.get_table(exchange)
            if binding not in known:
                _write_whole(self.control_folder / f"{exchange}.exchange", [binding, *known])

    @contextmanager
    def _bindings_locked(self) -> Iterator[None]:
        """Hold the lock under which bindings are read and rewritten."""
        with locked(self.control_folder / ".lock"):
            yield


class Transport(filesystem.Transport):
    """The transport that Celery is given when no BROKER_URL is set."""

    Channel = Channel

    def __init__(self, client: Any, **kwargs: Any) -> None:
        super().__init__(client, **kwargs)
        # kombu remembers bindings for the whole process, and would not write them in a second folder.
        self.state = BrokerState()

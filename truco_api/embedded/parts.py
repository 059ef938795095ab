"""The parts of a running system: what `up` starts, in which order, and on which ports.

Each can as well be started alone, several times, and on several machines; `docker/compose.yaml` does so.
"""

import os
import secrets
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from truco_api.errors import Conflict, gettext_noop
from truco_api.eventstore.rights import APP_ROLE

HIGHEST_PORT = 65_535


class NoFreePort(Conflict):
    """No two neighbouring ports are free."""

    code = "no_free_port"
    message = gettext_noop("No two neighbouring ports are free from {port} on.")


MANY_STREAMS: Final = ("--backlog", "4096", "--backpressure", "16384")
"""A stream is a request that lasts: the server would hold a thousand of them, and let all others wait."""
WEB: Final = ("--workers", "2", "--blocking-threads", "16")
"""What is done at the same time in one worker is committed together, so many threads cost less than few."""


@dataclass(frozen=True, slots=True)
class Part:
    """A process kind: its name as shown, and the command that starts it."""

    name: str
    argv: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Address:
    """Where the web part listens; the stream part listens on the port above."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """The web part's address for a client on this machine."""
        return f"http://{self._reachable}:{self.port}"

    @property
    def stream_url(self) -> str:
        """The stream part's address for a client on this machine."""
        return f"http://{self._reachable}:{self.port + 1}"

    @property
    def _reachable(self) -> str:
        return {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self.host, self.host)  # noqa: S104 - an answer, not a binding


def parts(address: Address) -> tuple[Part, ...]:
    """All parts, in the order in which they start; they stop in the opposite one."""
    commands = {
        "worker": _worker("truco", "--concurrency", "2"),
        "courier": _worker("outside", "--concurrency", "16", "--pool", "threads"),
        "beat": (*_celery("beat"), "--pidfile="),
        "stream": (
            *_granian("asgi", "truco_api.streams.app:app", address.host, address.port + 1),
            *MANY_STREAMS,
        ),
        "web": (
            *_granian("wsgi", "truco_api.wsgi:application", address.host, address.port),
            *WEB,
        ),
    }
    return tuple(Part(name, (sys.executable, "-m", *argv)) for name, argv in commands.items())


def _worker(queue: str, *more: str) -> tuple[str, ...]:
    chatter = ("--without-gossip", "--without-mingle")
    return (*_celery("worker"), "--queues", queue, "--hostname", f"{queue}@%h", *more, *chatter)


def _celery(kind: str) -> tuple[str, ...]:
    return ("celery", "--app", "truco_api.celery", "--quiet", kind)


def _granian(interface: str, application: str, host: str, port: int) -> tuple[str, ...]:
    return (
        *("granian", application, "--interface", interface, "--host", host, "--port", str(port)),
        *("--log-level", "error", "--respawn-failed-workers", "--workers-kill-timeout", "2"),
    )


def environment(address: Address, folder: Path) -> Mapping[str, str]:
    """The environment of every part: this process's own, and what it leaves open.

    With the embedded database the parts have the rights of the application only, not the owner's that `up`
    itself has; the secret key is made once a data folder.
    """
    embedded = {"DATABASE_APP_ROLE": APP_ROLE, "SECRET_KEY": _secret_key(folder)}
    return {
        "STREAM_URL": address.stream_url,
        "DJANGO_SETTINGS_MODULE": "truco_api.settings",
        **(embedded if "DATABASE_URL" not in os.environ else {}),
        **os.environ,
        "PYTHONUNBUFFERED": "1",
    }


def _secret_key(folder: Path) -> str:
    path = folder / "secret_key"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(48))
    return path.read_text()


def free_address(host: str, port: int) -> Address:
    """The first address from `port` on whose own and next port are both free; raises NoFreePort."""
    for candidate in range(port, min(port + 200, HIGHEST_PORT), 2):
        if _is_free(host, candidate) and _is_free(host, candidate + 1):
            return Address(host, candidate)
    raise NoFreePort(port=port)


def _is_free(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True

"""Where may be sent to, and the connection that goes nowhere else.

A name is resolved once for each connection, every address it has is checked, and one of those that were
checked is connected to (`ssrfguard` does it): so it does not matter what the name means a moment later. The
name stays what TLS verifies and what `Host` says. Nothing is followed, no proxy and no cookie is used.
"""

import socket
import ssl
from collections.abc import Iterable
from functools import lru_cache
from time import monotonic
from typing import Any, Final

import httpcore
import httpx
from django.conf import settings
from ssrfguard import Policy, SSRFGuardError, resolve
from ssrfguard.httpx import SafeBackend, SafeTransport

from truco_api.webhooks.errors import WebhookTargetRefused, WebhookTargetUnknown

PORTS: Final = frozenset({80, 443, *range(1024, 65536)})
LEAST_SECONDS: Final = 0.001


def policy() -> Policy:
    """What the settings let us reach: the public internet by https, unless they say more."""
    return _policy(settings.WEBHOOK_HTTP, tuple(settings.WEBHOOK_NETWORKS))


def check(url: str) -> None:
    """Refuse an address that is not, or not only, in the public internet; that is not known; or not https."""
    rules = policy()
    try:
        resolve(rules.check_url(url), policy=rules)
    except SSRFGuardError as refusal:
        raise WebhookTargetRefused(field="url") from refusal
    except (OSError, UnicodeError) as unknown:
        raise WebhookTargetUnknown(field="url") from unknown


class Deadline:
    """The moment at which all reading and writing ends, however slowly a receiver feeds us."""

    def __init__(self) -> None:
        self._until = monotonic()

    def set(self, seconds: float) -> None:
        """So many seconds from now."""
        self._until = monotonic() + seconds

    def cut(self, timeout: float | None) -> float:
        """What is left of a timeout; never nothing, so that it ends as a timeout and not as an error."""
        left = max(self._until - monotonic(), LEAST_SECONDS)
        return left if timeout is None else min(timeout, left)


class Courier(SafeTransport):
    """Connections of one endpoint, each to an address that was checked, none beyond the deadline."""

    def __init__(self, deadline: Deadline) -> None:
        rules = policy()
        super().__init__(policy=rules, verify=_trust(), trust_env=False)
        # As the transport does it itself, with a backend that also keeps to the deadline.
        self._pool = httpcore.ConnectionPool(
            ssl_context=_trust(), max_connections=1, network_backend=_Backend(rules, deadline)
        )


class _Backend(SafeBackend):
    def __init__(self, rules: Policy, deadline: Deadline) -> None:
        super().__init__(policy=rules)
        self._deadline = deadline

    def connect_tcp(
        self, host: str, port: int, timeout: float | None = None, *more: Any, **named: Any
    ) -> Any:
        """Connect to a checked address in what time is left."""
        stream = super().connect_tcp(host, port, self._deadline.cut(timeout), *more, **named)
        return _Timed(stream, self._deadline)


class _Timed(httpcore.NetworkStream):
    """A stream whose every wait ends with the deadline."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._deadline.cut(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._deadline.cut(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        inner = self._stream.start_tls(ssl_context, server_hostname, self._deadline.cut(timeout))
        return _Timed(inner, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def problem_of(error: Exception) -> str:
    """One stable word for what kept an attempt from being answered."""
    causes = list(_causes(error))
    if any(isinstance(cause, SSRFGuardError) for cause in causes):
        return "target_refused"
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return "host_unknown"
    if any(isinstance(cause, httpx.TimeoutException | TimeoutError) for cause in causes):
        return "timeout"
    if any(isinstance(cause, ssl.SSLError) for cause in causes):
        return "tls_failed"
    if isinstance(error, httpx.ConnectError):
        return "not_connected"
    return "broken_answer"


def _causes(error: BaseException | None) -> Iterable[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


@lru_cache(maxsize=8)
def _policy(http: bool, networks: tuple[str, ...]) -> Policy:
    schemes = frozenset({"https", "http"} if http else {"https"})
    return Policy(allowed_schemes=schemes, allowed_networks=networks, allowed_ports=PORTS)  # type: ignore[arg-type]  # it takes texts as well and says so


@lru_cache(maxsize=1)
def _trust() -> ssl.SSLContext:
    """Whom to trust takes long to read, so it is read once."""
    return httpx.create_ssl_context(trust_env=True)

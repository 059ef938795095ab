"""A receiver of webhooks: a real server on this machine that behaves as it is told."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook

Behaviour = Callable[["Handler"], None]


@dataclass(frozen=True)
class Received:
    """One request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        """What repetitions are known by."""
        return self.headers["webhook-id"]

    @property
    def told(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    def verified(self, secret: str) -> Any:
        """The body, if it was signed with this secret; WebhookVerificationError otherwise."""
        return Webhook(secret).verify(self.body, self.headers)


class Handler(BaseHTTPRequestHandler):
    """Writes down what comes and does what it was told."""

    protocol_version = "HTTP/1.1"
    server: Receiver

    def do_POST(self) -> None:
        """One webhook."""
        body = self.rfile.read(int(self.headers["content-length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.received.append(Received(self.path, headers, body))
        self.server.behaviour(self)

    def answer(self, status: int, body: bytes = b"", **headers: str) -> None:
        """An ordinary answer."""
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments: Any) -> None:
        """Silence."""


class Receiver(ThreadingHTTPServer):
    """The server with all it has received."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.received: list[Received] = []
        self.behaviour: Behaviour = taking
        self.closing = threading.Event()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Connections that are cut off are what some tests are about."""

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.server_address[1])

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}/hook"

    @property
    def ids(self) -> list[str]:
        """The ids received, in order."""
        return [one.id for one in self.received]

    @property
    def types(self) -> list[str]:
        """The types received, in order."""
        return [one.told["type"] for one in self.received]


@dataclass
class Script:
    """Behaves so the first time, so the second, and so on; the last one for good."""

    steps: list[Behaviour]
    done: int = field(default=0)

    def __call__(self, handler: Handler) -> None:
        step = self.steps[min(self.done, len(self.steps) - 1)]
        self.done += 1
        step(handler)


def taking(handler: Handler) -> None:
    """All is well."""
    handler.answer(204)


def failing(handler: Handler) -> None:
    """An error of its own."""
    handler.answer(500, b"our database is on fire")


def answering(status: int, body: bytes = b"", **headers: str) -> Behaviour:
    """Any answer."""
    return lambda handler: handler.answer(status, body, **headers)


def silent(handler: Handler) -> None:
    """Never an answer."""
    handler.server.closing.wait(10)


def late(handler: Handler) -> None:
    """An answer that takes a moment."""
    handler.server.closing.wait(0.3)
    taking(handler)


def dripping(handler: Handler) -> None:
    """A header that comes a letter at a time."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nx-slow: ")
    while not handler.server.closing.is_set():
        handler.wfile.write(b"a")
        handler.wfile.flush()
        time.sleep(0.05)


def endless(handler: Handler) -> None:
    """A body without an end."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\ncontent-length: 10000000000\r\n\r\n")
    while not handler.server.closing.is_set():
        handler.wfile.write(b"x" * 65536)


def babbling(handler: Handler) -> None:
    """Something that is no HTTP."""
    handler.wfile.write(b"220 smtp.example ESMTP\r\n")
    handler.close_connection = True


def hanging_up(handler: Handler) -> None:
    """A connection that is closed without a word."""
    handler.close_connection = True
    handler.connection.close()


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver, for as long as the block."""
    server = Receiver()
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield server
    finally:
        server.closing.set()
        server.shutdown()
        server.server_close()

"""Push services on this machine: FCM by HTTP, APNs by HTTP/2 and TLS, WebPush by HTTPS.

Each writes down what it was sent, and answers by what the address of the device begins with.
"""

from __future__ import annotations

import asyncio
import json
import ssl
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import DataReceived, RequestReceived, StreamEnded

GONE_FCM = {
    "error": {
        "status": "NOT_FOUND",
        "message": "Requested entity was not found.",
        "details": [
            {"@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": "UNREGISTERED"}
        ],
    }
}
BUSY_FCM = {
    "error": {
        "status": "RESOURCE_EXHAUSTED",
        "message": "Too many.",
        "details": [
            {"@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": "QUOTA_EXCEEDED"}
        ],
    }
}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: HttpService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        status, answer = self.server.answer(self.path, headers, body)
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_arguments: Any) -> None:
        pass


class HttpService(ThreadingHTTPServer, ABC):
    """A service that speaks HTTP; `sent` are path, headers and body of each request for a device."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.sent: list[tuple[str, dict[str, str], bytes]] = []

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.server_address[1])

    @abstractmethod
    def answer(self, path: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes]:
        """What it says to a request."""


class Fcm(HttpService):
    """Google's: an access token for a signed claim, then a message for a device."""

    def answer(self, path: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes]:
        if path == "/token":
            return 200, json.dumps({"access_token": "a", "expires_in": 3600, "token_type": "Bearer"}).encode()
        self.sent.append((path, headers, body))
        token = json.loads(body)["message"]["token"]
        if token.startswith("gone"):
            return 404, json.dumps(GONE_FCM).encode()
        if token.startswith("busy"):
            return 429, json.dumps(BUSY_FCM).encode()
        return 200, json.dumps({"name": "projects/truco/messages/1"}).encode()


class WebPush(HttpService):
    """A browser maker's."""

    def answer(self, path: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes]:
        self.sent.append((path, headers, body))
        return {"gone": 410, "busy": 503, "lost": 302}.get(path.strip("/").split("-")[0], 201), b""


class Apns:
    """Apple's: HTTP/2 over TLS, the device's token in the path."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, str], bytes]] = []
        self.port = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        http = H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))
        http.initiate_connection()
        writer.write(http.data_to_send())
        requests: dict[int, tuple[dict[str, str], bytearray]] = {}
        while data := await reader.read(65536):
            for event in http.receive_data(data):
                match event:
                    case RequestReceived(stream_id=stream, headers=headers):
                        named = {str(name): str(value) for name, value in headers}
                        requests[stream] = (named, bytearray())
                    case DataReceived(stream_id=stream, data=part):
                        requests[stream][1].extend(part)
                    case StreamEnded(stream_id=stream):
                        self._answer(http, stream, *requests.pop(stream))
                    case _:
                        pass
            writer.write(http.data_to_send())
            await writer.drain()

    def _answer(self, http: H2Connection, stream: int, headers: dict[str, str], body: bytearray) -> None:
        token = headers[":path"].rsplit("/", 1)[-1]
        self.sent.append((headers[":path"], headers, bytes(body)))
        reply = [("apns-id", headers["apns-id"])]
        failure = {"dead": ("410", "Unregistered"), "b054": ("503", "ServiceUnavailable")}.get(token[:4])
        if failure is None:
            http.send_headers(stream, [(":status", "200"), *reply], end_stream=True)
            return
        http.send_headers(stream, [(":status", failure[0]), *reply])
        http.send_data(stream, json.dumps({"reason": failure[1]}).encode(), end_stream=True)


def tls(certificate: Path) -> ssl.SSLContext:
    """What a server with this certificate needs."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context


@contextmanager
def serving(service: HttpService, certificate: Path | None = None) -> Iterator[HttpService]:
    """A service that speaks HTTP, for as long as the block."""
    if certificate is not None:
        service.socket = tls(certificate).wrap_socket(service.socket, server_side=True)
    threading.Thread(target=service.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield service
    finally:
        service.shutdown()
        service.server_close()


@contextmanager
def serving_apns(certificate: Path) -> Iterator[Apns]:
    """Apple's service, for as long as the block."""
    service, loop = Apns(), asyncio.new_event_loop()
    server = loop.run_until_complete(
        asyncio.start_server(service.serve, "127.0.0.1", 0, ssl=tls(certificate))
    )
    service.port = server.sockets[0].getsockname()[1]
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.close()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()

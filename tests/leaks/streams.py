"""What is sent over a stream: every frame that a reader gets within a moment."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlencode

from starlette.routing import Route

from tests.leaks.people import Reader
from tests.leaks.routes import UnknownParameterError
from truco_api.streams.hub import Hub
from truco_api.streams.server import build
from truco_api.streams.sources import all_sources

Values = dict[str, str]


def paths(values: Values) -> list[str]:
    """Every address of the stream server for one game; UnknownParameterError for one with a new parameter."""
    found = []
    for route in build(all_sources(), hub=Hub(), relays=False).routes:
        assert isinstance(route, Route), "the stream server has plain addresses"
        unknown = set(route.param_convertors) - set(values)
        if unknown:
            raise UnknownParameterError(f"{route.path}: nothing to put for {sorted(unknown)}")
        found.append(route.path.replace("{ident:uuid}", values.get("ident", "")))
    return found


def streamed(reader: Reader, found: list[str], *, seconds: float = 0.5, after: int = 0) -> dict[str, str]:
    """All that is sent to a reader at these addresses, by address."""
    return asyncio.run(_all(reader, found, seconds, after))


async def _all(reader: Reader, found: list[str], seconds: float, after: int) -> dict[str, str]:
    hub = Hub()
    app = build(all_sources(), hub=hub, relays=False)
    async with app.router.lifespan_context(app):
        assert await asyncio.to_thread(hub.wait_until_listening, 10)
        told = await asyncio.gather(*(_one(app, reader, path, seconds, after) for path in found))
    return dict(zip(found, told, strict=True))


async def _one(app: Any, reader: Reader, path: str, seconds: float, after: int) -> str:
    sent: list[str] = []
    headers = [(b"host", b"localhost")]
    headers += [(name.lower().encode(), value.encode()) for name, value in reader.headers.items()]
    scope = {
        "type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "scheme": "http",
        "query_string": urlencode({"after": after}).encode(), "http_version": "1.1",
        "server": ("localhost", 80), "headers": headers,
    }  # fmt: skip

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(60)
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message.get("body", b"").decode() or str(message.get("status", "")))

    following = asyncio.ensure_future(app(scope, receive, send))
    await asyncio.sleep(seconds)
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)
    return "".join(sent)

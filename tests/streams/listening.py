"""One client of the stream server, in this process."""

import asyncio
import json
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db import connections

from truco_api.streams.hub import Hub
from truco_api.streams.server import build
from truco_api.streams.sources import all_sources


class Frame(NamedTuple):
    """What came in one piece: its name, its id and its data, where it has them."""

    name: str | None
    ident: str | None
    data: Any


def listen_to(
    path: str, query: dict[str, int], key: str | None, meanwhile: Callable[[], None], seconds: float = 1.0
) -> list[str]:
    """The frames that are sent within so many seconds while something happens, without the greeting."""
    return asyncio.run(_listen(path, query, key, meanwhile, seconds))


def read(frames: list[str]) -> list[Frame]:
    """The same taken apart, without comments."""
    found = []
    for frame in frames:
        if not frame.startswith(":"):
            fields = dict(line.split(": ", 1) for line in frame.split("\n"))
            found.append(Frame(fields.get("event"), fields.get("id"), json.loads(fields["data"])))
    return found


def _carry_out(errand: Callable[[], None]) -> None:
    """Do it, and leave no connection behind: nobody else would close this thread's."""
    try:
        errand()
    finally:
        connections.close_all()


async def _listen(
    path: str, query: dict[str, int], key: str | None, meanwhile: Callable[[], None], seconds: float
) -> list[str]:
    hub, sent = Hub(), []
    app = build(all_sources(), hub=hub, relays=False)
    headers = [(b"host", b"localhost")]
    headers += [(b"authorization", f"Bearer {key}".encode())] if key else []
    scope = {
        "type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "scheme": "http",
        "query_string": urlencode(query).encode(), "http_version": "1.1", "server": ("localhost", 80),
        "headers": headers,
    }  # fmt: skip

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(60)
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message.get("body", b"").decode())

    async with app.router.lifespan_context(app):
        assert await asyncio.to_thread(hub.wait_until_listening, 10)
        following_it = asyncio.ensure_future(app(scope, receive, send))
        await asyncio.sleep(0.4)
        await asyncio.to_thread(_carry_out, meanwhile)
        await asyncio.sleep(seconds)
        following_it.cancel()
        await asyncio.gather(following_it, return_exceptions=True)
    return [frame for frame in "".join(sent).split("\n\n") if frame and not frame.startswith("retry")]

"""A proxy that behaves like a bad network: it drops, delays, doubles and cuts requests and answers."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Final

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
FAULTS: Final = ("drop", "cut", "delay", "double", "late double", "lose answer", "cut answer", "delay answer")
PASS: Final = "pass"
LONGEST_DELAY: Final = 0.15


class Proxy:
    """One request a connection; `seen` counts what became of them. `health` in ten come through unharmed."""

    def __init__(self, target: int, chance: Random, *, health: int = 5) -> None:
        self._target = target
        self._chance = chance
        self._health = health
        self._late: set[asyncio.Task[bytes]] = set()
        self.seen: Counter[str] = Counter()

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[str]:
        """The address at which it listens, until the block ends and the last late copy has arrived."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        async with server:
            host, port = server.sockets[0].getsockname()[:2]
            yield f"http://{host}:{port}"
        await asyncio.gather(*self._late, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request = await _message(reader)
            fate = PASS if self._chance.random() * 10 < self._health else self._chance.choice(FAULTS)
            self.seen[fate] += 1
            answer = await self._forward(request, fate)
            writer.write(answer)
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            self.seen["broken"] += 1
        finally:
            writer.close()

    async def _forward(self, request: bytes, fate: str) -> bytes:
        """What the client gets to see; nothing at all where the answer is lost."""
        match fate:
            case "drop":
                return b""
            case "cut":
                await self._ask(request[: self._chance.randrange(1, len(request))], whole=False)
                return b""
            case "delay":
                await asyncio.sleep(self._chance.random() * LONGEST_DELAY)
            case "double":
                answers = await asyncio.gather(self._ask(request), self._ask(request))
                return self._chance.choice(answers)
            case "late double":
                late = asyncio.create_task(self._ask(request, after=self._chance.random()))
                self._late.add(late)
        answer = await self._ask(request)
        match fate:
            case "lose answer":
                return b""
            case "cut answer":
                return answer[: self._chance.randrange(len(answer))]
            case "delay answer":
                await asyncio.sleep(self._chance.random() * LONGEST_DELAY)
        return answer

    async def _ask(self, request: bytes, *, whole: bool = True, after: float = 0) -> bytes:
        """The server's answer; a request that is not whole is left there as if the line had gone."""
        await asyncio.sleep(after)
        reader, writer = await asyncio.open_connection("127.0.0.1", self._target)
        try:
            writer.write(request)
            await writer.drain()
            return await _message(reader) if whole else b""
        finally:
            writer.close()


async def _message(reader: asyncio.StreamReader) -> bytes:
    """One whole message of HTTP/1.1 whose length is told."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0]
    return head + await reader.readexactly(int(length or 0))

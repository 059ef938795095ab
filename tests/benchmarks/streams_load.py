"""Idle streams and active games on one stream process: its memory, and how late events come.

python -m tests.benchmarks.streams_load [IDLE] [GAMES] [SECONDS] [ACTIONS_A_SECOND]

Idle listeners follow their own streams, both players of each game follow the game. Fails when a listener
misses an event, hears one twice, or is cut off.
"""

import asyncio
import json
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import psutil

from tests.benchmarks.database import PROJECT, bench_database
from tests.processes import end, spawn
from truco_api.embedded.parts import MANY_STREAMS

OPENED_AT_ONCE = 50


@dataclass
class Listener:
    """One client: the path it follows, and what it has heard."""

    path: str
    key: str
    heard: list[int] = field(default_factory=list)
    late_ms: list[float] = field(default_factory=list)
    closed: bool = False

    async def listen(self, port: int, opening: asyncio.Semaphore, opened: asyncio.Event) -> None:
        """Follow until cancelled."""
        async with opening:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            head = f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.key}\r\n\r\n"
            writer.write(head.encode())
            status = await reader.readline()
            assert b" 200 " in status, status
            while b"retry:" not in await reader.readline():
                pass
        opened.set()
        ident: int | None = None
        while line := await reader.readline():
            if line.startswith(b"id: "):
                ident = int(line[4:])
            elif line.startswith(b"data: ") and ident is not None:
                self._hear(ident, json.loads(line[6:]))
                ident = None
        self.closed = True

    def _hear(self, ident: int, event: dict[str, Any]) -> None:
        self.heard.append(ident)
        at = datetime.fromisoformat(event["at"]).timestamp()
        self.late_ms.append((time.time() - at) * 1000)


@dataclass(frozen=True)
class Measured:
    """What a run came to."""

    idle: int
    games: int
    actions: int
    events: int
    late_ms: list[float]
    empty_mib: float
    full_mib: float
    cpu: float

    def __str__(self) -> str:
        late = sorted(self.late_ms) or [0.0]
        p50, p99 = late[len(late) // 2], late[min(len(late) - 1, len(late) * 99 // 100)]
        streams = self.idle + 2 * self.games
        return (
            f"{self.idle} idle streams and {self.games} active games ({streams} connections): "
            f"{self.actions} actions, {self.events} events delivered, none missed or doubled; "
            f"late p50 {p50:.0f} ms, p99 {p99:.0f} ms, at most {late[-1]:.0f} ms; "
            f"memory {self.empty_mib:.0f} MiB empty, {self.full_mib:.0f} MiB with all of them "
            f"({(self.full_mib - self.empty_mib) * 1024 / max(1, streams):.0f} KiB each); CPU {self.cpu:.0%}"
        )


def run(idle: int, games: int, seconds: float, rate: float) -> Measured:
    """The measurement; raises AssertionError when a listener missed, doubled or lost something."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with bench_database() as environment:
        environment = {**environment, "STREAM_URL": ""}
        module = [sys.executable, "-m", "tests.benchmarks.streams_people", str(idle), str(games)]
        made = _told(module, environment)
        people = json.loads(made)
        port = _free_port()
        argv = (sys.executable, "-m", "granian", "truco_api.streams.app:app", "--interface", "asgi")
        server = spawn((*argv, "--port", str(port), "--log-level", "error", *MANY_STREAMS), environment)
        try:
            return asyncio.run(_measure(people, port, server.pid, environment, seconds, rate))
        finally:
            end(server)


async def _measure(
    people: dict[str, Any], port: int, pid: int, environment: dict[str, str], seconds: float, rate: float
) -> Measured:
    await _until_ready(port)
    process = psutil.Process(pid)
    empty = _memory(process)
    idle = [Listener("/api/v1/me/stream/", key) for key in people["idle"]]
    players = [
        Listener(f"/api/v1/games/{each['game']}/stream/?after=0", key)
        for each in people["games"]
        for key in each["keys"]
    ]
    opening = asyncio.Semaphore(OPENED_AT_ONCE)
    opened = [asyncio.Event() for _ in (*idle, *players)]
    tasks = [
        asyncio.ensure_future(one.listen(port, opening, event))
        for one, event in zip((*idle, *players), opened, strict=True)
    ]
    await _all_open(opened, tasks)
    await asyncio.sleep(2)
    for one in players:
        one.late_ms.clear()  # what happened before anybody listened
    before, began = _cpu(process), time.monotonic()
    actions = await asyncio.to_thread(_play, people["games"], environment, seconds, rate)
    cpu = (_cpu(process) - before) / (time.monotonic() - began)
    full = _memory(process)
    expected = {each["game"]: _head(each["game"], environment) for each in people["games"][:1]}
    await _settle(players)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    _check(idle, players, expected)
    late = [ms for one in players for ms in one.late_ms]
    return Measured(len(idle), len(people["games"]), actions, len(late), late, empty, full, cpu)


async def _all_open(opened: list[asyncio.Event], tasks: Sequence[asyncio.Future[None]]) -> None:
    """Wait until every stream has begun; whatever fails first is raised."""
    waiting = asyncio.gather(*(event.wait() for event in opened))
    either: list[asyncio.Future[Any]] = [waiting, *tasks]
    await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        if task.done():
            waiting.cancel()
            await task
    await waiting


def _check(idle: list[Listener], players: list[Listener], expected: dict[str, int]) -> None:
    """Nobody was cut off, and everybody has heard every version once and in order, both players the same."""
    assert not [one.path for one in (*idle, *players) if one.closed], "cut off"
    for one in players:
        assert one.heard == list(range(1, len(one.heard) + 1)), f"{one.path}: {one.heard}"
    for first, second in zip(players[::2], players[1::2], strict=True):
        assert first.heard == second.heard, "one of them heard more"
    for game, head in expected.items():
        assert [len(one.heard) for one in players if game in one.path] == [head, head]


def _play(games: list[dict[str, Any]], environment: dict[str, str], seconds: float, rate: float) -> int:
    module = [sys.executable, "-m", "tests.benchmarks.streams_player", str(rate), str(seconds)]
    ids = "\n".join(each["game"] for each in games)
    return int(_told(module, environment, ids))


def _head(game: str, environment: dict[str, str]) -> int:
    code = (
        "import django; django.setup(); from truco_api.eventstore import head_version; "
        f"print(head_version('game-{game}'))"
    )
    return int(_told([sys.executable, "-c", code], environment))


def _told(command: list[str], environment: dict[str, str], fed: str = "") -> str:
    """What a process of the project prints."""
    done = subprocess.run(
        command, cwd=PROJECT, env=environment, input=fed, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout


async def _settle(players: list[Listener]) -> None:
    """Wait until nothing more comes."""
    before = -1
    while (now := sum(len(one.heard) for one in players)) != before:
        before = now
        await asyncio.sleep(2)


async def _until_ready(port: int) -> None:
    for _ in range(300):
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            if b" 200 " in await reader.readline():
                writer.close()
                return
        except OSError:
            pass
        await asyncio.sleep(0.2)
    raise TimeoutError("the stream process does not answer")


def _memory(process: psutil.Process) -> float:
    everybody = [process, *process.children(recursive=True)]
    return float(max(one.memory_info().rss for one in everybody)) / 2**20


def _cpu(process: psutil.Process) -> float:
    everybody = [process, *process.children(recursive=True)]
    return float(sum(sum(one.cpu_times()[:2]) for one in everybody))


def _free_port() -> int:
    import socket

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


if __name__ == "__main__":
    asked = [float(value) for value in sys.argv[1:]] + [2000, 200, 30, 60][len(sys.argv) - 1 :]
    print(run(int(asked[0]), int(asked[1]), asked[2], asked[3]))

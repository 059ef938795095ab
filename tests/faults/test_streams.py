"""Every part is killed under running clients; each hears every event once, in order, and nothing else.

The whole of `manage.py up` runs on a database of its own, so that the database can be killed as well.
"""

import asyncio
import json
import random
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from tests.embedded.test_up import Up, _up

PORT = 17_500
BETWEEN_SECONDS = 2.0
PATIENCE_SECONDS = 45.0

Data = dict[str, Any]


@dataclass
class Client:
    """Somebody's device, on a bad day: whatever fails is tried again."""

    up: Up
    token: str = ""
    http: httpx.AsyncClient = field(default_factory=lambda: httpx.AsyncClient(timeout=10))

    async def ask(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        """The answer, whatever it takes: a repetition carries the same key."""
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= {"Idempotency-Key": uuid.uuid4().hex} if method != "GET" else {}
        url = f"{self.up.address.url}/api/v1/{path}"
        while True:
            try:
                answer = await self.http.request(method, url, json=body, headers=headers)
                if answer.status_code < 500 and answer.status_code != 429:
                    return answer
            except httpx.HTTPError:
                pass
            await asyncio.sleep(0.2)

    async def follow(self, path: str, cursor: str, heard: list[Data], ready: asyncio.Event) -> None:
        """Follow a stream for ever, going on after every break where it was."""
        last: int | None = None
        while True:
            headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
            headers |= {} if last is None else {"Last-Event-ID": str(last)}
            try:
                url = f"{self.up.address.stream_url}/api/v1/{path}"
                async with self.http.stream("GET", url, headers=headers, timeout=30) as answer:
                    async for name, ident, data in _frames(answer):
                        ready.set()
                        if name == "resync":
                            assert last is None, "nobody was away for long"
                            last = int(data[cursor])
                        elif ident is not None:
                            last = ident
                            heard.append(data)
            except httpx.HTTPError:
                pass
            await asyncio.sleep(0.2)


async def _frames(answer: httpx.Response) -> Any:
    name: str | None = None
    ident: int | None = None
    async for line in answer.aiter_lines():
        if line.startswith("event: "):
            name = line[7:]
        elif line.startswith("id: "):
            ident = int(line[4:])
        elif line.startswith("data: "):
            yield name, ident, json.loads(line[6:])
            name, ident = None, None


async def _sign_up(up: Up, name: str) -> Client:
    client = Client(up)
    body = {"name": name, "password": "correct horse battery", "device": "test"}
    client.token = (await client.ask("POST", "accounts/", body)).json()["token"]
    return client


async def _play(game: str, players: list[Client], stop: asyncio.Event) -> None:
    """Both act whenever they may, until they are told to stop or the game has ended."""
    rng = random.Random(game)
    while not stop.is_set():
        for client in players:
            seen = (await client.ask("GET", f"games/{game}/")).json()
            if seen["phase"] != "playing":
                return
            legal = [move for move in seen["view"]["legal"] if move["type"] == "play"] or seen["view"][
                "legal"
            ]
            if legal:
                move, version = rng.choice(legal), seen["version"]
                await client.ask("POST", f"games/{game}/actions/", move, **{"If-Match": f'"{version}"'})
        await asyncio.sleep(0.05)


async def _story(up: Up, kills: list[Callable[[], None]]) -> None:
    ana, bia = await _sign_up(up, "ana"), await _sign_up(up, "bia")
    anybody = Client(up)
    wish = {"variant": "gauderio", "players": 2, "auto_start": True, "clock": {"turn_seconds": 600}}
    game = (await ana.ask("POST", "games/", wish)).json()["id"]
    own: dict[str, list[Data]] = {"ana": [], "bia": []}
    followed: list[tuple[Client, list[Data]]] = [(ana, []), (ana, []), (bia, []), (anybody, [])]
    ready = [asyncio.Event() for _ in range(6)]
    stop = asyncio.Event()
    tasks = [
        asyncio.ensure_future(client.follow(f"games/{game}/stream/?after=0", "version", heard, event))
        for (client, heard), event in zip(followed, ready, strict=False)
    ]
    for client, name, event in ((ana, "ana", ready[4]), (bia, "bia", ready[5])):
        tasks.append(asyncio.ensure_future(client.follow("me/stream/", "position", own[name], event)))
    await asyncio.wait_for(asyncio.gather(*(event.wait() for event in ready)), PATIENCE_SECONDS)
    before = (await bia.ask("POST", f"games/{game}/seats/", {})).json()["version"]
    playing = asyncio.ensure_future(_play(game, [ana, bia], stop))
    for kill in kills:
        await asyncio.sleep(BETWEEN_SECONDS)
        await asyncio.to_thread(kill)
    await asyncio.sleep(BETWEEN_SECONDS)
    stop.set()
    await asyncio.wait_for(playing, PATIENCE_SECONDS)
    events = {
        who: await _all_events(client, game) for who, client in (("ana", ana), ("bia", bia), ("", anybody))
    }
    head = events[""][-1]["version"]
    assert head > before, "they played"
    expected = [events["ana"], events["ana"], events["bia"], events[""]]
    for _ in range(int(PATIENCE_SECONDS * 5)):
        if all(len(heard) >= head for _, heard in followed):
            break
        await asyncio.sleep(0.2)
    await asyncio.sleep(1)
    for task in tasks:
        task.cancel()
    for (_, heard), told in zip(followed, expected, strict=True):
        assert [event["version"] for event in heard] == list(range(1, head + 1))
        assert [event["type"] for event in heard] == [event["type"] for event in told]
    for name, items in own.items():
        positions = [item["position"] for item in items]
        assert positions == sorted(set(positions)), f"{name}: once and in order"
        versions = [item["event"]["version"] for item in items if item["id"] == game]
        assert versions == list(range(versions[0], head + 1)), f"{name}: without a gap"


async def _all_events(client: Client, game: str) -> list[Data]:
    events: list[Data] = []
    while True:
        after = events[-1]["version"] if events else 0
        page = (await client.ask("GET", f"games/{game}/events/?after={after}")).json()["events"]
        if not page:
            return events
        events += page


def test_no_event_is_lost_or_doubled_when_any_part_is_killed(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder: Path = tmp_path_factory.mktemp("kill")
    with _up(folder, "--port", str(PORT)) as up:

        def database() -> None:
            pid = int((folder / "postgres" / "postmaster.pid").read_text().split()[0])
            psutil.Process(pid).kill()

        kills = [up.part(name).kill for name in ("stream", "web", "worker", "beat")]
        asyncio.run(_story(up, [*kills, database, lambda: up.part("stream").kill()]))

"""Phones that play through a bad network: whatever gets no answer is asked again, with the same key."""

import asyncio
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import uuid4

import httpx

Json = dict[str, Any]
PATIENCE = 200


@dataclass
class Phone:
    """One player's client. `keyed` off, it repeats without idempotency keys."""

    api: str
    token: str
    chance: Random
    keyed: bool = True
    taken: list[list[int]] = field(default_factory=list)
    """For every action that was acknowledged, the versions that came of it."""
    known: dict[int, str] = field(default_factory=dict)
    """Every event that it was told of: its version and type."""

    async def ask(self, method: str, path: str, body: Json | None = None, **headers: str) -> httpx.Response:
        """The answer, however often the network fails."""
        if method == "POST" and self.keyed:
            headers["Idempotency-Key"] = uuid4().hex
        headers |= {"Authorization": f"Bearer {self.token}", "Connection": "close"}
        for _ in range(PATIENCE):
            try:
                async with httpx.AsyncClient(timeout=10, verify=False) as client:
                    answer = await client.request(method, f"{self.api}{path}", json=body, headers=headers)
            except httpx.TransportError:
                await asyncio.sleep(self.chance.random() * 0.05)
                continue
            if answer.status_code < 500 and answer.json().get("code") != "idempotency_in_flight":
                return answer
            await asyncio.sleep(0.1)
        raise TimeoutError(f"{method} {path} was never answered")

    async def open(self, variant: str) -> str:
        """Open a table."""
        wish = {"variant": variant, "players": 2, "auto_start": True, "options": {"target": 6}}
        answer = await self.ask("POST", "/api/v1/games/", wish)
        assert answer.status_code == 201, answer.text
        game: str = answer.json()["id"]
        return game

    async def sit(self, game: str) -> None:
        """Take the other place. Without a key, the second of two copies is refused."""
        answer = await self.ask("POST", f"/api/v1/games/{game}/seats/", {})
        assert answer.status_code == 200 or not self.keyed, answer.text

    async def play(self, game: str) -> Json:
        """Play one's seat until the game is over; the last view."""
        while True:
            seen: Json = (await self.ask("GET", f"/api/v1/games/{game}/")).json()
            if seen["phase"] == "finished":
                await self._catch_up(game)
                return seen
            if seen["view"] and seen["view"]["legal"]:
                await self._act(game, seen)
            else:
                await asyncio.sleep(0.05)

    async def _act(self, game: str, seen: Json) -> None:
        move = self.chance.choice(seen["view"]["legal"])
        stamp = {"If-Match": f'"{seen["version"]}"'}
        answer = await self.ask("POST", f"/api/v1/games/{game}/actions/", move, **stamp)
        told = answer.json()
        if answer.status_code == 200:
            self.taken.append([event["version"] for event in told["events"]])
        else:
            assert told["code"] == "stale_version", told
        self._learn(told["events"])

    async def _catch_up(self, game: str) -> None:
        """What happened while one was not asking."""
        while page := (await self._events(game, self._gap())):
            self._learn(page)

    async def _events(self, game: str, after: int) -> list[Json]:
        events: list[Json] = (await self.ask("GET", f"/api/v1/games/{game}/events/?after={after}")).json()[
            "events"
        ]
        return events

    def _gap(self) -> int:
        """The last version before which nothing is missing."""
        return next(version for version in range(len(self.known) + 1) if version + 1 not in self.known)

    def _learn(self, events: list[Json]) -> None:
        self.known |= {event["version"]: event["type"] for event in events}

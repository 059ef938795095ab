"""One client of the HTTP benchmark: plays both seats of one game after another, the first card that is legal,
and prints how long each action took (milliseconds, one a line), then the number of other requests."""

import http.client
import json
import sys
import time
from typing import Any
from uuid import uuid4

Json = dict[str, Any]


class Client:
    """A connection that stays open, and what it took."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.others = 0
        self.latencies: list[float] = []

    def call(self, method: str, path: str, token: str = "", body: Json | None = None, **headers: str) -> Json:
        """One request, its answer read to the end."""
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection.request(
            method, f"/api/v1/{path}", json.dumps(body) if body is not None else None, named
        )
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {content[:300]!r}")
        return json.loads(content) if content else {}

    def act(self, game: str, token: str, version: int, move: Json) -> Json:
        """One action, timed."""
        start = time.perf_counter()
        answer = self.call(
            "POST",
            f"games/{game}/actions/",
            token,
            move,
            If_Match=f'"{version}"',
            Idempotency_Key=uuid4().hex,
        )
        self.latencies.append((time.perf_counter() - start) * 1000)
        return answer

    def look(self, game: str, token: str) -> Json:
        """The game as this player sees it."""
        self.others += 1
        return self.call("GET", f"games/{game}/", token)


def sign_up(client: Client) -> str:
    """A new account's token."""
    body = {"name": f"bench-{uuid4().hex[:12]}", "password": uuid4().hex}
    return str(client.call("POST", "accounts/", body=body)["token"])


def open_game(client: Client, tokens: list[str]) -> str:
    """A game of paulista for two, begun."""
    wish = {"variant": "paulista", "players": 2, "public": False, "auto_start": True}
    game = str(client.call("POST", "games/", tokens[0], wish)["id"])
    client.call("POST", f"games/{game}/seats/", tokens[1], {})
    return game


def play(client: Client, tokens: list[str], end: float) -> None:
    """Play until the time is up; a card is played as soon as it is known."""
    while time.monotonic() < end:
        game = open_game(client, tokens)
        state = client.look(game, tokens[0])
        by_seat = {state["you"]: tokens[0], 1 - state["you"]: tokens[1]}
        while state["phase"] == "playing" and time.monotonic() < end:
            token = by_seat[state["clock"]["awaited"][0]]
            legal = state["view"]["legal"]
            if not legal:
                state = client.look(game, token)
                continue
            state = client.act(game, token, state["version"], legal[0])


def main(port: int, seconds: float) -> None:
    """Prepare, say "ready", wait for a line, play, report."""
    client = Client(port)
    tokens = [sign_up(client), sign_up(client)]
    play(client, tokens, time.monotonic() + 0.5)
    client.latencies.clear()
    client.others = 0
    print("ready", flush=True)
    sys.stdin.readline()
    play(client, tokens, time.monotonic() + seconds)
    print(json.dumps({"latencies": client.latencies, "others": client.others}), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))

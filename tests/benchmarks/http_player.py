"""The clients of the HTTP benchmark, all in one light process: each plays both seats of one game after
another. Prints "ready", waits for a line, plays, and prints what it took.

It shares the machine with what it measures, so it speaks HTTP/1.1 by hand: a request is one write, an answer
one read or two. A player looks at its cards once a hand, unless an answer of its own has shown them already.
"""

import json
import selectors
import socket
import sys
import time
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import orjson

Json = dict[str, Any]
# Opening a table is not what is measured, so it is done as seldom as a long game lets it be.
LONG = {"target": 30}
Requests = Generator[bytes, Json, None]
"""Yields a request, is sent its answer."""


@dataclass
class Tally:
    """What was counted since the last look."""

    latencies: list[float] = field(default_factory=list)
    others: int = 0


class Connection:
    """One connection that stays open, and the player whose requests go over it."""

    def __init__(self, port: int, player: "Player") -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._player = player
        self._requests = player.requests()
        self._received = b""
        self._began = 0.0
        self._send(next(self._requests))

    def read(self) -> None:
        """Take what has come; when the answer is whole, send what the player wants next."""
        self._received += self.socket.recv(65536)
        head, separator, body = self._received.partition(b"\r\n\r\n")
        if not separator or len(body) < _length(head):
            return
        if self._player.acts:
            self._player.tally.latencies.append((time.perf_counter() - self._began) * 1000)
        else:
            self._player.tally.others += 1
        if not head.startswith(b"HTTP/1.1 20"):
            raise RuntimeError(f"{head[:60]!r} {body[:300]!r}")
        self._send(self._requests.send(orjson.loads(body)))

    def _send(self, request: bytes) -> None:
        self._received = b""
        self._began = time.perf_counter()
        self.socket.sendall(request)


def _length(head: bytes) -> int:
    return int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])


class Player:
    """Two accounts that play with each other. `acts` tells whether the request under way is an action."""

    def __init__(self) -> None:
        self.tally = Tally()
        self.acts = False

    def requests(self) -> Requests:
        """Sign up twice, then play for ever."""
        tokens = []
        for _ in range(2):
            account = {"name": f"bench-{uuid4().hex[:12]}", "password": uuid4().hex}
            device = (yield request("POST", "accounts/", "", account))["token"]
            tokens.append((yield request("POST", "tokens/access/", device, {}))["access_token"])
        while True:
            yield from self._game(tokens)

    def _game(self, tokens: list[str]) -> Requests:
        wish = {"variant": "paulista", "options": LONG, "players": 2, "public": False, "auto_start": True}
        game = (yield request("POST", "games/", tokens[0], wish))["id"]
        yield request("POST", f"games/{game}/seats/", tokens[1], {})
        state = yield request("GET", f"games/{game}/", tokens[0])
        seats = {state["you"]: tokens[0], 1 - state["you"]: tokens[1]}
        cards: dict[int, tuple[int, list[str]]] = {}
        while state["phase"] == "playing":
            hand = state["view"]["hand"]
            cards[state["you"]] = (hand["number"], hand["cards"][state["you"]])
            seat = state["clock"]["awaited"][0]
            move = known_move(state, seat, cards)
            if move is None:
                state = yield request("GET", f"games/{game}/", seats[seat])
            else:
                state = yield from self._act(game, seats[seat], state["version"], move)

    def _act(self, game: str, token: str, version: int, move: Json) -> Generator[bytes, Json, Json]:
        self.acts = True
        headers = f'If-Match: "{version}"\r\nIdempotency-Key: {uuid4().hex}\r\n'
        state = yield request("POST", f"games/{game}/actions/", token, move, headers)
        self.acts = False
        return state


def known_move(state: Json, seat: int, cards: dict[int, tuple[int, list[str]]]) -> Json | None:
    """What this seat can do as far as the players know already; None if it has to look first."""
    view, hand = state["view"], state["view"]["hand"]
    if state["you"] == seat and view["legal"]:
        move: Json = view["legal"][0]
        return move
    number, held = cards.get(seat, (0, []))
    if number != hand["number"] or hand["turn"] != seat or hand["offer"] or hand["deciding"] is not None:
        return None
    return {"type": "play", "card": held[0]}


def request(method: str, path: str, token: str, body: Json | None = None, headers: str = "") -> bytes:
    """A request as it goes over the wire."""
    content = b"" if body is None else orjson.dumps(body)
    signed = f"Authorization: Bearer {token}\r\n" if token else ""
    kind = "" if body is None else f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
    head = f"{method} /api/v1/{path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{signed}{kind}{headers}\r\n"
    return head.encode() + content


def play(connections: selectors.BaseSelector, seconds: float) -> None:
    """Let all players play for so long."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        for key, _ in connections.select(left):
            key.data.read()


def main(port: int, clients: int, seconds: float) -> None:
    """Prepare, say "ready", wait for a line, play, report."""
    players = [Player() for _ in range(clients)]
    connections = selectors.DefaultSelector()
    for player in players:
        connection = Connection(port, player)
        connections.register(connection.socket, selectors.EVENT_READ, connection)
    while not all(player.tally.latencies for player in players):
        play(connections, 0.5)
    print("ready", flush=True)
    sys.stdin.readline()
    for player in players:
        player.tally = Tally()
    play(connections, seconds)
    latencies = [latency for player in players for latency in player.tally.latencies]
    others = sum(player.tally.others for player in players)
    print(json.dumps({"latencies": latencies, "others": others, "cpu": time.process_time()}), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))

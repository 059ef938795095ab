"""(d) Durable actions per second over HTTP, with their 50th and 99th percentile, beside `pgbench` running the
statements of one append, as it comes and prepared, and all that an action sends; (e) statements an action."""

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.benchmarks.database import PROJECT, bench_database
from tests.benchmarks.measure import Rate, rows
from tests.benchmarks.store_speed import fill, pgbench
from truco_api.embedded.parts import WEB

WRITERS = 8  # the yardstick is that of the appends
CLIENTS = (8, 32)
# What `action.sql` needs beside the streams: a row of the lists for each.
FILL = """
import django; django.setup()
from django.utils import timezone
from games.models import Game
now = timezone.now()
Game.objects.bulk_create(
    Game(
        id=f"00000000-0000-4000-8000-{n:012}", version=1, phase="playing", variant="paulista", players=2,
        public=False, owner="user:bench", free_seats=0, score=[0, 0], opened_at=now, changed_at=now,
    )
    for n in range(1, 2001)
)
"""


def run(seconds: float = 4.0) -> Iterator[str]:
    """Lines of (d) and (e)."""
    with bench_database() as environment:
        fill(environment)
        subprocess.run([sys.executable, "-c", FILL], cwd=PROJECT, env=environment, check=True)
        for clients in CLIENTS:
            yield from _actions(clients, seconds, environment)
        yield f"(e) {_statements(environment)}"


def _actions(clients: int, seconds: float, environment: dict[str, str]) -> Iterator[str]:
    plain = Rate(f"pgbench as it comes, {WRITERS} writers", pgbench(WRITERS, seconds, mode="simple"))
    others = [
        Rate(f"pgbench as it comes, {writers} writers", pgbench(writers, seconds, mode="simple"))
        for writers in {clients} - {WRITERS}
    ]
    others += [
        Rate(f"pgbench prepared, {WRITERS} writers", pgbench(WRITERS, seconds)),
        Rate("  all that an action sends", pgbench(WRITERS, seconds, "action.sql")),
    ]
    with _server(environment) as port:
        latencies, looks = _play(port, clients, seconds)
    ours = Rate("actions over HTTP", len(latencies) / seconds)
    yield from rows(f"(d) durable actions, {clients} clients", "a second", [plain, *others, ours], plain)
    yield from (f"  which is {ours.whole / other.whole:.2f} × {other.name.strip()}" for other in others)
    yield f"  latency p50 {_percentile(latencies, 50):.1f} ms, p99 {_percentile(latencies, 99):.1f} ms"
    yield f"  and {looks / seconds:,.0f} other requests a second, by which clients see their cards"


def _statements(environment: dict[str, str]) -> str:
    command = [sys.executable, "-m", "tests.benchmarks.statements"]
    counted = subprocess.run(command, cwd=PROJECT, env=environment, stdout=subprocess.PIPE, text=True)
    return counted.stdout.strip() if counted.returncode == 0 else "the statements could not be counted"


def _percentile(values: list[float], percent: int) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] if ordered else 0.0


@contextmanager
def _server(environment: dict[str, str]) -> Iterator[int]:
    """The web part as `up` starts it, on a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = ["granian", "truco_api.wsgi:application", "--interface", "wsgi", "--host", "127.0.0.1"]
    options = ["--port", str(port), *WEB, "--log-level", "error"]
    process = subprocess.Popen([sys.executable, "-m", *command, *options], cwd=PROJECT, env=environment)
    try:
        _wait_for(port)
        yield port
    finally:
        process.terminate()
        process.wait()


def _wait_for(port: int, seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError("the web server did not come up")


def _play(port: int, clients: int, seconds: float) -> tuple[list[float], int]:
    command = [sys.executable, "-m", "tests.benchmarks.http_player", str(port), str(clients), str(seconds)]
    with subprocess.Popen(
        command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as players:
        assert players.stdout is not None
        players.stdout.readline()
        result = json.loads(players.communicate("go\n")[0])
    return result["latencies"], result["others"]

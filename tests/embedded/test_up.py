"""`manage.py up` as a newcomer has it: one command, everything answers, and nothing stays behind."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil
import pytest
from django.conf import settings

from tests.processes import end, eventually, spawn
from truco_api.embedded import claim

MANAGE = (sys.executable, str(settings.BASE_DIR / "manage.py"))
PORT = 17_300
PARTS = ("worker", "courier", "beat", "stream", "web")


class Up:
    """A running `up`, its output in a file."""

    def __init__(self, folder: Path, process: subprocess.Popen[bytes], said: Path) -> None:
        self.folder, self.process, self._said = folder, process, said

    @property
    def said(self) -> str:
        """All it has said."""
        return self._said.read_text()

    @property
    def address(self) -> claim.Holder:
        """Where it can be found."""
        found = claim.holder(self.folder)
        assert found, self.said
        return found

    def part(self, name: str) -> psutil.Process:
        """The main process of a part."""
        marks = {"worker": "truco", "courier": "outside", "beat": "beat", "stream": "asgi", "web": "wsgi"}
        children = psutil.Process(self.process.pid).children()
        return next(child for child in children if marks[name] in child.cmdline())

    def everyone(self) -> list[psutil.Process]:
        """All its processes, and the database's."""
        database = int((self.folder / "postgres" / "postmaster.pid").read_text().split()[0])
        return [*psutil.Process(self.process.pid).children(recursive=True), psutil.Process(database)]

    def ready(self) -> bool:
        """Whether web and streams answer."""
        try:
            answers = [
                httpx.get(f"{url}/readyz", timeout=5) for url in (self.address.url, self.address.stream_url)
            ]
        except httpx.HTTPError:
            return False
        return all(answer.status_code == 200 for answer in answers)


def _environment(folder: Path) -> Mapping[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "BROKER_URL")}
    return {**kept, "TRUCO_DATA": str(folder)}


@contextmanager
def _up(folder: Path, *arguments: str) -> Iterator[Up]:
    said = folder / "said.txt"
    with said.open("wb") as out:
        process = subprocess.Popen(
            (*MANAGE, "up", *arguments),
            env=_environment(folder),
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    up = Up(folder, process, said)
    try:
        assert eventually(lambda: "Ctrl-C stops everything" in up.said, 90), up.said
        yield up
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            process.wait(60)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder that survives from one `up` to the next; short, because sockets live in it."""
    return tmp_path_factory.mktemp("up")


def _all_gone(processes: list[psutil.Process]) -> bool:
    _, alive = psutil.wait_procs(processes, timeout=0.1)
    return not any(_lives(process) for process in alive)


def _lives(process: psutil.Process) -> bool:
    """Whether it runs still; it may end between the question and the answer."""
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def test_up_serves_everything_heals_what_dies_and_leaves_nothing(folder: Path) -> None:
    with _up(folder, "--port", str(PORT)) as up:
        assert eventually(up.ready), up.said
        marks = {line.split("|")[0].strip() for line in up.said.splitlines()}
        assert {"database", "up"} <= marks <= {"database", "up", *PARTS}

        _a_second_one_finds_the_first(up)
        _a_killed_part_comes_back(up)
        _a_killed_database_comes_back(up)

        everyone = up.everyone()
        up.process.send_signal(signal.SIGINT)
        assert up.process.wait(60) == 0
        assert up.said.splitlines()[-1] == "up       | stopped"
        assert eventually(lambda: _all_gone(everyone)), everyone


def _a_second_one_finds_the_first(up: Up) -> None:
    second = subprocess.run(
        (*MANAGE, "up"), env=_environment(up.folder), capture_output=True, text=True, timeout=60
    )
    assert second.returncode == 1
    assert f"already running at {up.address.url}/ (process {up.process.pid}" in second.stdout


def _a_killed_part_comes_back(up: Up) -> None:
    for name in ("web", "worker"):
        up.part(name).kill()
        assert eventually(lambda: re.search(rf"{name} +\| ended \(SIGKILL\)", up.said) is not None), up.said  # noqa: B023
    assert eventually(up.ready), up.said
    assert up.part("worker").is_running()


def _a_killed_database_comes_back(up: Up) -> None:
    up.everyone()[-1].kill()
    assert eventually(lambda: "PostgreSQL is gone; starting it again" in up.said), up.said
    assert eventually(up.ready, 30), up.said


def test_killing_up_itself_leaves_nothing_either_and_the_next_one_starts(folder: Path) -> None:
    with _up(folder, "--port", str(PORT)) as up:
        everyone = up.everyone()
        up.process.kill()
        up.process.wait()
        assert eventually(lambda: _all_gone(everyone)), everyone
    with _up(folder, "--port", str(PORT)) as up:
        assert eventually(up.ready), up.said


def test_a_taken_port_is_said_and_the_next_one_used(folder: Path) -> None:
    holder = spawn((sys.executable, "-m", "http.server", "--bind", "127.0.0.1", str(PORT + 1)), os.environ)
    try:
        assert eventually(lambda: _listens(PORT + 1))
        with _up(folder, "--port", str(PORT)) as up:
            assert f"port {PORT} or {PORT + 1} is taken; using {PORT + 2} and {PORT + 3}" in up.said
            assert up.address.url == f"http://127.0.0.1:{PORT + 2}"
            assert eventually(up.ready), up.said
    finally:
        end(holder)


def _listens(port: int) -> bool:
    try:
        httpx.get(f"http://127.0.0.1:{port}/", timeout=1)
    except httpx.HTTPError:
        return False
    return True


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [(("--once",), "--once belongs to --demo"), (("--port", "x"), "not a port number")],
)
def test_senseless_arguments_are_refused(folder: Path, arguments: tuple[str, ...], complaint: str) -> None:
    refused = subprocess.run(
        (*MANAGE, "up", *arguments), env=_environment(folder), capture_output=True, text=True, timeout=60
    )
    assert refused.returncode != 0
    assert complaint in refused.stderr

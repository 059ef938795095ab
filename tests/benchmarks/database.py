"""A database of the benchmarks' own on the server in use: made, migrated, dropped."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, urlencode

from django.db import connection

NAME = "truco_bench"
PROJECT = Path(__file__).resolve().parents[2]


@contextmanager
def bench_database() -> Iterator[dict[str, str]]:
    """The environment in which a process of the project uses the benchmark's database."""
    connection.ensure_connection()
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {NAME} WITH (FORCE)")
        cursor.execute(f"CREATE DATABASE {NAME}")
    environment = os.environ | {
        "ALLOWED_HOSTS": "127.0.0.1",
        "DATABASE_URL": _url(),
        "DJANGO_SETTINGS_MODULE": "truco_api.settings",
        "RATE_SIGN_UP": "10000/60",
        "SECRET_KEY": "bench",
        "TRUCO_KEYS": "be" * 32,
    }
    try:
        manage("migrate", "--verbosity", "0", environment=environment)
        yield environment
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE IF EXISTS {NAME} WITH (FORCE)")


def _url() -> str:
    """The address of the benchmark's database, on the server that Django is connected to."""
    settings = connection.settings_dict
    user, password = quote(settings["USER"]), quote(settings["PASSWORD"] or "")
    query = {"host": settings["HOST"]} | ({"port": settings["PORT"]} if settings["PORT"] else {})
    return f"postgresql://{user}{':' + password if password else ''}@/{NAME}?{urlencode(query)}"


def manage(*arguments: str, environment: dict[str, str]) -> None:
    """Run a management command in that environment."""
    subprocess.run([sys.executable, "manage.py", *arguments], cwd=PROJECT, env=environment, check=True)


def connection_arguments() -> list[str]:
    """How a PostgreSQL tool reaches the benchmark's database."""
    settings = connection.settings_dict
    arguments = ["-h", settings["HOST"], "-U", settings["USER"]]
    return arguments + (["-p", str(settings["PORT"])] if settings["PORT"] else []) + [NAME]

"""Django's PostgreSQL backend, whose first connection starts the embedded server."""

from subprocess import SubprocessError
from typing import Any

from django.db import OperationalError
from django.db.backends.postgresql import base

from truco_api.embedded.postgres import ensure_running


class DatabaseWrapper(base.DatabaseWrapper):
    """The database every command finds when no DATABASE_URL is given."""

    def get_connection_params(self) -> dict[str, Any]:
        """Connection parameters, once the server is up; OperationalError when it does not start."""
        try:
            self.settings_dict["HOST"] = ensure_running()
        except (OSError, SubprocessError, AssertionError) as error:  # the wheel asserts what it waits for
            raise OperationalError(f"The embedded PostgreSQL does not start: {error}") from error
        return super().get_connection_params()

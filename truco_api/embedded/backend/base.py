"""Django's PostgreSQL backend, whose first connection starts the embedded server."""

from typing import Any

from django.db.backends.postgresql import base

from truco_api.embedded.postgres import ensure_running


class DatabaseWrapper(base.DatabaseWrapper):
    """The database every command finds when no DATABASE_URL is given."""

    def get_connection_params(self) -> dict[str, Any]:
        """Connection parameters, once the server is up."""
        self.settings_dict["HOST"] = ensure_running()
        return super().get_connection_params()

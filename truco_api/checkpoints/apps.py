from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate

# The event store has granted everything on all tables; what only grows is taken back.
GRANTS = """
DO $$ BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'truco_app')
        AND to_regclass('checkpoints_signingkey') IS NOT NULL  -- one app can be migrated without the others
    THEN
        REVOKE UPDATE, DELETE ON checkpoints_signed, checkpoints_tag, checkpoints_entry, checkpoints_node,
            checkpoints_signingkey FROM truco_app;
    END IF;
END $$
"""


def _grant(using: str, plan: list[Any] | None = None, **_: Any) -> None:
    if plan is None:  # the tables were emptied, not migrated: there are no new ones
        return
    with connections[using].cursor() as cursor:
        cursor.execute(GRANTS)


class CheckpointsConfig(AppConfig):
    name = "truco_api.checkpoints"
    label = "checkpoints"

    def ready(self) -> None:
        """Let every audit look at the checkpoints; whenever tables were added, set the rights on them."""
        from truco_api.checkpoints import audit  # noqa: F401 - registered by being imported

        post_migrate.connect(_grant, sender=self, dispatch_uid="checkpoints.rights")

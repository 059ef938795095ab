from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


def _grant(using: str, plan: list[Any] | None = None, **_: Any) -> None:
    if plan is None:  # the tables were emptied, not migrated: there are no new ones
        return
    from truco_api.eventstore.rights import grant_rights

    grant_rights(using)


class EventStoreConfig(AppConfig):
    name = "truco_api.eventstore"
    label = "eventstore"
    verbose_name = "Event store"

    def ready(self) -> None:
        """Whenever tables were added, the application's role gets its rights on them."""
        post_migrate.connect(_grant, sender=self, dispatch_uid="eventstore.rights")

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    label = "tournaments"

    def ready(self) -> None:
        """Register what the event store calls: the projection, the subscribers, the audit's check."""
        from tournaments import (  # noqa: F401 - registered by being imported
            checks,
            leaving,
            notices,
            projections,
            ratings,
            scopes,
            subscribers,
            webhooks,
        )

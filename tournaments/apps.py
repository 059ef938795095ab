from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    label = "tournaments"

    def ready(self) -> None:
        """Register what the event store calls: the projection, the subscriber, the audit's check."""
        from tournaments import checks, projections, ratings, subscribers  # noqa: F401 - registered by being imported

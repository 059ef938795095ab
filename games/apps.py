from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    label = "games"

    def ready(self) -> None:
        """Let the event store know what it rebuilds and checks."""
        from games import (  # noqa: F401 - registered by being imported
            audit,
            audit_deals,
            audit_signals,
            leaving,
            notices,
            projections,
            showing,
            strengths,
        )

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "truco_api.notices"
    label = "notices"

    def ready(self) -> None:
        """Let addresses go with their devices."""
        from truco_api.notices import devices  # noqa: F401 - it listens by being imported

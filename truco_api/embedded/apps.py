from django.apps import AppConfig


class EmbeddedConfig(AppConfig):
    name = "truco_api.embedded"
    label = "embedded"

    def ready(self) -> None:
        """Make our Celery application the current one in every process, so that each can ring a task."""
        from truco_api import celery  # noqa: F401

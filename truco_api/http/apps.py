from importlib import import_module

from django.apps import AppConfig


class HttpConfig(AppConfig):
    name = "truco_api.http"
    label = "http_conventions"

    def ready(self) -> None:
        """Tell the schema generator how callers sign in: it knows what has been imported."""
        import_module("truco_api.http.schema")

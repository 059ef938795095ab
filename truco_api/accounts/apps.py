from importlib import import_module

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "truco_api.accounts"
    label = "accounts"

    def ready(self) -> None:
        """Listen to what happens to passwords."""
        import_module("truco_api.accounts.receivers")

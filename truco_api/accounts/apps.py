from importlib import import_module

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "truco_api.accounts"
    label = "accounts"

    def ready(self) -> None:
        """Listen to what happens to passwords; seal factors anew when a key of the ring is retired."""
        from truco_api.accounts import second_factors
        from truco_api.eventstore.resealing import register_boxes

        import_module("truco_api.accounts.receivers")
        register_boxes("second factors", second_factors.reseal)

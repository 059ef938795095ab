from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    name = "truco_api.webhooks"
    label = "webhooks"

    def ready(self) -> None:
        """When a key of the ring is retired, seal the secrets under the newest."""
        from truco_api.eventstore.resealing import register_boxes
        from truco_api.webhooks import signing

        register_boxes("secrets of webhooks", signing.reseal)

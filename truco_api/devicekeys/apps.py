from django.apps import AppConfig


class DeviceKeysConfig(AppConfig):
    name = "truco_api.devicekeys"
    label = "devicekeys"
    verbose_name = "Device keys"

    def ready(self) -> None:
        """Let every audit look at the keys."""
        from truco_api.devicekeys import audit  # noqa: F401 - registered by being imported

from django.apps import AppConfig


class EmbeddedConfig(AppConfig):
    name = "truco_api.embedded"
    label = "embedded"

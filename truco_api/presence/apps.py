from django.apps import AppConfig


class PresenceConfig(AppConfig):
    name = "truco_api.presence"
    label = "presence"

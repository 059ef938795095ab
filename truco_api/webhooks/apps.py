from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    name = "truco_api.webhooks"
    label = "webhooks"

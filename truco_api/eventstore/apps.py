from django.apps import AppConfig


class EventStoreConfig(AppConfig):
    name = "truco_api.eventstore"
    label = "eventstore"

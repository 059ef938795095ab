from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "truco_api.accounts"
    label = "accounts"

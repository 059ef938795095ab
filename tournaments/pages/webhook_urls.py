"""Addresses of the pages about webhooks."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.pages import webhooks

WEBHOOKS = "clubs/<uuid:club_id>/webhooks/"
ONE = WEBHOOKS + "<uuid:webhook_id>/"

urlpatterns: list[URLPattern] = [
    path(WEBHOOKS, webhooks.webhooks, name="webhooks-page"),
    path(ONE, webhooks.webhook, name="webhook-page"),
    path(ONE + "ping/", webhooks.ping, name="webhook-page-ping"),
    path(ONE + "switch/", webhooks.switch, name="webhook-page-switch"),
    path(ONE + "secret/", webhooks.secret, name="webhook-page-secret"),
    path(ONE + "again/", webhooks.again, name="webhook-page-again"),
    path(ONE + "remove/", webhooks.remove, name="webhook-page-remove"),
]

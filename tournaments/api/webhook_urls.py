"""Addresses of a club's webhooks, below /api/v1/."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.api import webhooks

WEBHOOKS = "clubs/<uuid:club_id>/webhooks/"
ONE = WEBHOOKS + "<uuid:webhook_id>/"
DELIVERY = ONE + "deliveries/<uuid:delivery_id>/"

urlpatterns: list[URLPattern] = [
    path(WEBHOOKS, webhooks.WebhooksView.as_view(), name="webhooks"),
    path(ONE, webhooks.WebhookView.as_view(), name="webhook"),
    path(ONE + "secret/", webhooks.WebhookRotateView.as_view(), name="webhook-secret"),
    path(ONE + "ping/", webhooks.WebhookPingView.as_view(), name="webhook-ping"),
    path(ONE + "redeliver/", webhooks.WebhookRedeliverView.as_view(), name="webhook-redeliver"),
    path(ONE + "deliveries/", webhooks.WebhookDeliveriesView.as_view(), name="webhook-deliveries"),
    path(DELIVERY, webhooks.WebhookDeliveryView.as_view(), name="webhook-delivery"),
    path(
        DELIVERY + "redeliver/",
        webhooks.WebhookRedeliverOneView.as_view(),
        name="webhook-redeliver-one",
    ),
]

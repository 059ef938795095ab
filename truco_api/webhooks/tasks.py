"""What Celery wakes. Sending waits for strangers, so it has a queue of its own ("outside"): workers of that
queue may all be waiting, and no clock of a game runs late by it."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from truco_api.celery import ring
from truco_api.webhooks import drain as draining
from truco_api.webhooks.models import Message
from truco_api.webhooks.services import DRAIN

BATCH: Final = 500


@shared_task(name="truco_api.webhooks.tasks.sweep")
def sweep() -> None:
    """Ring for every endpoint for which something is due. Sent every second; may be lost, doubled or late."""
    for endpoint_id in draining.due():
        ring(DRAIN, str(endpoint_id))


@shared_task(name=DRAIN)
def drain(endpoint_id: str) -> None:
    """Send what is due to one endpoint, if nobody else does."""
    draining.drain(UUID(endpoint_id))


@shared_task(name="truco_api.webhooks.tasks.forget")
def forget() -> None:
    """Drop messages, with all that became of them, that are older than the settings keep them."""
    oldest = timezone.now() - timedelta(days=settings.WEBHOOK_KEEP_DAYS)
    old = Message.objects.filter(created_at__lt=oldest).order_by("created_at").values_list("id", flat=True)
    while batch := list(old[:BATCH]):
        Message.objects.filter(id__in=batch).delete()

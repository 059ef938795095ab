"""Receipts do not stay for ever: an idempotency key is for repeating a request, not for keeping it."""

from datetime import timedelta

from django.db.models.functions import Now

from truco_api.eventstore.models import Receipt

KEPT = timedelta(days=7)


def forget_receipts(older_than: timedelta = KEPT) -> int:
    """Drop the receipts older than this; how many there were."""
    return Receipt.objects.filter(at__lt=Now() - older_than).delete()[0]

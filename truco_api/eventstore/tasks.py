"""What Celery runs: the relay and the deliveries. Both may be called at any time, by any number of
workers; whoever finds another at it leaves it to them."""

from celery import shared_task

from truco_api.eventstore.feed import relay_once
from truco_api.eventstore.receipts import forget_receipts
from truco_api.eventstore.subscriptions import deliver_once

BATCH = 500


@shared_task(ignore_result=True)
def relay() -> None:
    """Give every committed event its place in the feed, and wake the deliveries if there were any."""
    placed = 0
    while count := relay_once(BATCH):
        placed += count
    if placed:
        deliver.delay()


@shared_task(ignore_result=True)
def deliver() -> None:
    """Tell the subscribers until there is nothing left to tell."""
    while deliver_once():
        pass


@shared_task(ignore_result=True)
def forget() -> None:
    """Drop the receipts of idempotency keys that nobody will repeat any more."""
    forget_receipts()

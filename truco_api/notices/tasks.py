"""What Celery wakes. What is due is found in the database; may be lost, doubled or late."""

from celery import shared_task

from truco_api.celery import ring
from truco_api.notices import sweeping, waking
from truco_api.notices.waking import SEND


@shared_task(name="truco_api.notices.tasks.sweep")
def sweep() -> None:
    """Let notices appear at their time, and wake devices for them. Sent every second."""
    sweeping.appear()
    sweeping.wake_all()
    for wake_id in waking.due():
        ring(SEND, wake_id)


@shared_task(name=SEND)
def send(wake_id: int) -> None:
    """Send one wake-up, if nobody else does."""
    waking.send(wake_id)


@shared_task(name="truco_api.notices.tasks.forget")
def forget() -> None:
    """Drop wake-ups and notices that are old."""
    waking.forget()
    sweeping.forget()

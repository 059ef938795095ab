"""What Celery wakes in games. It decides nothing: the sweep finds by itself what is due."""

from celery import shared_task

from games import sweeping


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    """Let clocks that have run out, and bots, act. Sent every second; may be lost, doubled or late."""
    sweeping.sweep()

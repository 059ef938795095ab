"""What Celery wakes in games. It decides nothing: the sweep finds by itself what is due."""

from celery import shared_task

from games import notices, services, sweeping
from games.queries import now


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    """Let clocks that have run out, and bots, act. Sent every second; may be lost, doubled or late."""
    sweeping.sweep()


@shared_task(name="games.tasks.look_for_turns")
def look_for_turns() -> None:
    """Tell whoever a game has been waiting for. Sent every second; may be lost, doubled or late."""
    notices.look()


@shared_task(name="games.tasks.pair_up")
def pair_up() -> None:
    """Seat together who waits for a quick match. Sent every second; may be lost, doubled or late."""
    services.sweep_matches(now=now())

"""What Celery runs: a checkpoint every minute in which something happened. Any number of workers may try."""

from celery import shared_task

from truco_api.checkpoints.collecting import catch_up


@shared_task(ignore_result=True)
def sign() -> None:
    """Collect all that has changed."""
    catch_up()

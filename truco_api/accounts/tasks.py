"""What Celery runs for accounts; a second delivery finds nothing left to do."""

from celery import shared_task
from django.utils import timezone

from truco_api.accounts.tidying import tidy


@shared_task(ignore_result=True)
def forget() -> None:
    """Forget devices, guests and sessions that nobody can come back to."""
    tidy(timezone.now())

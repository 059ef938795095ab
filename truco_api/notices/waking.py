"""Wake-ups of a person's devices: written down first, then sent, each at most once.

What never happens is that a device is woken twice for one wake-up: it is marked as being sent, and that is
committed, before it is sent. A process that dies in between takes one wake-up of one device with it; what it
was about is in the inbox, and the next wake-up brings it along. Only where a service has certainly not taken
it is it sent again; an answer that never came counts as sent.
"""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from truco_api.celery import ring_on_commit
from truco_api.notices import push
from truco_api.notices.models import Device, Notice, Wake
from truco_api.notices.push import Came, Outcome

SEND: Final = "truco_api.notices.tasks.send"
WAITS: Final = (10, 60, 300)
KEEP: Final = timedelta(days=7)


def wake(user: UUID) -> int:
    """Wake all devices of an account, each once; how many there are."""
    now = timezone.now()
    devices = Device.objects.filter(user_id=user)
    made = Wake.objects.bulk_create(Wake(device=device, created_at=now, due_at=now) for device in devices)
    for one in made:
        ring_on_commit(SEND, one.pk)
    return len(made)


def due(limit: int = 200) -> list[int]:
    """Wake-ups that are to be sent now."""
    rows = Wake.objects.filter(due_at__lte=timezone.now()).order_by("due_at")
    return list(rows.values_list("pk", flat=True)[:limit])


def send(wake_id: int) -> bool:
    """Send one, if nobody else does or did; whether it was sent."""
    one = _claimed(wake_id)
    if one is None:
        return False
    _record(one, push.send(one.device))
    return True


def forget() -> None:
    """Drop what is old."""
    Wake.objects.filter(created_at__lt=timezone.now() - KEEP).delete()


@transaction.atomic
def _claimed(wake_id: int) -> Wake | None:
    """The wake-up, from now on being sent; None when it is not (or no more) to be sent."""
    rows = Wake.objects.filter(pk=wake_id, status=Wake.Status.WAITING, due_at__lte=timezone.now())
    one = rows.select_for_update(skip_locked=True, of=("self",)).select_related("device").first()
    if one is None:
        return None
    unread = Notice.objects.filter(
        user_id=one.device.user_id, appeared_at__isnull=False, read_at__isnull=True
    )
    one.status = Wake.Status.SENDING if unread.exists() else Wake.Status.SKIPPED
    one.due_at = None
    one.tries = F("tries") + 1
    one.save(update_fields=["status", "due_at", "tries"])
    return None if one.status == Wake.Status.SKIPPED else one


@transaction.atomic
def _record(one: Wake, outcome: Outcome) -> None:
    if outcome.came is Came.GONE:
        Device.objects.filter(pk=one.device_id).delete()
        return
    one.refresh_from_db()
    status = {
        Came.TAKEN: Wake.Status.SENT,
        Came.UNCLEAR: Wake.Status.UNCLEAR,
        Came.REFUSED: Wake.Status.FAILED,
        Came.AGAIN: Wake.Status.FAILED if one.tries > len(WAITS) else Wake.Status.WAITING,
    }[outcome.came]
    again = status == Wake.Status.WAITING
    one.status, one.problem = status, outcome.said[:200]
    one.due_at = timezone.now() + timedelta(seconds=WAITS[one.tries - 1]) if again else None
    one.save(update_fields=["status", "problem", "due_at"])

"""What comes by itself: notices that appear at their time, and devices that are woken for what is unread.

One worker at a time is at a person's notices (a lock on their wishes, past those that others hold), so that
what is due together is one wake-up, with two beats as with one.
"""

from datetime import timedelta
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from truco_api.notices import kinds
from truco_api.notices.models import Level, Notice, Wishes
from truco_api.notices.quiet import quiet_until
from truco_api.notices.waking import wake

BATCH: Final = 200
KEEP: Final = timedelta(days=90)


def appear() -> int:
    """Let appear whatever is due and still matters, and forget the rest; how many were looked at."""
    with transaction.atomic():
        due = Notice.objects.filter(due_at__lte=timezone.now()).order_by("due_at")
        rows = list(due.select_for_update(skip_locked=True, of=("self",))[:BATCH])
        for row in rows:
            _appear(row)
    return len(rows)


def wake_all() -> int:
    """Wake the devices of whoever has something due; how many people were looked at."""
    due = Notice.objects.filter(wake_at__lte=timezone.now()).values_list("user_id", flat=True).distinct()
    return sum(_wake(user) for user in due.order_by()[:BATCH])


def forget() -> None:
    """Drop what appeared long ago, read or not."""
    Notice.objects.filter(appeared_at__lt=timezone.now() - KEEP).delete()


def _appear(row: Notice) -> None:
    if not kinds.matters(row.kind, row.user_id, row.params):
        row.delete()
        return
    now = timezone.now()
    wishes = Wishes.objects.filter(user_id=row.user_id).first() or Wishes()
    row.appeared_at, row.due_at = now, None
    row.wake_at = now if wishes.level(row.kind) in (Level.PUSH, Level.ALWAYS) else None
    row.save(update_fields=["appeared_at", "due_at", "wake_at"])


@transaction.atomic
def _wake(user: UUID) -> int:
    """All that is due for one person is one wake-up; in their quiet hours it waits for the end of them."""
    Wishes.objects.get_or_create(user_id=user)
    wishes = Wishes.objects.select_for_update(skip_locked=True, no_key=True).filter(user_id=user).first()
    if wishes is None:
        return 0
    now = timezone.now()
    held = quiet_until(now, ZoneInfo(wishes.time_zone), wishes.quiet_from, wishes.quiet_until)
    woken: list[UUID] = []
    for row in Notice.objects.filter(user_id=user, wake_at__lte=now, read_at__isnull=True):
        if not kinds.matters(row.kind, user, row.params):
            _let_go(row)
        elif held and wishes.level(row.kind) != Level.ALWAYS:
            Notice.objects.filter(id=row.id).update(wake_at=held)
        else:
            woken.append(row.id)
    if woken:
        Notice.objects.filter(id__in=woken).update(wake_at=None, woken_at=now)
        wake(user)
    return 1


def _let_go(row: Notice) -> None:
    """It came to nothing before anybody saw it: nobody needs to know."""
    row.delete()

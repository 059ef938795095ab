"""Notices as they come about, and the inbox as its owner keeps it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from truco_api.accounts.models import User
from truco_api.http.errors import InvalidToken
from truco_api.notices import kinds
from truco_api.notices.errors import NoticeNotFound
from truco_api.notices.models import Level, Notice, Wishes

GATHER: Final = timedelta(seconds=2)
"""What comes together wakes once: a draw, its first round and the first call."""
FRESH: Final = timedelta(hours=1)
"""What is told later than this after it happened wakes nobody any more."""
OLD: Final = timedelta(days=7)
"""What is told later than this is told to nobody: whoever listens for the first time hears of everything."""


@dataclass(frozen=True, slots=True)
class Told:
    """A notice: `cause` names the event, once and for all; `later` is when it is to appear, if not now."""

    kind: str
    cause: str
    link: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)
    later: datetime | None = None


def notify(users: Iterable[UUID], told: Told, *, at: datetime) -> int:
    """Put it into the inboxes of these accounts, however often it is called once in each; for how many it is
    new. `at` is when it happened."""
    now = timezone.now()
    if at < now - OLD or told.kind not in kinds.KINDS:
        return 0
    wanted = set(User.objects.filter(id__in=set(users), is_active=True).values_list("id", flat=True))
    wishes = {one.user_id: one for one in Wishes.objects.filter(user_id__in=wanted)}
    rows = []
    for user in sorted(wanted):
        level = wishes.get(user, Wishes()).level(told.kind)
        if level == Level.OFF:
            continue
        wakes = level != Level.INBOX and (told.later is not None or at > now - FRESH)
        rows.append(_row(user, told, now, wakes=wakes))
    return _written(rows)


def inbox(user: User) -> QuerySet[Notice]:
    """All that has appeared, newest first."""
    return Notice.objects.filter(user=user, appeared_at__isnull=False).order_by("-appeared_at", "-id")


def unread(user: User) -> int:
    """How many of them were not read."""
    return inbox(user).filter(read_at__isnull=True).count()


def read(*, user: User, notice_id: UUID) -> Notice:
    """Mark one as read; NoticeNotFound."""
    found = inbox(user).filter(id=notice_id).first()
    if found is None:
        raise NoticeNotFound
    if found.read_at is None:
        found.read_at, found.wake_at = timezone.now(), None
        found.save(update_fields=["read_at", "wake_at"])
    return found


def read_all(*, user: User, until: datetime | None = None) -> int:
    """Mark all as read (that had appeared until then); how many were not."""
    now = timezone.now()
    rows = inbox(user).filter(read_at__isnull=True, appeared_at__lte=until or now)
    return rows.order_by().update(read_at=now, wake_at=None)


def wishes_of(user: User) -> Wishes:
    """What the account wishes; what it has never said is as by default."""
    return Wishes.objects.filter(user=user).first() or Wishes(user=user)


@transaction.atomic
def wish(*, user: User, changes: Mapping[str, Any]) -> Wishes:
    """Change what is given; levels kind by kind."""
    Wishes.objects.get_or_create(user=user)
    found = Wishes.objects.select_for_update(no_key=True).filter(user=user).first()
    if found is None:  # its account was deleted meanwhile
        raise InvalidToken
    for name in ("time_zone", "quiet_from", "quiet_until"):
        if name in changes:
            setattr(found, name, changes[name])
    found.levels = {**found.levels, **changes.get("levels", {})}
    found.save()
    return found


def forget(user: UUID) -> None:
    """Forget all of an account whose owner wants to be forgotten."""
    Notice.objects.filter(user_id=user).delete()
    Wishes.objects.filter(user_id=user).delete()


def _row(user: UUID, told: Told, now: datetime, *, wakes: bool) -> Notice:
    """Unsaved. What appears later is looked at again then, and wakes from there."""
    return Notice(
        user_id=user,
        kind=told.kind,
        cause=f"{told.kind}:{told.cause}",
        params=dict(told.params),
        link=told.link,
        due_at=told.later,
        appeared_at=None if told.later else now,
        wake_at=now + GATHER if wakes and not told.later else None,
    )


def _written(rows: list[Notice]) -> int:
    """Save those that are new; how many."""
    known = set(Notice.objects.filter(cause__in={row.cause for row in rows}).values_list("user_id", "cause"))
    new = [row for row in rows if (row.user_id, row.cause) not in known]
    Notice.objects.bulk_create(new, ignore_conflicts=True)
    return len(new)

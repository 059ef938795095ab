"""Endpoints as their owners keep them, and messages as they come about."""

import json
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.dispatch import Signal
from django.utils import timezone

from truco_api.celery import ring_on_commit
from truco_api.webhooks import signing, targets
from truco_api.webhooks.errors import (
    TooManyWebhooks,
    WebhookDeliveryNotFound,
    WebhookDisabled,
    WebhookNotFound,
)
from truco_api.webhooks.models import Delivery, Endpoint, Message, Secret

given_up = Signal()
"""Sent in the transaction that switches an endpoint off because it fails or is gone, with the `endpoint`."""
PING: Final = "ping"
"""The type of a test message, which every endpoint takes."""
CAUSES: Final = uuid.UUID("6f1ff7a0-0f6b-5d1c-9a35-6d1f3a1f0c1e")
DRAIN: Final = "truco_api.webhooks.tasks.drain"
# Clubs are ids of another floor: the lock on one is an advisory lock, so that none counts past the limit.
LOCK_CLUB: Final = "SELECT pg_advisory_xact_lock(1953658211, hashtext(%s))"


@dataclass(frozen=True, slots=True)
class News:
    """What happened to something of a club's: `cause` names the very event, and no other, for all time."""

    club: uuid.UUID
    cause: str
    type: str
    at: datetime
    data: Mapping[str, Any]


def endpoints(club: uuid.UUID) -> QuerySet[Endpoint]:
    """A club's endpoints, newest first."""
    return Endpoint.objects.filter(club=club).prefetch_related("secrets")


def endpoint(club: uuid.UUID, endpoint_id: uuid.UUID) -> Endpoint:
    """One of them, or WebhookNotFound."""
    found = endpoints(club).filter(id=endpoint_id).first()
    if found is None:
        raise WebhookNotFound
    return found


def deliveries(found: Endpoint) -> QuerySet[Delivery]:
    """The log of an endpoint."""
    return Delivery.objects.filter(endpoint=found).select_related("message").prefetch_related("attempts")


def delivery(found: Endpoint, delivery_id: uuid.UUID) -> Delivery:
    """One of its deliveries, or WebhookDeliveryNotFound."""
    one = deliveries(found).filter(id=delivery_id).first()
    if one is None:
        raise WebhookDeliveryNotFound
    return one


@transaction.atomic
def add(
    *, club: uuid.UUID, url: str, types: Iterable[str] = (), description: str = ""
) -> tuple[Endpoint, str]:
    """A new endpoint and its secret, which is never told again."""
    targets.check(url)
    with transaction.get_connection().cursor() as cursor:
        cursor.execute(LOCK_CLUB, (str(club),))
    if Endpoint.objects.filter(club=club).count() >= settings.WEBHOOKS_A_CLUB:
        raise TooManyWebhooks(most=settings.WEBHOOKS_A_CLUB)
    made = Endpoint.objects.create(
        club=club, url=url, description=description, types=sorted(set(types)), created_at=timezone.now()
    )
    return made, _new_secret(made)


@transaction.atomic
def edit(*, found: Endpoint, changes: Mapping[str, Any]) -> Endpoint:
    """Set the given ones of `url`, `description`, `types` and `enabled`; switched off, it is told nothing."""
    locked = _locked(found)
    if "url" in changes and changes["url"] != locked.url:
        targets.check(changes["url"])
        locked.url = changes["url"]
    locked.description = changes.get("description", locked.description)
    locked.types = sorted(set(changes.get("types", locked.types)))
    enabled = changes.get("enabled", locked.enabled)
    if enabled and not locked.enabled:
        locked.disabled, locked.disabled_at = "", None
        locked.failing_since, locked.failures, locked.paused_until = None, 0, None
    locked.save()
    if not enabled and locked.enabled:
        switch_off(locked, Endpoint.Why.OWNER)
    return locked


def give_up(found: Endpoint, why: Endpoint.Why) -> None:
    """Switch it off by ourselves, and have whoever owns it told."""
    switch_off(found, why)
    given_up.send(Endpoint, endpoint=found)


def switch_off(found: Endpoint, why: Endpoint.Why) -> None:
    """Tell it nothing more; what still waited can be sent again once it is switched on."""
    now = timezone.now()
    found.disabled, found.disabled_at = why, now
    found.save(update_fields=["disabled", "disabled_at"])
    waiting = Delivery.objects.filter(endpoint=found, status=Delivery.Status.WAITING)
    waiting.update(status=Delivery.Status.STOPPED, due_at=None, done_at=now)


@transaction.atomic
def remove(*, found: Endpoint) -> None:
    """Forget it with its log."""
    _locked(found).delete()


@transaction.atomic
def forget_club(club: uuid.UUID) -> None:
    """Forget all of a club that is no more."""
    Endpoint.objects.filter(club=club).delete()
    Message.objects.filter(club=club).delete()


@transaction.atomic
def rotate(*, found: Endpoint, overlap: timedelta) -> str:
    """A new secret, never told again; those before it sign along for so long."""
    locked, now = _locked(found), timezone.now()
    locked.secrets.filter(expires_at__isnull=True).update(expires_at=now + overlap)
    locked.secrets.filter(expires_at__gt=now + overlap).update(expires_at=now + overlap)
    locked.secrets.filter(expires_at__lte=now).delete()
    return _new_secret(locked)


def keys(found: Endpoint, now: datetime) -> list[str]:
    """The secrets that sign, the newest first."""
    valid = Secret.objects.filter(endpoint=found).filter(Q(expires_at__isnull=True) | Q(expires_at__gt=now))
    return [signing.opened(secret) for secret in valid]


def listening(club: uuid.UUID) -> bool:
    """Whether a club has any endpoint, so that it is worth while to write something down for it."""
    return Endpoint.objects.filter(club=club).exists()


@transaction.atomic
def announce(news: News) -> int:
    """Write it down once, and once for each endpoint that wants it; for how many it is new.

    However often, late and out of order it is called. An endpoint hears of nothing from before its time.
    """
    found = list(Endpoint.objects.filter(club=news.club, created_at__lte=news.at))
    if not found:
        return 0
    message = _written(news)
    wanting = [one for one in found if one.enabled and (not one.types or news.type in one.types)]
    return sum(_queue(message, one) for one in wanting)


@transaction.atomic
def ping(*, found: Endpoint) -> Delivery:
    """Send a test message to this endpoint alone, whatever types it wants."""
    _need_enabled(found)
    now, cause = timezone.now(), f"ping:{uuid.uuid4()}"
    data = {"webhook": str(found.id), "description": found.description}
    message = _written(News(found.club, cause, PING, now, data))
    _queue(message, found)
    _wake(found)
    return delivery(found, Delivery.objects.get(message=message, endpoint=found).id)


@transaction.atomic
def redeliver(*, found: Endpoint, delivery_id: uuid.UUID) -> Delivery:
    """Send this once more, now, under the same id."""
    _need_enabled(found)
    one = delivery(found, delivery_id)
    _again(Delivery.objects.filter(position=one.position))
    _wake(found)
    return delivery(found, delivery_id)


@transaction.atomic
def redeliver_since(*, found: Endpoint, since: datetime, delivered_too: bool = False) -> int:
    """Send whatever happened since then and was not delivered (or all of it) once more; how many.

    With what happened while the endpoint was switched off, and what its types of today ask for.
    """
    _need_enabled(found)
    messages = Message.objects.filter(club=found.club, happened_at__gte=since).exclude(type=PING)
    if found.types:
        messages = messages.filter(type__in=found.types)
    missed = messages.exclude(deliveries__endpoint=found).order_by("happened_at", "created_at")
    new = sum(_queue(message, found) for message in missed)
    again = Delivery.objects.filter(endpoint=found, message__in=messages).exclude(
        status=Delivery.Status.WAITING
    )
    if not delivered_too:
        again = again.exclude(status=Delivery.Status.DELIVERED)
    new += _again(again)
    _wake(found)
    return new


def _written(news: News) -> Message:
    """The message, as it was written first."""
    body = {"type": news.type, "timestamp": _instant(news.at), "data": news.data}
    message = Message(
        id=uuid.uuid5(CAUSES, f"{news.club}\n{news.cause}\n{news.type}"),
        club=news.club,
        type=news.type,
        body=json.dumps(body, ensure_ascii=False, separators=(",", ":")),
        happened_at=news.at,
        created_at=timezone.now(),
    )
    Message.objects.bulk_create([message], ignore_conflicts=True)
    return Message.objects.get(id=message.id)


def _queue(message: Message, found: Endpoint) -> int:
    """Have it sent to the endpoint, unless that is the case already."""
    now = timezone.now()
    _, made = Delivery.objects.get_or_create(
        message=message, endpoint=found, defaults={"created_at": now, "due_at": now}
    )
    if made:
        ring_on_commit(DRAIN, str(found.id))
    return int(made)


def _again(rows: QuerySet[Delivery]) -> int:
    return rows.update(status=Delivery.Status.WAITING, due_at=timezone.now(), tries=0, done_at=None)


def _wake(found: Endpoint) -> None:
    """Somebody asks for it, so it is tried at once, however it has failed before."""
    Endpoint.objects.filter(id=found.id).update(paused_until=None)
    ring_on_commit(DRAIN, str(found.id))


def _need_enabled(found: Endpoint) -> None:
    if not _locked(found).enabled:
        raise WebhookDisabled


def _locked(found: Endpoint) -> Endpoint:
    locked = Endpoint.objects.select_for_update(no_key=True).filter(id=found.id).first()
    if locked is None:
        raise WebhookNotFound
    return locked


def _new_secret(found: Endpoint) -> str:
    text, ident = signing.new_secret(), uuid.uuid4()
    Secret.objects.create(
        id=ident,
        endpoint=found,
        box=signing.sealed(text, found.id, ident),
        created_at=timezone.now(),
    )
    return text


def _instant(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")

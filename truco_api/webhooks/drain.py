"""Sending what is due, endpoint by endpoint: one worker at a time is at an endpoint, and each endpoint's
slowness is its own.

The claim on an endpoint runs out by itself. It is renewed before every attempt and lasts longer than one, so
a second worker comes to an endpoint only if the first is dead, or was stopped in between for so long. What
that one had sent and not written down is then sent again, under the same id: a receiver hears of everything
at least once, and knows a repetition by its id.
"""

import random
import uuid
from datetime import timedelta
from time import monotonic
from typing import Final

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from truco_api.webhooks import backoff, services, signing
from truco_api.webhooks.models import Attempt, Delivery, Endpoint
from truco_api.webhooks.sending import Outcome, Sender

SECONDS: Final = 10.0
"""How long one worker stays with an endpoint; whatever is left is rung for again."""
LEASE: Final = 60
"""Seconds of a claim: an attempt, with as much again for looking up a name."""
DUE: Final = """
SELECT endpoint.id FROM webhooks_endpoint endpoint
WHERE endpoint.disabled = '' AND (endpoint.paused_until IS NULL OR endpoint.paused_until <= clock_timestamp())
    AND (endpoint.claimed_until IS NULL OR endpoint.claimed_until <= clock_timestamp())
    AND EXISTS (SELECT FROM webhooks_delivery delivery
        WHERE delivery.endpoint_id = endpoint.id AND delivery.due_at <= clock_timestamp())
LIMIT %s
"""
CLAIM: Final = """
UPDATE webhooks_endpoint
SET claim = %(claim)s, claimed_until = clock_timestamp() + %(lease)s * interval '1 second'
WHERE id = (
    SELECT id FROM webhooks_endpoint WHERE id = %(id)s AND disabled = ''
        AND (paused_until IS NULL OR paused_until <= clock_timestamp())
        AND (claim = %(claim)s OR claimed_until IS NULL OR claimed_until <= clock_timestamp())
    FOR UPDATE SKIP LOCKED
)
"""
RELEASE: Final = (
    "UPDATE webhooks_endpoint SET claim = NULL, claimed_until = NULL WHERE id = %s AND claim = %s"
)


def due(limit: int = 200) -> list[uuid.UUID]:
    """Endpoints for which something is due and at which nobody is."""
    with connection.cursor() as cursor:
        cursor.execute(DUE, (limit,))
        return [row[0] for row in cursor.fetchall()]


def drain(endpoint_id: uuid.UUID, seconds: float = SECONDS) -> int:
    """Send what is due to one endpoint, in order, until nothing is, it fails, or the time is over; how many
    attempts were made. 0 when somebody else is at it."""
    claim, until, done = uuid.uuid4(), monotonic() + seconds, 0
    if not _claimed(endpoint_id, claim):
        return 0
    try:
        url = Endpoint.objects.values_list("url", flat=True).get(id=endpoint_id)
        with Sender(url) as sender:
            while monotonic() < until and (one := _next(endpoint_id, claim)) and one.endpoint.url == url:
                _record(one, _attempt(sender, one))
                done += 1
    finally:
        with connection.cursor() as cursor:
            cursor.execute(RELEASE, (endpoint_id, claim))
    return done


def _claimed(endpoint_id: uuid.UUID, claim: uuid.UUID) -> bool:
    """Take or renew the claim; False when it is another's, or when there is nothing to be sent there now."""
    with connection.cursor() as cursor:
        cursor.execute(CLAIM, {"id": endpoint_id, "claim": claim, "lease": LEASE + settings.WEBHOOK_SECONDS})
        return bool(cursor.rowcount)


def _next(endpoint_id: uuid.UUID, claim: uuid.UUID) -> Delivery | None:
    if not _claimed(endpoint_id, claim):
        return None
    waiting = Delivery.objects.filter(endpoint_id=endpoint_id, due_at__lte=timezone.now())
    return waiting.select_related("message", "endpoint").order_by("position").first()


def _attempt(sender: Sender, one: Delivery) -> Outcome:
    now, message = timezone.now(), one.message
    signed = signing.headers(message.webhook_id, now, message.body, services.keys(one.endpoint, now))
    return sender.send(message.body, signed)


@transaction.atomic
def _record(one: Delivery, outcome: Outcome) -> None:
    """Write the attempt down and what follows from it; nothing if somebody has come in between."""
    endpoint = Endpoint.objects.select_for_update(no_key=True).filter(id=one.endpoint_id).first()
    mine = Delivery.objects.filter(position=one.position, sent=one.sent)
    if endpoint is None or not mine.update(sent=F("sent") + 1):
        return
    now = timezone.now()
    Attempt.objects.create(
        delivery=one,
        number=one.sent + 1,
        at=now - timedelta(milliseconds=outcome.duration_ms),
        duration_ms=outcome.duration_ms,
        status=outcome.status,
        problem=outcome.problem,
        excerpt=outcome.excerpt,
    )
    mine = Delivery.objects.filter(position=one.position, sent=one.sent + 1)
    if outcome.delivered:
        mine.update(status=Delivery.Status.DELIVERED, due_at=None, done_at=now)
        _well(endpoint)
    else:
        _retry(mine, one.tries + 1, outcome)
        _badly(endpoint, outcome)


def _retry(mine: QuerySet[Delivery], tries: int, outcome: Outcome) -> None:
    now = timezone.now()
    wait = backoff.wait(tries, random.random(), outcome.wished)  # noqa: S311 - jitter, no secret
    if wait is None:
        mine.update(status=Delivery.Status.FAILED, tries=tries, due_at=None, done_at=now)
    else:
        # One that was stopped meanwhile stays so.
        mine.filter(status=Delivery.Status.WAITING).update(tries=tries, due_at=now + timedelta(seconds=wait))


def _well(endpoint: Endpoint) -> None:
    if endpoint.failures:
        endpoint.failures, endpoint.failing_since, endpoint.paused_until = 0, None, None
        endpoint.save(update_fields=["failures", "failing_since", "paused_until"])


def _badly(endpoint: Endpoint, outcome: Outcome) -> None:
    """Leave it alone for a while; for good if it says so, or when it has failed for days."""
    now = timezone.now()
    endpoint.failures += 1
    endpoint.failing_since = endpoint.failing_since or now
    rest = backoff.pause(endpoint.failures, random.random())  # noqa: S311 - jitter, no secret
    endpoint.paused_until = now + timedelta(seconds=rest)
    endpoint.save(update_fields=["failures", "failing_since", "paused_until"])
    if not endpoint.enabled:
        return
    if outcome.gone:
        services.give_up(endpoint, Endpoint.Why.GONE)
    elif now - endpoint.failing_since >= timedelta(days=settings.WEBHOOK_FAILING_DAYS):
        services.give_up(endpoint, Endpoint.Why.FAILING)

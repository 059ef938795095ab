"""A receiver on this machine, which the settings let us reach, and endpoints of a club."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from tests.webhooks.receiver import Receiver, receiving
from truco_api.webhooks import services
from truco_api.webhooks.models import Delivery, Endpoint
from truco_api.webhooks.services import News

CLUB = uuid.UUID(int=7)


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    """A receiver that may be reached."""
    settings.WEBHOOK_HTTP = True
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    settings.WEBHOOK_SECONDS = 1
    with receiving() as server:
        yield server


@pytest.fixture
def endpoint(db: None, receiver: Receiver) -> Endpoint:
    """The club's endpoint at the receiver."""
    return services.add(club=CLUB, url=receiver.url)[0]


def news(number: int = 1, kind: str = "match.called", **more: Any) -> News:
    """Something that happened just now."""
    return News(CLUB, f"championship-1:{number}", kind, timezone.now(), {"number": number, **more})


def the_delivery() -> Delivery:
    """The only one there is."""
    return Delivery.objects.select_related("message").get()


def let_pass(**time: float) -> None:
    """Let so much time go by, as far as anything waits for it."""
    for row in Delivery.objects.filter(due_at__isnull=False):
        Delivery.objects.filter(pk=row.pk).update(due_at=row.due_at - timedelta(**time))  # type: ignore[operator]  # not null
    for one in Endpoint.objects.all():
        for name in ("paused_until", "failing_since", "claimed_until"):
            at = getattr(one, name)
            if at is not None:
                Endpoint.objects.filter(pk=one.pk).update(**{name: at - timedelta(**time)})


Pinned = Callable[..., None]


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Pinned:
    """What names mean: each call of the resolver gives the next of the answers, the last for good."""

    def pin(*answers: list[str]) -> None:
        left = list(answers)

        def getaddrinfo(host: str, port: int, *_rest: Any, **_more: Any) -> list[Any]:
            found = left.pop(0) if len(left) > 1 else left[0]
            family = {True: 10, False: 2}
            return [
                (family[":" in ip], 1, 6, "", (ip, port, 0, 0) if ":" in ip else (ip, port)) for ip in found
            ]

        monkeypatch.setattr("socket.getaddrinfo", getaddrinfo)

    return pin

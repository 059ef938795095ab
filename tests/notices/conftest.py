"""People with an inbox, and a kind of notice that tests make up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from truco_api.accounts import tokens
from truco_api.accounts.models import Token, User
from truco_api.errors import Message
from truco_api.notices import kinds, push
from truco_api.notices.models import Device, Notice, Wake, Wishes
from truco_api.notices.push import Came, Outcome
from truco_api.notices.services import Told, notify

KIND = "club_invitation"  # any that there is


@dataclass
class Reader:
    """An account with one device that is signed in."""

    user: User
    token: Token
    client: APIClient

    def get(self, path: str, expect: int = 200, **query: Any) -> Any:
        """What a GET answers."""
        return _said(self.client.get(f"/api/v1{path}", query), expect)

    def post(self, path: str, body: Any = None, expect: int = 200) -> Any:
        """What a POST answers."""
        return _said(self.client.post(f"/api/v1{path}", body or {}, format="json"), expect)

    def patch(self, path: str, body: Any, expect: int = 200) -> Any:
        """What a PATCH answers."""
        return _said(self.client.patch(f"/api/v1{path}", body, format="json"), expect)

    def delete(self, path: str, expect: int = 204) -> Any:
        """What a DELETE answers."""
        return _said(self.client.delete(f"/api/v1{path}"), expect)


def _said(response: Any, expect: int) -> Any:
    body = response.json() if response.content else None
    assert response.status_code == expect, (response.status_code, body)
    return body


def person(name: str, user: User | None = None) -> Reader:
    """Somebody new, or a new device of somebody."""
    user = user or User.objects.create(username=name)
    key, token = tokens.issue(user=user, device=f"{name}'s phone", now=timezone.now())
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {key}")
    return Reader(user, token, client)


@pytest.fixture
def ana(db: None) -> Reader:
    """Somebody."""
    return person("ana")


@pytest.fixture
def bia(db: None) -> Reader:
    """Somebody else."""
    return person("bia")


def tell(*readers: Reader, cause: str = "one", kind: str = KIND, **more: Any) -> int:
    """Something has just happened."""
    told = Told(kind, cause, "/api/v1/invitations/", {"club": f"Clube {cause}"}, **more)
    return notify([reader.user.id for reader in readers], told, at=timezone.now())


def let_pass(**time: float) -> None:
    """Let so much time go by, as far as anything waits for it."""
    passed = timedelta(**time)
    for row in Notice.objects.all():
        for name in ("due_at", "wake_at"):
            at = getattr(row, name)
            if at is not None:
                Notice.objects.filter(pk=row.pk).update(**{name: at - passed})
    for wake in Wake.objects.filter(due_at__isnull=False):
        Wake.objects.filter(pk=wake.pk).update(due_at=wake.due_at - passed)  # type: ignore[operator]  # not null


@dataclass
class Services:
    """Push services that are only pretended: what each device was sent, and what they say to it."""

    woken: list[UUID] = field(default_factory=list)
    say: Came = Came.TAKEN

    def send(self, device: Device) -> Outcome:
        """Wake a device."""
        self.woken.append(device.user_id)
        return Outcome(self.say)


@pytest.fixture
def services(monkeypatch: pytest.MonkeyPatch) -> Services:
    """Push services for whatever device."""
    found = Services()
    monkeypatch.setattr(push, "send", found.send)
    monkeypatch.setattr(push, "configured", lambda _platform: True)
    monkeypatch.setattr(push, "public_key", lambda: "a key")
    return found


def phone(reader: Reader, token: str = "") -> Any:
    """Have the reader's device woken."""
    body = {"platform": "fcm", "token": token or f"token of {reader.token.id}"}
    return reader.post("/push/devices/", body, 201)


def quiet_now(reader: Reader, hours: float = 1) -> None:
    """It is quiet for this reader, and has been so for an hour."""
    now = timezone.now()
    begin, end = now - timedelta(hours=1), now + timedelta(hours=hours)
    Wishes.objects.update_or_create(
        user=reader.user,
        defaults={"time_zone": "UTC", "quiet_from": begin.time(), "quiet_until": end.time()},
    )


@pytest.fixture
def fleeting() -> Iterator[dict[str, bool]]:
    """A kind that matters for as long as the test says so."""
    matters = {"still": True}

    def still(_user: UUID, _params: Mapping[str, Any]) -> bool:
        return matters["still"]

    kinds.register("fleeting", Message("Now or never, {club}."), still)
    yield matters
    del kinds.KINDS["fleeting"]

"""Everybody who may ask: each with a session for the pages and a token for the API."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from django.utils import timezone

from tests.leaks.search import readable
from truco_api.accounts import tokens
from truco_api.accounts.models import User


@dataclass
class Reader:
    """Somebody (None: without a login) and their seat in the game that is searched for."""

    kind: str
    user: User | None
    seat: int | None = None
    headers: dict[str, str] = field(init=False)
    client: Client = field(init=False)

    def __post_init__(self) -> None:
        self.headers = {"Accept-Language": "en"}
        if self.user:
            key, _ = tokens.issue(user=self.user, device="", now=timezone.now())
            self.headers["Authorization"] = f"Bearer {key}"
        self.client = Client(raise_request_exception=False, headers=self.headers)
        if self.user:
            self.client.force_login(self.user)

    def get(self, path: str) -> tuple[int, str]:
        """The status and the text of what is answered, its headers included."""
        return self._told(self.client.get(path))

    def send(self, path: str, body: str, **headers: str) -> tuple[int, str]:
        """The same for a POST of some JSON, which may be none."""
        return self._told(self.client.post(path, body, content_type="application/json", headers=headers))

    @staticmethod
    def _told(response: Any) -> tuple[int, str]:
        content = b"".join(response) if response.streaming else response.content
        told = readable(response.get("Content-Type", ""), content)
        return response.status_code, f"{dict(response.items())}\n{told}"


def staff() -> Reader:
    """Who runs the site: the administration shows them everything it has."""
    user = User.objects.create(username="staff", is_staff=True, is_superuser=True)
    return Reader("staff", user)

"""People who sign up and do everything over HTTP with their own token."""

from __future__ import annotations

from typing import Any

from rest_framework.test import APIClient

from tests.tournaments.shell.world import Somebody, nobody

PASSWORD = "a corner stone of 1922"


def sign_up(name: str) -> Somebody:
    """A new account and its first device, from nothing but a request."""
    account = nobody().post("/accounts/", {"name": name, "password": PASSWORD}, 201)
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {account['token']}")
    return Somebody(None, client)


class Club:
    """A club with an organizer (who founded it), an arbiter and a scorer, invited and accepted."""

    def __init__(self) -> None:
        self.boss = sign_up("boss")
        self.id = self.boss.post("/clubs/", {"name": "Clube do Zap", "city": "Dourados"}, 201)["id"]
        self.arbiter, self.scorer = self.invited("arbiter"), self.invited("scorer")
        self.public = nobody()

    def invited(self, role: str) -> Somebody:
        """Somebody in this role."""
        who = sign_up(role)
        invitation = self.boss.post(
            f"/clubs/{self.id}/invitations/", {"username": role, "roles": [role]}, 201
        )
        who.post(f"/invitations/{invitation['id']}/accept/")
        return who

    def championship(self, regulation: dict[str, Any]) -> str:
        """The address of a new championship that takes entries."""
        body = {"club": self.id, "name": "Copa do Zap", "regulation": regulation}
        path = f"/championships/{self.boss.post('/championships/', body, 201)['id']}"
        self.boss.post(f"{path}/open/")
        return path

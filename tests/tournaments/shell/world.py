"""A small world for tests: accounts that talk HTTP, a club with somebody in every role."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rest_framework.test import APIClient

from tournaments.models import Club, Membership, Role
from tournaments.services.clubs import found_club
from tournaments.services.persons import own_person
from truco_api.accounts.models import User

API = "/api/v1"
EVERYBODY = ("owner", "organizer", "arbiter", "scorer", "player", "outsider", "stranger", "anonymous")
"""The roles of the club; somebody of no club; the owner of another club; without a login."""


def allowed(who: str, *roles: str, success: int = 200) -> int:
    """The status for `who` where only `roles` are let in."""
    if who in roles:
        return success
    return 401 if who == "anonymous" else 403


@dataclass(frozen=True)
class Somebody:
    """An account with a client of its own; None is nobody at all."""

    user: User | None
    client: APIClient

    def get(self, path: str, expect: int = 200, **query: Any) -> Any:
        """The JSON at an address below the API."""
        return self._said(self.client.get(API + path, query), expect)

    def post(
        self, path: str, body: Any = None, expect: int = 200, *, headers: dict[str, str] | None = None
    ) -> Any:
        """What a POST answers."""
        return self._said(self.client.post(API + path, body or {}, format="json", headers=headers), expect)

    def put(self, path: str, body: Any = None, expect: int = 200) -> Any:
        """What a PUT answers."""
        return self._said(self.client.put(API + path, body or {}, format="json"), expect)

    def patch(self, path: str, body: Any = None, expect: int = 200) -> Any:
        """What a PATCH answers."""
        return self._said(self.client.patch(API + path, body or {}, format="json"), expect)

    def delete(self, path: str, expect: int = 204) -> Any:
        """What a DELETE answers."""
        return self._said(self.client.delete(API + path), expect)

    def _said(self, response: Any, expect: int) -> Any:
        body = response.json() if response.content else None
        assert response.status_code == expect, (response.status_code, body)
        return body


def somebody(name: str) -> Somebody:
    """A new account of this name."""
    client = APIClient()
    user = User.objects.create(username=name)
    client.force_authenticate(user)
    return Somebody(user, client)


def nobody() -> Somebody:
    """Without a login."""
    return Somebody(None, APIClient())


def join(club: Club, who: Somebody, *roles: Role) -> Membership:
    """Make somebody a member with these roles."""
    assert who.user is not None
    return Membership.objects.create(club=club, person=own_person(who.user), roles=list(roles))


def club_of(owner: Somebody, name: str = "Clube do Zap") -> Club:
    """A club founded by somebody."""
    assert owner.user is not None
    return found_club(user=owner.user, name=name)


@dataclass
class World:
    """One club with somebody in every role, an outsider, and the organizer of another club."""

    people: dict[str, Somebody] = field(default_factory=dict)

    def __post_init__(self) -> None:
        owner = self.add("owner")
        self.club = club_of(owner)
        for role in (Role.ORGANIZER, Role.ARBITER, Role.SCORER, Role.PLAYER):
            join(self.club, self.add(role.value), role)
        self.add("outsider")
        self.other_club = club_of(self.add("stranger"), "Clube do Copas")
        self.people["anonymous"] = nobody()

    def add(self, name: str) -> Somebody:
        """Somebody of this name, new if there is none yet."""
        if name not in self.people:
            self.people[name] = somebody(name)
        return self.people[name]

    def __getitem__(self, name: str) -> Somebody:
        return self.people[name]

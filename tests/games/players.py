"""People at a table, over the real API."""

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from rest_framework.test import APIClient

from truco_api.accounts import tokens
from truco_api.accounts.models import User

if TYPE_CHECKING:
    from rest_framework.response import _MonkeyPatchedResponse as Response  # what a test client answers

Body = dict[str, Any]


def person(name: str) -> "Person":
    """A new account on one device."""
    return Person(User.objects.create(username=name, display_name=name.title()))


@dataclass
class Person:
    """Somebody with a token; every method is one request."""

    user: User
    client: APIClient = field(init=False)

    def __post_init__(self) -> None:
        self.client = self.device()

    def device(self) -> APIClient:
        """One more device of this account."""
        client = APIClient(raise_request_exception=False)
        key, _ = tokens.issue(user=self.user, device="", now=timezone.now())
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {key}")
        return client

    def open_table(self, **wish: Any) -> Body:
        """Open a table of two for truco paulista, unless the wish says otherwise."""
        body = {"variant": "paulista", "players": 2} | wish
        return good(self.client.post("/api/v1/games/", body), 201)

    def sit(self, game: str, **wish: Any) -> "Response":
        """Take a place, or give one to a bot."""
        return self.client.post(f"/api/v1/games/{game}/seats/", wish)

    def leave(self, game: str, seat: int) -> "Response":
        """Empty a place."""
        return self.client.delete(f"/api/v1/games/{game}/seats/{seat}/")

    def start(self, game: str) -> "Response":
        """Begin."""
        return self.client.post(f"/api/v1/games/{game}/start/")

    def see(self, game: str) -> Body:
        """The game as it is seen."""
        return good(self.client.get(f"/api/v1/games/{game}/"))

    def get(self, game: str, path: str, **headers: str) -> "Response":
        """Something of the game."""
        return self.client.get(f"/api/v1/games/{game}/{path}", headers=headers)

    def act(
        self,
        game: str,
        move: Any,
        version: int | None,
        *,
        key: str | None = None,
        client: APIClient | None = None,
    ) -> "Response":
        """Act upon a version, perhaps with an idempotency key."""
        headers = {} if version is None else {"If-Match": f'"{version}"'}
        headers |= {} if key is None else {"Idempotency-Key": key}
        return (client or self.client).post(f"/api/v1/games/{game}/actions/", move, headers=headers)


def good(response: "Response", status: int = 200) -> Body:
    """The body of an answer that must have succeeded."""
    assert response.status_code == status, response.content
    body: Body = response.json()
    return body


def refused(response: "Response", status: int, code: str) -> Body:
    """The problem of an answer that must have failed so."""
    assert (response.status_code, response.json().get("code")) == (status, code), response.content
    assert response["Content-Type"] == "application/problem+json"
    body: Body = response.json()
    return body


def play_on(game: str, people: list[Person], rng: Random, *, steps: int = 10_000) -> Body:
    """Let whoever is awaited take a random legal action, for so many steps or to the end; the last view.

    Hands are given up seldom, so that most of them come to their tricks.
    """
    for _ in range(steps):
        seen = people[0].see(game)
        if seen["phase"] != "playing":
            return seen
        seat = rng.choice(seen["clock"]["awaited"])
        own = people[seat].see(game)
        legal = own["view"]["legal"]
        if not legal:  # asked of the whole team, and only a partner can answer
            continue
        lively = [move for move in legal if move["type"] not in ("concede", "refuse")]
        good(people[seat].act(game, rng.choice(lively if rng.random() < 0.9 else legal), own["version"]))
    return people[0].see(game)

"""Whatever belongs to others stays theirs: every operation in the description, asked by somebody else.

The walk is over the description, so that a new operation is in it by itself.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.api.test_nonsense import METHODS, UNKNOWN, sample
from truco_api.accounts import tokens
from truco_api.accounts.models import User
from truco_api.eventstore.models import Event

Json = dict[str, Any]
BIA = {"username": "bia", "roles": ["scorer"]}
SEASON = {"name": "2026", "rules": {"by_place": [3, 2, 1]}}
OPEN: dict[str, str] = {
    "variants_get": "the variants are for everybody",
    "games_take_seat": "a table waits for players",
    "games_open_invitation": "whoever sits at a table may invite to it",
    "clubs_retrieve": "a club shows itself",
    "games_game": "a game can be looked on by its address, with all cards hidden",
}
"""What somebody else may do with the things of others, and why."""
PUBLIC = re.compile(r"^(games|seasons|checkpoints|table_invitations)_")
"""Readings that are for everybody: games hide their cards, seasons and checkpoints are public."""


class Person:
    """An account that talks to the API."""

    def __init__(self, name: str) -> None:
        self.user = User.objects.create_user(name)
        key, _ = tokens.issue(user=self.user, device="phone", now=timezone.now())
        self.client = Client(raise_request_exception=False, headers={"Authorization": f"Bearer {key}"})

    def ask(self, method: str, address: str, body: Any = None, version: int = 1) -> Any:
        """The answer."""
        headers = {"If-Match": f'"{version}"'}
        return getattr(self.client, method)(address, body, "application/json", headers=headers)

    def made(self, address: str, body: Any = None) -> Json:
        """What a POST that must succeed has made."""
        answer = self.client.post(f"/api/v1/{address}", body or {}, "application/json")
        assert answer.status_code < 300, (address, answer.content)
        made: Json = answer.json() if answer.content else {}
        return made


@pytest.fixture
def olga(db: None) -> Person:
    """Who owns everything."""
    return Person("olga")


@pytest.fixture
def things(olga: Person) -> dict[str, str]:
    """Something of Olga's for the parameters of addresses: a club, a draft of a championship, a game, …"""
    club = olga.made("clubs/", {"name": "Clube do Zap", "city": "Campinas"})["id"]
    stages = [{"id": "main", "format": "single_elimination"}]
    regulation = {"format": "truco-regulation/1", "variant": "paulista", "stages": stages}
    cup = olga.made("championships/", {"club": club, "name": "Copa", "regulation": regulation})["id"]
    User.objects.create_user("bia")
    _, tablet = tokens.issue(user=olga.user, device="tablet", now=timezone.now())
    return {
        "club_id": club,
        "championship_id": cup,
        "game_id": olga.made("games/", {"variant": "paulista", "players": 2, "public": False})["id"],
        "season_id": olga.made("seasons/", SEASON | {"club": club})["id"],
        "person_id": olga.made(f"clubs/{club}/persons/", {"name": "Rita"})["person"]["id"],
        "invitation_id": olga.made(f"clubs/{club}/invitations/", BIA)["id"],
        "membership_id": olga.client.get(f"/api/v1/clubs/{club}/members/").json()["results"][0]["id"],
        "token_id": str(tablet.pk),
        "match_id": "R1M1",
        "stage_id": "main",
        "level": "entries",
        "variant": "paulista",
    }


def walk(person: Person, things: dict[str, str]) -> Iterator[tuple[str, str, int]]:
    """Every operation upon something that is there: its id, its method, and the status that a person gets."""
    description = Client().get("/api/schema/", headers={"Accept": "application/json"}).json()
    for path, methods in description["paths"].items():
        if "{" not in path or path.endswith("/stream/"):
            continue
        address = re.sub(r"\{(\w+)\}", lambda found: things.get(found[1], _unknown(found[1])), path)
        for method in METHODS:
            if method in methods:
                operation = methods[method]
                content = operation.get("requestBody", {}).get("content", {}).get("application/json")
                body = sample(content["schema"], description) if content else None
                version = 2 if "/games/" in path else 1
                status = person.ask(method, address, body, version).status_code
                yield operation["operationId"], method, status


def _unknown(name: str) -> str:
    return UNKNOWN if name.endswith("_id") else "1"


def test_nobody_reaches_what_belongs_to_others(things: dict[str, str]) -> None:
    stranger = Person("stranger")
    stranger.made("clubs/", {"name": "Outro Clube", "city": "Sorocaba"})
    before = Event.objects.count()
    reached = {
        name: status
        for name, method, status in walk(stranger, things)
        if status < 400 and name not in OPEN and not (method == "get" and PUBLIC.match(name))
    }
    assert reached == {}
    came = list(Event.objects.values_list("type", flat=True))[before:]
    assert set(came) <= {"seat_taken/1"}


def test_the_walk_reaches_things_at_all(olga: Person, things: dict[str, str]) -> None:
    """The same by their owner: what would be seen, if somebody else were let in."""
    reached = {name: method for name, method, status in walk(olga, things) if status < 300}
    assert {"championships_retrieve", "members_list", "club_invitations_list"} - reached.keys() == set()
    written = [name for name, method in reached.items() if method != "get"]
    assert (len(reached) > 25, len(written) > 5) == (True, True), reached


def test_nobody_without_a_login_changes_anything(things: dict[str, str]) -> None:
    anybody = Person("anybody")
    anybody.client = Client(raise_request_exception=False)
    changed = {
        name: status for name, method, status in walk(anybody, things) if method != "get" and status < 400
    }
    assert changed == {}

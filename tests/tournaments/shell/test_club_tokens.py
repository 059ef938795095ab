"""Tokens of a club's programs: what they open, in which club, for how long."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from rest_framework.test import APIClient

from tests.tournaments.shell.cups import SINGLES, Cup
from tests.tournaments.shell.world import EVERYBODY, Somebody, World, allowed, join
from tournaments.models import Club, Membership, Role
from truco_api.accounts import api_tokens
from truco_api.accounts.models import ApiToken, Scope, User

ALL = [scope.value for scope in Scope]


def program(world: World, *scopes: str, who: str = "organizer") -> Somebody:
    """A program with a token that somebody of the club has made."""
    body = {"name": "our site", "scopes": list(scopes or ALL)}
    token = world[who].post(f"/clubs/{world.club.id}/tokens/", body, 201)["token"]
    return bearer(token)


def bearer(token: str) -> Somebody:
    """A program with this token."""
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    return Somebody(None, client)


def code(answer: Any) -> str:
    """The code of a problem."""
    return str(answer["code"])


@pytest.mark.parametrize("who", EVERYBODY)
def test_owners_and_organizers_make_tokens(world: World, who: str) -> None:
    body = {"name": "our site", "scopes": ["read"]}
    path = f"/clubs/{world.club.id}/tokens/"
    world[who].post(path, body, allowed(who, "owner", "organizer", success=201))
    world[who].get(path, allowed(who, "owner", "organizer"))


def test_a_token_is_shown_once_and_listed_with_its_last_use(world: World) -> None:
    path = f"/clubs/{world.club.id}/tokens/"
    made = world["owner"].post(path, {"name": "our site", "scopes": ["read"], "days": 30}, 201)
    assert made["token"].startswith("truco_club_")
    [listed] = world["owner"].get(path)["results"]
    assert "token" not in listed
    assert (listed["used_at"], listed["made_by"]) == (None, "owner")
    assert made["token"] not in str(list(ApiToken.objects.values_list()))
    bearer(made["token"]).get(f"/clubs/{world.club.id}/")
    assert world["owner"].get(path)["results"][0]["used_at"] is not None


@pytest.mark.parametrize(
    "change", [{"scopes": []}, {"scopes": ["all"]}, {"days": 0}, {"days": 9999}, {"name": ""}]
)
def test_a_wish_that_makes_no_sense_is_refused(world: World, change: dict[str, Any]) -> None:
    body = {"name": "our site", "scopes": ["read"]} | change
    world["owner"].post(f"/clubs/{world.club.id}/tokens/", body, 422)
    assert not ApiToken.objects.exists()


def test_a_program_runs_entries_of_its_club(world: World) -> None:
    cup = Cup(world)
    cup.register("E1")
    person = program(world, "persons").post(f"/clubs/{world.club.id}/persons/", {"name": "Zé"}, 201)
    site = program(world, "read", "entries")
    site.post(f"{cup.path}/entries/", {"name": "Zé", "members": [{"person": person["person"]["id"]}]}, 201)
    assert len(site.get(f"{cup.path}/entries/")["results"]) == 2


def test_a_scope_that_is_missing_is_named(world: World) -> None:
    cup = Cup(world)
    cup.register("E1")
    refused = program(world, "read").post(f"{cup.path}/close/", {}, 403)
    assert (code(refused), refused["scope"]) == ("scope_missing", "championships")
    refused = program(world, "entries").get(f"{cup.path}/entries/", 403)
    assert (code(refused), refused["scope"]) == ("scope_missing", "read")


def test_a_token_cannot_do_in_another_club_what_its_maker_may(world: World) -> None:
    maker = world["organizer"]
    join(world.other_club, maker, Role.ORGANIZER)
    wish = {"club": str(world.other_club.id), "name": "Theirs", "regulation": SINGLES}
    draft = maker.post("/championships/", wish, 201)["id"]
    site = program(world)
    championship, club = f"/championships/{draft}/", f"/clubs/{world.other_club.id}/"
    for path in (championship, f"{championship}entries/", f"{club}persons/"):
        assert code(site.get(path, 403)) == "token_of_another_club", path
    for path, body in (
        ("/championships/", wish),
        (f"{championship}open/", {}),
        (f"{championship}entries/", {"name": "E1", "members": [{"username": "player"}]}),
        (f"{club}persons/", {"name": "Zé"}),
    ):
        assert code(site.post(path, body, 403)) == "token_of_another_club", path
    listed = {row["id"] for row in site.get("/championships/")["results"]}
    assert draft not in listed
    assert draft in {row["id"] for row in maker.get("/championships/")["results"]}


def _names(patterns: list[URLPattern | URLResolver]) -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _names(pattern.url_patterns)
        elif pattern.name:
            yield pattern.name, getattr(getattr(pattern.callback, "view_class", None), "__module__", "")


def test_an_address_that_nobody_opened_to_tokens_is_closed(world: World) -> None:
    site = program(world)
    for path in (
        "/accounts/me/",
        "/accounts/me/devices/",
        "/persons/",
        "/invitations/",
        "/me/games/",
        f"/clubs/{world.club.id}/tokens/",
        f"/clubs/{world.club.id}/invitations/",
        f"/clubs/{world.club.id}/webhooks/",
        f"/games/{uuid4()}/",
    ):
        assert code(site.get(path, 403)) == "scope_missing", path
    for path in ("/tokens/access/", "/persons/claim/", "/games/", "/clubs/"):
        assert code(site.post(path, {"name": "x", "code": "y"}, 403)) == "scope_missing", path


@pytest.mark.parametrize("name", ["ruling", "forfeit", "dispute", "correction"])
def test_what_needs_a_persons_judgement_is_closed(world: World, name: str) -> None:
    cup = Cup(world).playing(4)
    site = program(world, who="owner")
    assert code(site.post(f"{cup.path}/matches/R1M1/{name}/", {}, 403)) == "scope_missing"


def test_every_open_address_is_one_of_championships_that_exists() -> None:
    served = dict(_names(list(get_resolver().url_patterns)))
    for name in api_tokens.registered():
        assert served[name].startswith("tournaments."), name


def test_a_token_ends_with_its_makers_role(world: World) -> None:
    cup = Cup(world)
    cup.register("E1")
    site = program(world)
    membership = Membership.objects.get(club=world.club, person__account=world["organizer"].user)
    world["owner"].delete(f"/clubs/{world.club.id}/members/{membership.id}/")
    assert code(site.post(f"{cup.path}/close/", {}, 403)) == "role_required"


def test_a_token_that_was_taken_back_or_has_expired_is_worth_nothing(world: World) -> None:
    site = program(world, "read")
    path = f"/clubs/{world.club.id}/"
    row = ApiToken.objects.get()
    ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert code(site.get(path, 401)) == "invalid_token"
    ApiToken.objects.update(expires_at=timezone.now() + timedelta(days=1))
    site.get(path)
    world["stranger"].delete(f"/clubs/{world.other_club.id}/tokens/{row.id}/", 404)
    world["owner"].delete(f"{path}tokens/{row.id}/")
    assert code(site.get(path, 401)) == "invalid_token"


def test_a_token_of_a_closed_account_is_worth_nothing(world: World) -> None:
    site = program(world, "read")
    User.objects.filter(username="organizer").update(is_active=False)
    assert code(site.get(f"/clubs/{world.club.id}/", 401)) == "invalid_token"


def test_a_token_that_is_none_is_invalid(world: World) -> None:
    assert code(bearer("truco_club_nothing").get(f"/clubs/{world.club.id}/", 401)) == "invalid_token"
    assert Club.objects.count() == 2

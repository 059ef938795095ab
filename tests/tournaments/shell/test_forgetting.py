"""Somebody deletes their account: their name is nowhere any more, and what happened still stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from tests.accounts.conftest import PASSWORD
from tests.tournaments.shell.cups import PAIRS, Cup
from tests.tournaments.shell.world import Somebody, World, join
from tournaments.models import EntryName, Membership, Person, Role
from tournaments.states import KEPT
from truco_api.accounts import deletion, refreshing
from truco_api.accounts.models import Token, User
from truco_api.eventstore.audit import run_checks
from truco_api.eventstore.models import Event

NAME = "Zulmira Quixadá"


def quiet(user: User | None) -> User:
    """The account, which is to be found by nothing but this name."""
    assert user is not None
    user.username, user.display_name, user.email = "zulmira", NAME, "zulmira@example.org"
    user.set_password(PASSWORD)
    user.save()
    EmailAddress.objects.create(user=user, email="zulmira@example.org", primary=True)
    return user


def rows_with(*words: str) -> Iterator[str]:
    """Every table that holds one of these words in any row."""
    for table in connection.introspection.table_names():
        with connection.cursor() as cursor:
            cursor.execute(f'SELECT t::text FROM "{table}" t')
            if any(word.lower() in row[0].lower() for row in cursor.fetchall() for word in words):
                yield table


def findings() -> list[str]:
    """What the audit finds."""
    return [str(finding) for _, report in run_checks() for finding in report.findings]


def delete(who: Somebody, **proof: str) -> None:
    """Delete one's own account over HTTP."""
    who.post("/accounts/me/deletion/", {"password": PASSWORD} | proof, 204)


@pytest.fixture
def cup(world: World) -> Cup:
    """A championship that was played to its end; E1 is called after its player, and so is E2's pair."""
    cup = Cup(world)
    world.add("e1a")
    quiet(world["e1a"].user)
    cup.do("open")
    for number in range(1, 5):
        player = f"e{number}a"
        world.add(player)
        user = world[player].user
        assert user is not None
        name = NAME if number == 1 else f"E{number}"
        members = [{"username": "zulmira" if number == 1 else player}]
        cup.entries[f"E{number}"] = cup.do("entries", {"name": name, "members": members}, 201)["id"]
        cup.do(f"entries/{cup.entries[f'E{number}']}/confirm")
    for verb in ("close", "draw", "start"):
        cup.do(verb)
    cup.play()
    return cup


def test_no_event_holds_the_name_of_anybody(cup: Cup) -> None:
    assert NAME not in "".join(Event.objects.values_list("data", flat=True))
    assert EntryName.objects.filter(name=NAME).exists()
    shown = cup.world["anonymous"].get(f"{cup.path}/events/")["events"]
    assert any(event["data"].get("name") == NAME for event in shown)


def test_after_a_deletion_the_name_is_in_no_row_of_any_table(cup: Cup) -> None:
    user = cup.world["e1a"].user
    assert user is not None
    refreshing.sign_in(user=user, device="Zulmira Quixadá's phone", now=timezone.now())
    before = set(rows_with("zulmira", "Quixadá"))
    assert {"accounts_user", "tournaments_person", "tournaments_entryname", "tournaments_matchrow"} <= before
    delete(cup.world["e1a"])
    assert set(rows_with("zulmira", "Quixadá", str(user.pk))) <= {"eventstore_event"}
    holding = Event.objects.filter(data__icontains="zulmira").exists()
    assert not holding
    assert not Token.objects.filter(user_id=user.pk).exists()
    assert not any(str(user.pk) in str(session.get_decoded()) for session in Session.objects.all())


def test_after_a_deletion_chains_rows_and_draws_are_still_sound(cup: Cup) -> None:
    delete(cup.world["e1a"])
    assert findings() == []
    KEPT.forget()
    assert findings() == []
    call_command("rebuild", verbosity=0)
    assert findings() == []


@pytest.mark.parametrize("forgotten", [False, True])
def test_lists_show_a_deleted_player(cup: Cup, forgotten: bool) -> None:
    delete(cup.world["e1a"])
    if forgotten:  # what a process that starts anew makes of the stream
        KEPT.forget()
    reader = cup.world["anonymous"]
    views = (
        "entries/",
        "matches/",
        "bracket/",
        "results/",
        "events/",
        "schedule/",
        "export/championship.json",
    )
    for path in views:
        body = str(reader.get(f"{cup.path}/{path}"))
        assert NAME not in body, path
    names = {entry["name"] for entry in reader.get(f"{cup.path}/entries/")["results"]}
    assert names == {"deleted player", "E2", "E3", "E4"}
    played = str(reader.get(f"{cup.path}/matches/")["results"])
    assert "deleted player" in played


def test_a_name_that_was_exchanged_is_found_by_the_audit(cup: Cup) -> None:
    EntryName.objects.filter(name="E2").update(name="Somebody else")
    KEPT.forget()
    assert any("another name" in str(finding) for finding in findings())


def test_of_a_pair_the_other_one_stays_by_name(world: World) -> None:
    cup = Cup(world, PAIRS)
    cup.register("E1")
    quiet(world["e1a"].user)
    delete(world["e1a"])
    [entry] = world["anonymous"].get(f"{cup.path}/entries/")["results"]
    assert (entry["name"], entry["out"]) == ("e1b", None)


def test_whoever_was_alone_in_an_entry_is_withdrawn(world: World) -> None:
    cup = Cup(world)
    cup.register("E1", "E2")
    quiet(world["e1a"].user)
    delete(world["e1a"])
    found = world["anonymous"].get(f"{cup.path}/entries/")["results"]
    assert [(entry["name"], entry["out"]) for entry in found] == [
        ("deleted player", "withdrawn"),
        ("E2", None),
    ]


def test_the_last_owner_of_a_club_hands_it_over_first(world: World) -> None:
    owner = world["owner"]
    quiet(owner.user)
    refused = owner.post("/accounts/me/deletion/", {"password": PASSWORD}, 409)
    assert refused["code"] == "last_owner"
    assert User.objects.filter(username="zulmira").exists()
    assert EmailAddress.objects.exists()
    join(world.club, world["outsider"], Role.OWNER)
    delete(owner)
    assert not Membership.objects.filter(person__name="").exists()


def test_a_wrong_password_deletes_nothing(world: World) -> None:
    quiet(world["outsider"].user)
    refused = world["outsider"].post("/accounts/me/deletion/", {"password": "wrong"}, 401)
    assert refused["code"] == "wrong_credentials"
    assert User.objects.filter(username="zulmira").exists()


def test_guessing_at_the_password_of_a_deletion_is_slowed_down(world: World, settings: Any) -> None:
    settings.ATTEMPT_RATES = settings.ATTEMPT_RATES | {"deletion": (1, 600)}
    quiet(world["outsider"].user)
    world["outsider"].post("/accounts/me/deletion/", {"password": "wrong"}, 401)
    world["outsider"].post("/accounts/me/deletion/", {"password": PASSWORD}, 429)


def test_a_deleted_player_gives_up_the_games_that_run(world: World) -> None:
    one, two = world["outsider"], world["player"]
    wish = {"variant": "paulista", "players": 2, "auto_start": True}
    game = one.post("/games/", wish, 201)["id"]
    two.post(f"/games/{game}/seats/", {})
    waiting = one.post("/games/", wish, 201)["id"]
    user = quiet(one.user)
    delete(one)
    seen = two.get(f"/games/{game}/")
    assert seen["phase"] == "abandoned"
    assert {seat["name"] for seat in seen["seats"]} == {"deleted player", "player"}
    assert user.actor not in str(two.get(f"/games/{waiting}/")["seats"])
    assert findings() == []


def test_a_claimed_person_is_forgotten_too(world: World) -> None:
    made = world["organizer"].post(f"/clubs/{world.club.id}/persons/", {"name": NAME}, 201)
    world["outsider"].post("/persons/claim/", {"code": made["claim_code"]})
    quiet(world["outsider"].user)
    delete(world["outsider"])
    person = Person.objects.get(id=made["person"]["id"])
    assert (person.name, person.shown_name, person.account_id) == ("", "deleted player", None)


def test_tokens_of_a_deleted_account_open_nothing(world: World) -> None:
    user = quiet(world["outsider"].user)
    pair, _ = refreshing.sign_in(user=user, device="", now=timezone.now())
    deletion.delete_account(user)
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {pair.access_token}")
    assert client.get("/api/v1/accounts/me/").status_code == 401
    answer = client.post("/api/v1/tokens/refresh/", {"refresh_token": pair.refresh_token})
    assert answer.status_code == 401

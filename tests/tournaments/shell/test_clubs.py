"""Clubs, members, invitations and persons over HTTP."""

from __future__ import annotations

from threading import Barrier, Thread

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from tests.tournaments.shell.world import EVERYBODY, World, allowed, join
from tournaments.errors import LastOwner
from tournaments.models import Club, Membership, Person, Role
from tournaments.services.entries import plays_in
from tournaments.services.members import end_membership
from tournaments.services.persons import own_person


def membership_of(world: World, name: str) -> Membership:
    user = world[name].user
    return Membership.objects.get(club=world.club, person__account=user)


def member_path(world: World, name: str) -> str:
    return f"/clubs/{world.club.id}/members/{membership_of(world, name).id}/"


def test_who_founds_a_club_owns_it(world: World) -> None:
    club = world["outsider"].post("/clubs/", {"name": "Os Facões", "city": "Dourados"}, 201)
    members = world["outsider"].get(f"/clubs/{club['id']}/members/")["results"]
    assert [(member["person"]["name"], member["roles"]) for member in members] == [("outsider", ["owner"])]


def test_everybody_reads_clubs_and_nobody_without_a_login_founds_one(world: World) -> None:
    assert world["anonymous"].get(f"/clubs/{world.club.id}/")["name"] == "Clube do Zap"
    assert len(world["anonymous"].get("/clubs/")["results"]) == 2
    assert world["anonymous"].post("/clubs/", {"name": "X"}, 401)["code"] == "not_authenticated"


@pytest.mark.parametrize("who", EVERYBODY)
def test_owner_and_organizer_edit_the_club(world: World, who: str) -> None:
    status = allowed(who, "owner", "organizer")
    world[who].patch(f"/clubs/{world.club.id}/", {"city": "Campo Grande"}, status)
    world.club.refresh_from_db()
    assert world.club.city == ("Campo Grande" if status == 200 else "")


def test_a_bad_name_is_told_by_field(world: World) -> None:
    problem = world["owner"].patch(f"/clubs/{world.club.id}/", {"name": "x" * 81}, 422)
    assert problem["errors"][0]["field"] == "name"


def test_only_members_read_the_list_of_members(world: World) -> None:
    assert len(world["player"].get(f"/clubs/{world.club.id}/members/")["results"]) == 5
    assert world["stranger"].get(f"/clubs/{world.club.id}/members/", 403)["code"] == "role_required"


def test_an_unknown_club_is_not_found(world: World) -> None:
    unknown = "00000000-0000-0000-0000-000000000000"
    assert world["owner"].get(f"/clubs/{unknown}/", 404)["code"] == "club_not_found"


def test_only_an_owner_gives_roles(world: World) -> None:
    path = member_path(world, "player")
    assert world["organizer"].put(path, {"roles": ["arbiter"]}, 403)["code"] == "role_required"
    answer = world["owner"].put(path, {"roles": ["scorer", "arbiter", "scorer"]})
    assert answer["roles"] == ["arbiter", "scorer"]


def test_an_owner_of_another_club_gives_no_roles_here(world: World) -> None:
    path = f"/clubs/{world.other_club.id}/members/{membership_of(world, 'player').id}/"
    assert world["stranger"].put(path, {"roles": ["owner"]}, 404)["code"] == "member_not_found"


def test_the_last_owner_neither_leaves_nor_gives_the_role_up(world: World) -> None:
    path = member_path(world, "owner")
    assert world["owner"].delete(path, 409)["code"] == "last_owner"
    assert world["owner"].put(path, {"roles": ["organizer"]}, 409)["code"] == "last_owner"
    world["owner"].put(member_path(world, "organizer"), {"roles": ["owner"]})
    world["owner"].delete(path)


def test_members_leave_by_themselves_and_are_removed_by_owners_only(world: World) -> None:
    assert world["organizer"].delete(member_path(world, "player"), 403)["code"] == "role_required"
    world["player"].delete(member_path(world, "player"))
    world["owner"].delete(member_path(world, "scorer"))
    assert Membership.objects.filter(club=world.club).count() == 3


def test_a_club_is_deleted_by_its_owner_while_it_has_run_nothing(world: World) -> None:
    path = f"/clubs/{world.club.id}/"
    assert world["organizer"].delete(path, 403)["code"] == "role_required"
    world["owner"].delete(path)
    assert not Club.objects.filter(id=world.club.id).exists()


def test_an_invitation_makes_a_member_once_it_is_accepted(world: World) -> None:
    path = f"/clubs/{world.club.id}/invitations/"
    sent = world["owner"].post(path, {"username": "OUTSIDER", "roles": ["arbiter"]}, 201)
    assert sent["status"] == "pending"
    received = world["outsider"].get("/invitations/")["results"]
    assert [invitation["id"] for invitation in received] == [sent["id"]]
    accepted = world["outsider"].post(f"/invitations/{sent['id']}/accept/")
    assert accepted["roles"] == ["arbiter"]
    again = world["outsider"].post(f"/invitations/{sent['id']}/accept/", expect=409)
    assert again["code"] == "invitation_closed"


def test_an_organizer_invites_to_play_and_to_nothing_else(world: World) -> None:
    path = f"/clubs/{world.club.id}/invitations/"
    body = {"username": "outsider", "roles": ["scorer"]}
    assert world["organizer"].post(path, body, 403)["code"] == "role_required"
    world["organizer"].post(path, body | {"roles": ["player"]}, 201)


def test_bad_invitations_are_told_apart(world: World) -> None:
    path = f"/clubs/{world.club.id}/invitations/"
    invite = {"username": "outsider", "roles": ["player"]}
    world["owner"].post(path, invite, 201)
    assert world["owner"].post(path, invite, 409)["code"] == "already_invited"
    assert world["owner"].post(path, invite | {"username": "player"}, 409)["code"] == "already_a_member"
    assert world["owner"].post(path, invite | {"username": "ghost"}, 404)["code"] == "account_not_found"
    assert world["owner"].post(path, invite | {"roles": ["king"]}, 422)["errors"][0]["field"] == "roles.0"
    assert world["owner"].post(path, invite | {"roles": []}, 422)["errors"][0]["field"] == "roles"


def test_an_invitation_is_for_the_one_it_names(world: World) -> None:
    path = f"/clubs/{world.club.id}/invitations/"
    sent = world["owner"].post(path, {"username": "outsider", "roles": ["owner"]}, 201)
    for answer in ("accept", "decline"):
        problem = world["stranger"].post(f"/invitations/{sent['id']}/{answer}/", expect=404)
        assert problem["code"] == "invitation_not_found"
    world["outsider"].post(f"/invitations/{sent['id']}/decline/")
    world["owner"].post(path, {"username": "outsider", "roles": ["player"]}, 201)


def test_a_withdrawn_invitation_cannot_be_accepted(world: World) -> None:
    path = f"/clubs/{world.club.id}/invitations/"
    sent = world["owner"].post(path, {"username": "outsider", "roles": ["player"]}, 201)
    assert world["owner"].delete(f"{path}{sent['id']}/", 200)["status"] == "withdrawn"
    problem = world["outsider"].post(f"/invitations/{sent['id']}/accept/", expect=409)
    assert problem["code"] == "invitation_closed"


def test_a_person_registered_at_the_door_is_claimed_with_the_code_once(world: World) -> None:
    answer = world["organizer"].post(f"/clubs/{world.club.id}/persons/", {"name": "Seu Zé"}, 201)
    person, code = answer["person"], answer["claim_code"]
    assert not person["has_account"]
    spaced = f" {code[:4]}-{code[4:8]} {code[8:].lower()} "
    assert world["outsider"].post("/persons/claim/", {"code": spaced})["has_account"]
    assert world["stranger"].post("/persons/claim/", {"code": code}, 404)["code"] == "claim_code_unknown"
    mine = world["outsider"].get("/persons/")["results"]
    assert {found["name"] for found in mine} == {"Seu Zé", "outsider"}


def test_a_code_that_has_expired_claims_nobody(world: World) -> None:
    answer = world["organizer"].post(f"/clubs/{world.club.id}/persons/", {"name": "Seu Zé"}, 201)
    assert answer["claim_until"] > answer["person"]["created_at"]
    Person.objects.filter(name="Seu Zé").update(claim_until=timezone.now())
    code = {"code": answer["claim_code"]}
    assert world["outsider"].post("/persons/claim/", code, 404)["code"] == "claim_code_unknown"
    renewed = world["organizer"].post(f"/clubs/{world.club.id}/persons/{answer['person']['id']}/claim-code/")
    world["outsider"].post("/persons/claim/", {"code": renewed["claim_code"]})


def test_guessing_at_codes_is_slowed_down(world: World, settings: Settings) -> None:
    settings.ATTEMPT_RATES = settings.ATTEMPT_RATES | {"claim": (2, 600)}
    for status in (404, 404, 429):
        world["outsider"].post("/persons/claim/", {"code": "AAAABBBBCCCC"}, status)


def test_the_code_is_not_stored(world: World) -> None:
    answer = world["organizer"].post(f"/clubs/{world.club.id}/persons/", {"name": "Seu Zé"}, 201)
    person = Person.objects.get(id=answer["person"]["id"])
    assert answer["claim_code"] not in (person.claim_digest, person.name)


def test_a_renewed_code_replaces_the_lost_one(world: World) -> None:
    path = f"/clubs/{world.club.id}/persons/"
    first = world["organizer"].post(path, {"name": "Seu Zé"}, 201)
    renew = f"{path}{first['person']['id']}/claim-code/"
    second = world["organizer"].post(renew)
    assert world["outsider"].post("/persons/claim/", {"code": first["claim_code"]}, 404)
    world["outsider"].post("/persons/claim/", {"code": second["claim_code"]})
    assert world["organizer"].post(renew, expect=409)["code"] == "person_already_claimed"


def test_staff_roles_need_an_account(world: World) -> None:
    person = Person.objects.create(club=world.club, name="Seu Zé")
    members = f"/clubs/{world.club.id}/members/"
    member = world["organizer"].post(members, {"person": str(person.id)}, 201)
    assert world["organizer"].post(members, {"person": str(person.id)}, 409)["code"] == "already_a_member"
    problem = world["owner"].put(f"{members}{member['id']}/", {"roles": ["arbiter"]}, 422)
    assert problem["code"] == "account_required"


def test_persons_of_another_club_are_out_of_reach(world: World) -> None:
    person = Person.objects.create(club=world.other_club, name="Seu Zé")
    body = {"person": str(person.id)}
    problem = world["organizer"].post(f"/clubs/{world.club.id}/members/", body, 404)
    assert problem["code"] == "person_not_found"


def test_roles_reach_an_account_through_every_person_of_it(world: World) -> None:
    claimed = Person.objects.create(club=world.club, name="Dona Maria", account=world["outsider"].user)
    Membership.objects.create(club=world.club, person=claimed, roles=[Role.ORGANIZER])
    world["outsider"].patch(f"/clubs/{world.club.id}/", {"city": "Ponta Porã"})


def test_lists_come_by_cursor_without_gaps(world: World) -> None:
    for number in range(5):
        Person.objects.create(club=world.club, name=f"P{number}")
    path, names = f"/clubs/{world.club.id}/persons/", []
    answer = world["scorer"].get(path, limit=2)
    while True:
        names += [person["name"] for person in answer["results"]]
        if not answer["next"]:
            break
        answer = world["scorer"].client.get(answer["next"]).json()
    assert names == ["P4", "P3", "P2", "P1", "P0"]


def test_nobody_plays_nowhere(world: World) -> None:
    assert not plays_in(world.club.id, [])


@pytest.mark.django_db(transaction=True)
def test_two_owners_leaving_at_once_leave_one_behind() -> None:
    world = World()
    second = join(world.club, world.add("second"), Role.OWNER)
    first = membership_of(world, "owner")
    refused, start = [], Barrier(2)

    def leave(membership: Membership) -> None:
        start.wait()
        try:
            end_membership(club=world.club, membership_id=membership.id)
        except LastOwner:
            refused.append(membership)
        finally:
            connection.close()

    threads = [Thread(target=leave, args=[membership]) for membership in (first, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 1
    assert Membership.objects.filter(club=world.club, roles__contains=[Role.OWNER]).count() == 1


def test_an_accounts_own_person_is_made_once(world: World) -> None:
    user = world["outsider"].user
    assert user is not None
    assert own_person(user) == own_person(user)

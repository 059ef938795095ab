"""Commands over HTTP: keys, versions, and bad input that gets a stable code and changes nothing."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tests.tournaments.shell.cups import PAIRS, SINGLES, Cup
from tests.tournaments.shell.world import World
from tournaments.models import ChampionshipRow
from tournaments.rules.draw import seeding
from truco_api.eventstore import head_version

UNKNOWN = "00000000-0000-0000-0000-000000000000"


def version_of(cup: Cup) -> int:
    """The version in the store itself."""
    return head_version(f"championship-{cup.id}")


def test_a_regulation_with_faults_names_every_one(world: World) -> None:
    regulation = {"variant": "bridge", "tables": -1, "stages": [{"best_of": 2}]}
    body = {"club": str(world.club.id), "name": "Copa", "regulation": regulation}
    problem = world["organizer"].post("/championships/", body, 422)
    assert problem["code"] == "invalid_regulation"
    assert {"tables", "stages.0.best_of"} <= {fault["field"] for fault in problem["faults"]}
    regulation = {"variant": "paulista", "options": {"all_tied": "nobody"}}
    problem = world["organizer"].post("/championships/", body | {"regulation": regulation}, 422)
    assert [fault["field"] for fault in problem["faults"]] == ["options.all_tied"]
    assert not ChampionshipRow.objects.exists()


def test_the_same_key_creates_one_championship(world: World) -> None:
    body = {"club": str(world.club.id), "name": "Copa", "regulation": SINGLES}
    headers = {"Idempotency-Key": "abc"}
    first = world["organizer"].post("/championships/", body, 201, headers=headers)
    assert world["organizer"].post("/championships/", body, 201, headers=headers) == first
    assert ChampionshipRow.objects.count() == 1
    other = body | {"name": "Outra"}
    problem = world["organizer"].post("/championships/", other, 422, headers=headers)
    assert problem["code"] == "idempotency_key_reused"
    world["owner"].post("/championships/", body, 201, headers=headers)
    assert ChampionshipRow.objects.count() == 2


def test_the_same_key_registers_one_entry(world: World) -> None:
    cup = Cup(world)
    cup.do("open")
    body = {"name": "Zé", "members": [{"username": "player"}]}
    path, headers = f"{cup.path}/entries/", {"Idempotency-Key": "abc"}
    first = world["player"].post(path, body, 201, headers=headers)
    assert world["player"].post(path, body, 201, headers=headers) == first
    assert len(world["anonymous"].get(path)["results"]) == 1


def test_a_version_is_checked_if_it_is_given(world: World) -> None:
    cup = Cup(world)
    problem = cup.boss.post(f"{cup.path}/open/", expect=412, headers={"If-Match": '"7"'})
    assert (problem["code"], problem["current_version"]) == ("stale_version", 1)
    assert (
        cup.boss.post(f"{cup.path}/open/", expect=400, headers={"If-Match": "7"})["code"]
        == "invalid_if_match"
    )
    assert cup.boss.post(f"{cup.path}/open/", headers={"If-Match": '"1"'})["version"] == 2


def test_what_was_seen_is_not_sent_again(world: World) -> None:
    cup = Cup(world)
    cup.do("open")
    client = world["anonymous"].client
    first = client.get(f"/api/v1{cup.path}/")
    assert first.headers["ETag"] == '"2"'
    assert client.get(f"/api/v1{cup.path}/", headers={"If-None-Match": '"2"'}).status_code == 304


@pytest.mark.parametrize(
    ("address", "body", "status", "code"),
    [
        ("start", {}, 409, "not_drawn"),
        ("draw", {}, 409, "entries_open"),
        ("entries", {"name": "X", "members": []}, 422, "wrong_members"),
        ("entries", {"name": "X", "members": [{"person": UNKNOWN}]}, 404, "person_not_found"),
        ("entries", {"name": "X", "members": [{"username": "ghost"}]}, 404, "account_not_found"),
        ("entries", {"name": "X", "members": [{"name": "A", "username": "player"}]}, 422, "invalid"),
        ("entries", {"name": "", "members": [{"name": "A"}]}, 422, "invalid"),
        ("entries", {"name": "X", "members": [{"username": "e1a"}]}, 409, "already_entered"),
        (f"entries/{UNKNOWN}/confirm", {}, 404, "unknown_entry"),
        ("matches/R1M1/sheet", {"legs": [[12, 3]]}, 404, "unknown_match"),
        ("cancel", {}, 422, "invalid"),
        ("cancel", {"reason": "   "}, 422, "invalid"),
    ],
)
def test_bad_input_gets_its_code_and_changes_nothing(
    world: World, address: str, body: Any, status: int, code: str
) -> None:
    cup = Cup(world)
    cup.register("E1", "E2")
    before = version_of(cup)
    assert cup.do(address, body, status)["code"] == code
    assert version_of(cup) == before


@pytest.mark.parametrize(
    ("address", "body", "status", "code"),
    [
        ("matches/R2M1/sheet", {"legs": [[12, 3]]}, 409, "match_not_due"),
        ("matches/R1M1/sheet", {"legs": [[12, 12]]}, 422, "implausible_score"),
        ("matches/R1M1/sheet", {"legs": [[12, -1]]}, 422, "invalid"),
        ("matches/R1M1/sheet", {"legs": "12-3"}, 422, "invalid"),
        ("matches/R1M1/sheet", {"legs": [[12, 3], [12, 3]]}, 422, "implausible_score"),
        ("matches/R1M1/confirm", {}, 409, "no_sheet"),
        ("matches/R1M1/correction", {"legs": [[12, 3]], "reason": "x"}, 409, "match_not_decided"),
        ("matches/R9M9/sheet", {"legs": [[12, 3]]}, 404, "unknown_match"),
        ("matches/R1M1/presence", {"side": 2}, 422, "invalid"),
        ("entries", {"name": "Late", "members": [{"name": "A"}]}, 409, "entries_closed"),
        ("open", {}, 409, "already_drawn"),
    ],
)
def test_bad_results_get_their_code_and_change_nothing(
    world: World, address: str, body: Any, status: int, code: str
) -> None:
    cup = Cup(world).playing(4)
    before = version_of(cup)
    assert cup.do(address, body, status)["code"] == code
    assert version_of(cup) == before


def test_an_unknown_championship_is_not_found_in_any_command(world: World) -> None:
    for address in ("open", "draw", "entries", "matches/R1M1/sheet", f"entries/{UNKNOWN}/confirm"):
        problem = world["organizer"].post(f"/championships/{uuid4()}/{address}/", expect=404)
        assert problem["code"] == "championship_not_found"


def test_a_draw_with_one_entry_is_refused(world: World) -> None:
    cup = Cup(world)
    cup.register("E1")
    cup.do("close")
    assert cup.do("draw", expect=409)["code"] == "too_few_entries"


def test_anybody_can_repeat_the_draw(world: World) -> None:
    cup = Cup(world).started(7)
    drawn = world["anonymous"].get(f"{cup.path}/draw/")
    again = seeding(
        [entry["entry"] for entry in drawn["entries"]],
        method=drawn["method"],
        seed=drawn["seed"],
        ranks={entry["entry"]: entry["rank"] for entry in drawn["entries"]},
        order=None,
    )
    assert [entry["entry"] for entry in drawn["order"]] == list(again)
    assert len(bytes.fromhex(drawn["seed"])) == 32


def test_every_draw_has_a_seed_of_its_own(world: World) -> None:
    seeds = {world["anonymous"].get(f"{Cup(world).started(2).path}/draw/")["seed"] for _ in range(2)}
    assert len(seeds) == 2


def test_seeding_by_hand_follows_the_order_given(world: World) -> None:
    cup = Cup(world, SINGLES | {"stages": [{"seeding": "hand"}]})
    cup.register("E1", "E2", "E3")
    cup.do("close")
    order = [cup.entries[name] for name in ("E2", "E3", "E1")]
    assert cup.do("draw", {"order": order[:2]}, 422)["code"] == "invalid_order"
    cup.do("draw", {"order": order})
    drawn = world["anonymous"].get(f"{cup.path}/draw/")
    assert [entry["name"] for entry in drawn["order"]] == ["E2", "E3", "E1"]


def test_a_player_enters_themself_with_a_partner_and_nobody_else(world: World) -> None:
    cup = Cup(world, PAIRS)
    cup.do("open")
    pair = {"name": "Zé e João", "members": [{"username": "player"}, {"username": "outsider"}]}
    path = f"{cup.path}/entries/"
    assert world["stranger"].post(path, pair, 403)["code"] == "not_your_entry"
    with_a_name = pair | {"members": [{"username": "player"}, {"name": "Seu Zé"}]}
    assert world["player"].post(path, with_a_name, 403)["code"] == "role_required"
    entry = world["player"].post(path, pair | {"rank": 1}, 201)
    assert ([member["name"] for member in entry["members"]], entry["rank"], entry["confirmed"]) == (
        ["player", "outsider"],
        None,
        False,
    )


def test_a_player_withdraws_their_own_entry(world: World) -> None:
    cup = Cup(world)
    cup.do("open")
    body = {"name": "Zé", "members": [{"username": "player"}]}
    entry = world["player"].post(f"{cup.path}/entries/", body, 201)
    path = f"{cup.path}/entries/{entry['id']}/withdraw/"
    assert world["outsider"].post(path, {}, 403)["code"] == "role_required"
    assert world["player"].post(path, {"reason": "ill"})["out"] == "withdrawn"
    assert "ill" not in str(world["anonymous"].get(f"{cup.path}/events/"))


def test_one_account_plays_once_whichever_of_its_persons_is_entered(world: World) -> None:
    cup = Cup(world)
    cup.do("open")
    registered = world["organizer"].post(f"/clubs/{world.club.id}/persons/", {"name": "Seu Zé"}, 201)
    claimed, code = registered["person"]["id"], registered["claim_code"]
    cup.do("entries", {"name": "Zé", "members": [{"person": claimed}]}, 201)
    own = {"name": "Eu", "members": [{"username": "outsider"}]}
    entry = world["outsider"].post(f"{cup.path}/entries/", own, 201)
    assert world["outsider"].post("/persons/claim/", {"code": code}, 409)["code"] == "person_conflict"
    world["outsider"].post(f"{cup.path}/entries/{entry['id']}/withdraw/")
    world["outsider"].post("/persons/claim/", {"code": code})
    problem = world["outsider"].post(f"{cup.path}/entries/", own | {"name": "Eu de novo"}, 409)
    assert problem["code"] == "person_conflict"


def test_a_person_claimed_later_speaks_for_its_entry(world: World) -> None:
    cup = Cup(world)
    cup.do("open")
    registered = world["organizer"].post(f"/clubs/{world.club.id}/persons/", {"name": "Seu Zé"}, 201)
    members = [{"person": registered["person"]["id"]}]
    entry = cup.do("entries", {"name": "Zé", "members": members}, 201)
    path = f"{cup.path}/entries/{entry['id']}/withdraw/"
    world["outsider"].post(path, {}, 403)
    world["outsider"].post("/persons/claim/", {"code": registered["claim_code"]})
    world["outsider"].post(path, {})


def test_persons_of_another_club_cannot_be_entered(world: World) -> None:
    registered = world["stranger"].post(f"/clubs/{world.other_club.id}/persons/", {"name": "Zé"}, 201)
    cup = Cup(world)
    cup.do("open")
    members = [{"person": registered["person"]["id"]}]
    problem = cup.do("entries", {"name": "Zé", "members": members}, 404)
    assert (problem["code"], problem["errors"][0]["field"]) == ("person_not_found", "members.0")


def test_a_refused_entry_leaves_no_person_behind(world: World) -> None:
    cup = Cup(world, PAIRS)
    cup.do("open")
    cup.do("entries", {"name": "X", "members": [{"name": "Um"}, {"name": "Dois"}, {"name": "Três"}]}, 422)
    assert world["organizer"].get(f"/clubs/{world.club.id}/persons/")["results"] == []


def test_only_those_who_checked_in_are_drawn(world: World) -> None:
    cup = Cup(world)
    cup.register("E1", "E2", "E3")
    problem = cup.player("E1").post(f"{cup.path}/entries/{cup.entries['E1']}/check-in/", expect=409)
    assert problem["code"] == "check_in_closed"
    cup.do("check-in")
    for name in ("E1", "E3"):
        cup.player(name).post(f"{cup.path}/entries/{cup.entries[name]}/check-in/")
    cup.do("close")
    cup.do("draw")
    drawn = world["anonymous"].get(f"{cup.path}/draw/")
    assert {entry["name"] for entry in drawn["order"]} == {"E1", "E3"}


def test_a_club_that_has_run_a_championship_is_not_deleted(world: World) -> None:
    Cup(world)
    assert world["owner"].delete(f"/clubs/{world.club.id}/", 409)["code"] == "club_has_championships"


def test_lists_of_championships_are_filtered(world: World) -> None:
    cup = Cup(world)
    cup.do("open")
    Cup(world, name="Rascunho")
    found = world["anonymous"].get("/championships/", phase="open", club=str(world.club.id))["results"]
    assert [championship["name"] for championship in found] == ["Copa do Zap"]
    assert world["anonymous"].get("/championships/", club=str(world.other_club.id))["results"] == []
    assert world["anonymous"].get("/championships/", expect=422, phase="asleep")["code"] == "invalid"


def test_the_history_is_read_on_from_a_version_and_tells_names_not_accounts(world: World) -> None:
    cup = Cup(world).started(2)
    path = f"{cup.path}/events/"
    first = world["anonymous"].get(path, limit=3)
    rest = world["anonymous"].get(path, after=3)
    assert [event["version"] for event in first["events"] + rest["events"]] == list(
        range(1, first["version"] + 1)
    )
    entered = next(event for event in first["events"] if event["type"] == "entry_registered/2")
    assert (entered["by"], entered["data"]["members"][0]["name"]) == ("organizer", "e1a")
    accounts = [str(somebody.user.id) for somebody in world.people.values() if somebody.user]
    assert not [account for account in accounts if account in str(first) + str(rest)]


def test_entries_and_matches_are_listed_by_cursor(world: World) -> None:
    cup = Cup(world).started(5)
    for part, key in (("entries", "number"), ("matches", "id")):
        answer, found = world["anonymous"].get(f"{cup.path}/{part}/", limit=2), []
        while True:
            found += [row[key] for row in answer["results"]]
            if not answer["next"]:
                break
            answer = world["anonymous"].client.get(answer["next"]).json()
        assert len(found) == len(set(found)) == (5 if part == "entries" else 4)
    ready = world["anonymous"].get(f"{cup.path}/matches/", status="waiting")["results"]
    assert {match["status"] for match in ready} == {"waiting"}


@pytest.mark.parametrize("part", ["bracket", "results"])
def test_a_bracket_that_was_seen_is_not_made_again(world: World, part: str) -> None:
    cup = Cup(world).playing(4)
    client, path = world["anonymous"].client, f"/api/v1{cup.path}/{part}/"
    tag = client.get(path).headers["ETag"]
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
    cup.decide("R1M1", [[12, 3]])
    again = client.get(path, headers={"If-None-Match": tag})
    assert (again.status_code, again.headers["ETag"] == tag) == (200, False)


@pytest.mark.parametrize("query", [{"after": -1}, {"after": 2**31}, {"limit": 0}, {"limit": "all"}])
def test_a_cursor_of_the_history_that_makes_no_sense_is_refused(world: World, query: dict[str, Any]) -> None:
    cup = Cup(world)
    cup.do("open")
    assert world["anonymous"].get(f"{cup.path}/events/", expect=422, **query)["code"] == "invalid"

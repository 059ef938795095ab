"""Time and conduct over HTTP: reserves, substitutions, penalties, the bell, sheets with all they say."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.shell.cups import PAIRS, SINGLES, Cup
from tests.tournaments.shell.world import EVERYBODY, World, allowed

BENCH = PAIRS | {"roster": {"reserves": 2, "substitutions": 1}}
OFFENCES = SINGLES | {
    "conduct": {
        "penalties": [
            {"offence": "shouting", "name": "Gritaria", "steps": ["warning", "leg", "match"]},
            {"offence": "signals", "steps": ["championship"]},
        ]
    }
}
TIMED: dict[str, Any] = SINGLES | {
    "stages": [{"best_of": 3, "time_limit": {"minutes": 60, "then": "match_point"}}]
}


def entry(cup: Cup, name: str) -> Any:
    """An entry as everybody sees it."""
    return cup.world["anonymous"].get(f"{cup.path}/entries/{cup.entries[name]}/")


def named(entry: Any, role: str) -> list[str]:
    """The names of the members or reserves of an entry."""
    return [person["name"] for person in entry[role]]


@pytest.fixture
def bench(world: World) -> Cup:
    """Two pairs in a final of three legs, one with a reserve."""
    cup = Cup(world, BENCH | {"stages": [{"best_of": 3}]}).playing(2)
    world.add("rosa")
    cup.do_put(f"entries/{cup.entries['E1']}/reserves", {"reserves": [{"username": "rosa"}]})
    return cup


def test_an_entry_names_reserves_and_a_reserve_comes_in(bench: Cup, world: World) -> None:
    before = entry(bench, "E1")
    assert named(before, "reserves") == ["rosa"]
    body = {"taken_out": before["members"][0]["person"], "put_in": before["reserves"][0]["person"]}
    bench.player("E1").post(f"{bench.path}/matches/R1M1/substitution/", body)
    after = entry(bench, "E1")
    assert named(after, "members") == ["rosa", "e1b"]
    assert named(after, "reserves") == ["e1a"]
    again = world["scorer"].post(
        f"{bench.path}/matches/R1M1/substitution/",
        {"entry": bench.entries["E1"], "taken_out": body["put_in"], "put_in": body["taken_out"]},
        409,
    )
    assert again["code"] == "no_substitution_left"


def test_a_reserve_of_one_entry_plays_in_no_other(bench: Cup, world: World) -> None:
    path = f"entries/{bench.entries['E2']}/reserves"
    assert bench.do_put(path, {"reserves": [{"username": "rosa"}]}, 409)["code"] == "already_entered"
    person = world["organizer"].post(f"/clubs/{world.club.id}/persons/", {"name": "Rosa"}, 201)
    world["rosa"].post("/persons/claim/", {"code": person["claim_code"]})
    other = {"reserves": [{"person": person["person"]["id"]}]}
    assert bench.do_put(path, other, 409)["code"] == "person_conflict"


def test_players_name_reserves_who_have_an_account_and_nobody_elses(bench: Cup, world: World) -> None:
    path = f"{bench.path}/entries/{bench.entries['E1']}/reserves/"
    world.add("rui")
    bench.player("E1").put(path, {"reserves": [{"username": "rui"}]})
    assert bench.player("E1").put(path, {"reserves": [{"name": "Zé"}]}, 403)["code"] == "role_required"
    bench.player("E2").put(path, {"reserves": []}, 403)
    bad = bench.player("E1").put(path, {"reserves": [{"username": "nobody-at-all"}]}, 404)
    assert bad["errors"][0]["field"] == "reserves.0"


@pytest.mark.parametrize("who", EVERYBODY)
def test_a_substitution_is_for_the_side_itself_or_an_official_who_names_it(
    bench: Cup, world: World, who: str
) -> None:
    found = entry(bench, "E1")
    body = {"taken_out": found["members"][0]["person"], "put_in": found["reserves"][0]["person"]}
    path = f"{bench.path}/matches/R1M1/substitution/"
    world[who].post(path, body, 401 if who == "anonymous" else 403)
    officials = ("owner", "organizer", "arbiter", "scorer")
    world[who].post(path, body | {"entry": bench.entries["E1"]}, allowed(who, *officials))


def test_penalties_grow_with_repetition(world: World) -> None:
    cup = Cup(world, OFFENCES | {"stages": [{"best_of": 3}]}).playing(2)
    loser = cup.match("R1M1")["sides"][0]["entry"]
    body = {"entries": [loser], "offence": "shouting", "reason": "again and again", "match": "R1M1"}
    first = world["arbiter"].post(f"{cup.path}/penalties/", body)
    assert first["entries"][0]["offences"] == {"shouting": 1}
    world["arbiter"].post(f"{cup.path}/penalties/", body | {"leg": 1, "hand": 7})
    (leg,) = cup.match("R1M1")["legs"]
    assert (leg["score"], leg["ending"]) == ([0, 12], "penalty")
    world["arbiter"].post(f"{cup.path}/penalties/", body)
    match = cup.match("R1M1")
    assert (match["status"], match["how"]) == ("decided", "forfeit")
    assert match["winner"] != loser


def test_the_gravest_offence_puts_an_entry_out(world: World) -> None:
    cup = Cup(world, OFFENCES).playing(4)
    body = {"entries": [cup.entries["E1"]], "offence": "signals", "reason": "seen by two scorers"}
    answer = world["arbiter"].post(f"{cup.path}/penalties/", body)
    assert answer["entries"][0]["out"] == "disqualified"
    unknown = world["arbiter"].post(f"{cup.path}/penalties/", body | {"offence": "singing"}, 422)
    assert (unknown["code"], unknown["errors"][0]["field"]) == ("unknown_offence", "offence")


@pytest.mark.parametrize("who", EVERYBODY)
def test_only_an_arbiter_punishes(world: World, who: str) -> None:
    cup = Cup(world, OFFENCES).playing(2)
    body = {"entries": [cup.entries["E1"]], "offence": "shouting", "reason": "why"}
    world[who].post(f"{cup.path}/penalties/", body, allowed(who, "arbiter"))


def test_when_the_time_is_up_a_leg_may_begin_at_match_point_and_not_before(world: World) -> None:
    cup = Cup(world, TIMED).playing(2)
    sheet: dict[str, Any] = {
        "legs": [[12, 7], [12, 11]],
        "details": [{}, {"at_match_point": True}],
    }
    path = f"{cup.path}/matches/R1M1"
    early = world["scorer"].post(f"{path}/sheet/", sheet, 422)
    assert (early["code"], early["errors"][0]["field"]) == ("time_not_up", "details.1.at_match_point")
    assert world["scorer"].post(f"{path}/time-up/")["expired"] == "match_point"
    world["scorer"].post(f"{path}/sheet/", sheet)


@pytest.mark.parametrize("who", EVERYBODY)
def test_the_bell_is_rung_by_officials(world: World, who: str) -> None:
    cup = Cup(world, TIMED).playing(2)
    officials = ("owner", "organizer", "arbiter", "scorer")
    world[who].post(f"{cup.path}/matches/R1M1/time-up/", expect=allowed(who, *officials))


def test_a_sheet_is_handed_in_with_all_that_it_says(world: World) -> None:
    cup = Cup(world, SINGLES | {"variant": "gauderio", "stages": [{"best_of": 3}]}).playing(2)
    sides = cup.match("R1M1")["sides"]
    players = [entry(cup, side["name"])["members"][0]["person"] for side in sides]
    target = cup.boss.get(cup.path + "/")["regulation"]["options"]["target"]
    sheet = {
        "legs": [[target, 7], [target, 12]],
        "details": [
            {"dealer": 0, "flores": [2, 1], "players": players},
            {"dealer": 1, "flores": [0, 3]},
        ],
        "started_at": "2031-05-03T14:30:00Z",
        "ended_at": "2031-05-03T15:10:00-03:00",
        "note": "a chair broke",
    }
    world["scorer"].post(f"{cup.path}/matches/R1M1/sheet/", sheet)
    waiting = cup.match("R1M1")["sheet"]
    assert waiting["started_at"] == "2031-05-03T14:30:00.000+00:00"
    assert waiting["ended_at"] == "2031-05-03T18:10:00.000+00:00"
    assert waiting["details"][0]["players"] == players
    world["scorer"].post(f"{cup.path}/matches/R1M1/confirm/")
    legs = cup.match("R1M1")["legs"]
    assert [leg["detail"]["flores"] for leg in legs] == [[2, 1], [0, 3]]
    assert [leg["detail"]["dealer"] for leg in legs] == [0, 1]


def test_who_is_on_the_sheet_must_be_in_one_of_the_rosters(world: World) -> None:
    cup = Cup(world).playing(2)
    stranger = world["outsider"].get("/persons/")["results"]
    person = stranger[0]["id"] if stranger else str(cup.world.club.id)
    sheet = {"legs": [[12, 7]], "details": [{"players": [person]}]}
    found = world["scorer"].post(f"{cup.path}/matches/R1M1/sheet/", sheet, 422)
    assert (found["code"], found["errors"][0]["field"]) == ("not_in_roster", "details.0.players")

"""Rankings over HTTP: of one championship and of a season, for entries, persons and clubs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.shell.cups import PAIRS, Cup
from tests.tournaments.shell.world import EVERYBODY, World, allowed
from tournaments import ratings
from tournaments.models import PlacingRow
from truco_api.eventstore.projections import rebuild

RULES = {"by_place": [10, 6, 4, 2], "taking_part": 1}


def cup_of(world: World, *names: str) -> Cup:
    """A championship of these pairs, played to its end; the first half of them are of a club."""
    cup = Cup(world, PAIRS | {"stages": [{"third_place": True}]})
    cup.do("open")
    for at, name in enumerate(names):
        members = [{"username": world.add(f"{name}{letter}").user.username} for letter in "ab"]  # type: ignore[union-attr]  # somebody has an account
        club = "Clube do Copas" if at < len(names) / 2 else "clube do COPAS" if at == len(names) - 1 else None
        answer = cup.do("entries", {"name": name, "members": members, "club": club}, 201)
        cup.entries[name] = answer["id"]
        cup.do(f"entries/{answer['id']}/confirm")
    for verb in ("close", "draw", "start"):
        cup.do(verb)
    return cup.play()


def season_of(world: World, *cups: Cup, **more: Any) -> Any:
    """A season of these championships."""
    body = {"club": str(world.club.id), "name": "Temporada", "rules": RULES | more}
    season = world["organizer"].post("/seasons/", body, 201)
    for cup in cups:
        world["organizer"].post(f"/seasons/{season['id']}/championships/", {"championship": cup.id}, 201)
    return season


def ranked(world: World, path: str, level: str, **query: Any) -> list[Any]:
    """The rows of a ranking."""
    found: list[Any] = world["anonymous"].get(f"{path}/rankings/{level}/", **query)["rows"]
    return found


def podium(cup: Cup) -> list[str]:
    """Names by place."""
    places = cup.boss.get(f"{cup.path}/results/")["places"]
    return [entry["name"] for place in places for entry in place["entries"]]


def test_entries_are_ranked_by_their_places_with_ratings_beside_them(world: World) -> None:
    cup = cup_of(world, "a", "b", "c", "d")
    ratings.bring_up_to_date()
    rows = ranked(world, cup.path, "entries")
    assert [row["name"] for row in rows] == podium(cup)
    assert (rows[0]["rank"], rows[0]["places"], rows[0]["won"]) == (1, [1], 2)
    assert rows[0]["rating"] > rows[-1]["rating"]
    assert len(rows[0]["persons"]) == 2


def test_persons_have_the_place_of_their_entry_and_clubs_those_of_all_of_theirs(world: World) -> None:
    cup = cup_of(world, "a", "b", "c", "d")
    persons = ranked(world, cup.path, "persons")
    assert [row["rank"] for row in persons] == [1, 1, 3, 3, 5, 5, 7, 7]
    (club,) = ranked(world, cup.path, "clubs")
    assert club["entries"] == 3
    assert len(club["places"]) == 3


def test_before_the_end_what_was_won_ranks(world: World) -> None:
    cup = Cup(world).started(4)
    cup.play(1)
    rows = ranked(world, cup.path, "entries")
    assert [row["rank"] for row in rows] == [1, 2, 2, 4]
    assert all(row["places"] == [] for row in rows)


def test_a_season_adds_up_what_its_championships_brought(world: World) -> None:
    first, second = cup_of(world, "a", "b", "c", "d"), cup_of(world, "a", "b", "c", "d")
    season = season_of(world, first, second)
    rows = ranked(world, f"/seasons/{season['id']}", "entries")
    worth = dict(zip((1, 2, 3, 4), (11, 7, 5, 3), strict=True))
    expected = {name: sum(worth[podium(cup).index(name) + 1] for cup in (first, second)) for name in "abcd"}
    assert {row["name"]: row["values"]["points"] for row in rows} == expected
    assert rows[0]["championships"] == 2
    persons = ranked(world, f"/seasons/{season['id']}", "persons")
    assert len(persons) == 8
    clubs = ranked(world, f"/seasons/{season['id']}", "clubs", explain="true")
    assert len(clubs) == 1
    assert clubs[0]["reasons"]


def test_a_pair_is_the_same_entry_under_another_name_and_another_pair_is_not(world: World) -> None:
    first = cup_of(world, "a", "b")
    second = Cup(world, PAIRS)
    second.do("open")
    for name, players in (("Renamed", ("aa", "ab")), ("New", ("ba", "ca"))):
        members = [{"username": world.add(player).user.username} for player in players]  # type: ignore[union-attr]  # somebody has an account
        answer = second.do("entries", {"name": name, "members": members}, 201)
        second.do(f"entries/{answer['id']}/confirm")
    for verb in ("close", "draw", "start"):
        second.do(verb)
    second.play()
    season = season_of(world, first, second)
    rows = ranked(world, f"/seasons/{season['id']}", "entries")
    assert sorted((row["name"], row["championships"]) for row in rows) == [
        ("New", 1),
        ("Renamed", 2),
        ("b", 1),
    ]


def test_championships_that_are_not_over_do_not_count_yet(world: World) -> None:
    season = season_of(world, Cup(world, PAIRS).started(4))
    found = world["anonymous"].get(f"/seasons/{season['id']}/rankings/entries/")
    assert found == {"championships": 0, "rows": []}


def test_a_correction_after_the_end_changes_the_season(world: World) -> None:
    cup = cup_of(world, "a", "b")
    season = season_of(world, cup)
    before = [row["name"] for row in ranked(world, f"/seasons/{season['id']}", "entries")]
    body = {"legs": [[0, 12]], "reason": "the sheet was read upside down"}
    world["arbiter"].post(f"{cup.path}/matches/R1M1/correction/", body)
    assert [row["name"] for row in ranked(world, f"/seasons/{season['id']}", "entries")] == before[::-1]
    live = list(PlacingRow.objects.order_by("id").values())
    rebuild("championships")
    assert list(PlacingRow.objects.order_by("id").values()) == live


def test_a_championship_that_is_played_again_counts_no_more(world: World) -> None:
    cup = cup_of(world, "a", "b")
    season = season_of(world, cup)
    world["arbiter"].post(f"{cup.path}/matches/R1M1/reopening/", {"reason": "an unknown player"})
    assert ranked(world, f"/seasons/{season['id']}", "entries") == []
    assert PlacingRow.objects.count() == 0


def test_a_final_is_filled_from_the_championships_and_then_from_the_table(world: World) -> None:
    first = cup_of(world, "a", "b", "c", "d")
    season = season_of(world, first)
    path = f"/seasons/{season['id']}/finalists/"
    found = world["anonymous"].get(path, direct=1, size=3)
    assert [row["name"] for row in found["through"]] == podium(first)[:3]
    assert found["undecided"] == []
    world["anonymous"].get(path, 422)


def test_a_season_is_edited_weighted_and_deleted(world: World) -> None:
    cup = cup_of(world, "a", "b")
    season = season_of(world)
    path, boss = f"/seasons/{season['id']}", world["organizer"]
    boss.post(f"{path}/championships/", {"championship": cup.id, "weight": 3}, 201)
    assert boss.post(f"{path}/championships/", {"championship": cup.id}, 409)["code"] == "already_in_season"
    assert ranked(world, path, "entries")[0]["values"]["points"] == 33
    boss.patch(f"{path}/", {"rules": RULES | {"by_place": [100]}})
    assert ranked(world, path, "entries")[0]["values"]["points"] == 303
    (part,) = boss.get(f"{path}/championships/")["championships"]
    assert (part["name"], part["weight"], part["phase"]) == ("Copa do Zap", 3, "finished")
    boss.delete(f"{path}/championships/{cup.id}/")
    assert boss.delete(f"{path}/championships/{cup.id}/", 404)["code"] == "not_in_season"
    assert world["owner"].delete(f"/clubs/{world.club.id}/", 409)["code"] == "club_has_championships"
    boss.delete(f"{path}/")
    assert boss.get(f"{path}/", 404)["code"] == "season_not_found"


def test_rules_of_a_season_that_make_no_sense_are_refused(world: World) -> None:
    body = {"club": str(world.club.id), "name": "x", "rules": {"by_place": [-1], "criteria": ["lots"]}}
    problem = world["organizer"].post("/seasons/", body, 422)
    assert {error["field"] for error in problem["errors"]} == {"rules.by_place.0", "rules.criteria.0"}


@pytest.mark.parametrize("who", EVERYBODY)
def test_seasons_are_run_by_organizers_and_read_by_everybody(world: World, who: str) -> None:
    season = season_of(world)
    path = f"/seasons/{season['id']}/"
    cup = Cup(world)
    cup.do("open")
    world[who].get(path)
    body = {"club": str(world.club.id), "name": "x", "rules": RULES}
    world[who].post("/seasons/", body, allowed(who, "owner", "organizer", success=201))
    world[who].patch(path, {"name": "y"}, allowed(who, "owner", "organizer"))
    part = {"championship": cup.id}
    world[who].post(f"{path}championships/", part, allowed(who, "owner", "organizer", success=201))
    world[who].delete(path, allowed(who, "owner", "organizer", success=204))


def test_what_is_no_level_is_not_there(world: World) -> None:
    world["anonymous"].get(f"{cup_of(world, 'a', 'b').path}/rankings/dogs/", 404)

"""A season run by its document: its championships founded stage by stage, its table, and its final filled."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.tournaments.pages.browser import Browser
from tests.tournaments.shell.cups import Cup
from tests.tournaments.shell.world import EVERYBODY, World, allowed

SINGLES = {"variant": "paulista", "entry_kind": "single", "stages": [{"seeding": "rank"}]}
DOCUMENT: dict[str, Any] = {
    "format": "truco-season/1",
    "points": {"by_place": [10, 6, 3, 1], "taking_part": 1},
    "regulation": SINGLES,
    "stages": [{"id": "one", "name": "Etapa 1"}, {"id": "two", "weight": 2}],
    "final": {"direct": 1, "size": 2, "regulation": SINGLES | {"variant": "mineiro"}},
}


def founded(world: World, **change: Any) -> Any:
    body = {"club": str(world.club.id), "name": "Temporada", "document": {**DOCUMENT, **change}}
    return world["organizer"].post("/seasons/", body, 201)


class Held(Cup):
    """A championship that a season founded."""

    def __init__(self, world: World, found: Any) -> None:
        self.world, self.boss = world, world["organizer"]
        self.regulation = {"entry_kind": "single"}
        self.id, self.path = found["id"], f"/championships/{found['id']}"
        self.entries = {}


def hold(
    world: World, season: Any, stage: str, expect: int = 201, who: str = "organizer", **body: Any
) -> Any:
    return world[who].post(f"/seasons/{season['id']}/stages/{stage}/championship/", body, expect)


def played(world: World, season: Any, stage: str, entries: int = 4) -> Held:
    cup = Held(world, hold(world, season, stage))
    cup.started(entries).play()
    return cup


def test_the_rules_of_a_season_follow_from_its_document(world: World) -> None:
    season = founded(world)
    assert season["rules"]["by_place"] == [10, 6, 3, 1]
    assert season["document"]["stages"][1] == {"id": "two", "name": "", "weight": 2, "regulation": None}
    checked = world["anonymous"].post("/regulations/check/", DOCUMENT)
    assert checked["sha256"] == season["document_sha256"]


def test_a_season_from_its_document_to_the_champion_of_its_final(world: World) -> None:
    season = founded(world)
    one = hold(world, season, "one")
    assert one["name"] == "Etapa 1"
    assert one["regulation"]["variant"] == "paulista"
    first = Held(world, one)
    first.started(4).play()
    refused = hold(world, season, "final", 409)
    assert (refused["code"], refused["detail"]) == ("final_not_ready", "The final waits for stage two.")
    second = played(world, season, "two")
    parts = world["anonymous"].get(f"/seasons/{season['id']}/championships/")["championships"]
    assert [(part["stage"], part["weight"]) for part in parts] == [("one", 1), ("two", 2)]
    rows = world["anonymous"].get(f"/seasons/{season['id']}/rankings/entries/")["rows"]
    expected = Counter[str]()
    for cup, weight in ((first, 1), (second, 2)):
        for row in cup.boss.get(f"{cup.path}/rankings/entries/")["rows"]:
            expected[row["name"]] += weight * ([10, 6, 3, 1][row["places"][0] - 1] + 1)
    assert {row["name"]: row["values"]["points"] for row in rows} == dict(expected)
    through = world["anonymous"].get(f"/seasons/{season['id']}/finalists/")["through"]
    final = Held(world, hold(world, season, "final", name="Grande Final"))
    assert final.boss.get(final.path + "/")["phase"] == "open"
    entries = final.boss.get(f"{final.path}/entries/")["results"]
    assert [entry["name"] for entry in entries] == [row["name"] for row in through]
    assert [(entry["rank"], entry["confirmed"]) for entry in entries] == [(1, True), (2, True)]
    for verb in ("close", "draw", "start"):
        final.do(verb)
    final.play()
    assert final.boss.get(final.path + "/")["podium"]["champion"]["name"] == through[0]["name"]
    after = world["anonymous"].get(f"/seasons/{season['id']}/rankings/entries/")["rows"]
    assert [row["values"] for row in after] == [row["values"] for row in rows]
    page = Browser().get(f"/seasons/{season['id']}/")
    assert "Grande Final" in page.text


def test_a_stage_has_one_championship_unless_it_was_called_off(world: World) -> None:
    season = founded(world)
    first = hold(world, season, "one")
    assert hold(world, season, "one", 409)["code"] == "season_stage_taken"
    assert hold(world, season, "three", 404)["code"] == "unknown_season_stage"
    world["organizer"].post(f"/championships/{first['id']}/cancel/", {"reason": "rain"})
    hold(world, season, "one")


def test_asking_twice_with_one_key_founds_one_championship(world: World) -> None:
    season = founded(world)
    path = f"/seasons/{season['id']}/stages/one/championship/"
    key = {"Idempotency-Key": "abc"}
    first, again = (world["organizer"].post(path, {}, 201, headers=key) for _ in range(2))
    assert first == again
    parts = world["anonymous"].get(f"/seasons/{season['id']}/championships/")["championships"]
    assert [part["championship"] for part in parts] == [first["id"]]


def test_who_is_level_for_the_last_place_leaves_the_final_undecided(world: World) -> None:
    season = founded(world, final={"direct": 0, "size": 3}, stages=[{"id": "one"}])
    played(world, season, "one")
    assert hold(world, season, "final", 409)["code"] == "final_undecided"


def test_a_document_can_be_changed_until_a_championship_is_drawn(world: World) -> None:
    season = founded(world)
    path = f"/seasons/{season['id']}/"
    changed = {**DOCUMENT, "points": {"by_place": [7]}}
    assert world["organizer"].patch(path, {"document": changed})["rules"]["by_place"] == [7]
    assert world["organizer"].patch(path, {"rules": {"by_place": [1]}}, 422)["code"] == "season_by_document"
    played(world, season, "one", 2)
    assert world["organizer"].patch(path, {"document": DOCUMENT}, 409)["code"] == "season_frozen"
    assert world["organizer"].patch(path, {"name": "Temporada 2032"})["name"] == "Temporada 2032"


def test_faults_of_a_document_are_named_by_their_path(world: World) -> None:
    document = {**DOCUMENT, "stages": [{"id": "one", "regulation": {"variant": "paulista", "tables": -1}}]}
    body = {"club": str(world.club.id), "name": "Temporada", "document": document}
    problem = world["organizer"].post("/seasons/", body, 422)
    assert problem["code"] == "invalid_regulation"
    assert [fault["field"] for fault in problem["faults"]] == ["stages.0.regulation.tables"]
    both = body | {"document": DOCUMENT, "rules": {"by_place": [1]}}
    assert world["organizer"].post("/seasons/", both, 422)["code"] == "season_by_document"
    assert world["organizer"].post("/seasons/", body | {"document": []}, 422)["code"] == "invalid"


def test_a_championship_that_was_founded_otherwise_can_be_that_of_a_stage(world: World) -> None:
    season = founded(world)
    cup = Cup(world, SINGLES)
    cup.do("open")
    path = f"/seasons/{season['id']}/championships/"
    parts = world["organizer"].post(path, {"championship": cup.id, "stage": "two"}, 201)["championships"]
    assert [(part["stage"], part["weight"]) for part in parts] == [("two", 2)]
    assert hold(world, season, "two", 409)["code"] == "season_stage_taken"


def test_a_final_needs_a_size_where_no_document_states_one(world: World) -> None:
    body = {"club": str(world.club.id), "name": "Livre", "rules": {"by_place": [1]}}
    season = world["organizer"].post("/seasons/", body, 201)
    world["anonymous"].get(f"/seasons/{season['id']}/finalists/", 422)
    assert world["anonymous"].get(f"/seasons/{season['id']}/finalists/", size=2)["through"] == []


@pytest.mark.parametrize("who", EVERYBODY)
def test_championships_of_a_season_are_founded_by_organizers(world: World, who: str) -> None:
    season = founded(world)
    hold(world, season, "one", allowed(who, "owner", "organizer", success=201), who)

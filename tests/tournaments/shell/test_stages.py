"""Stages over HTTP: tables with reasons, draws between stages, lots, re-entries, chosen corrections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.tournaments.shell.cups import SINGLES, Cup
from tests.tournaments.shell.world import EVERYBODY, World, allowed
from tournaments.checks import check_replay
from truco_api.eventstore.audit import Report
from truco_api.eventstore.projections import rebuild

GROUPS: dict[str, Any] = {
    "id": "groups",
    "name": "Fase de grupos",
    "format": "groups",
    "groups": 2,
    "draw": "serpentine",
    "seeding": "hand",
    "criteria": ["points", "wins", "tentos_difference", "seed"],
}
FINAL: dict[str, Any] = {
    "id": "final",
    "format": "single_elimination",
    "seeding": "qualified",
    "from": [{"stage": "groups", "per_group": 1}],
}
LEAGUE: dict[str, Any] = {"id": "league", "format": "round_robin", "criteria": ["points", "lots"]}
ROUND = SINGLES | {"stages": [LEAGUE]}


def grouped(world: World, **final: Any) -> Cup:
    """Two groups of three drawn by hand: E1, E4, E5 and E2, E3, E6; first against first in the final."""
    cup = Cup(world, SINGLES | {"stages": [GROUPS, FINAL | final]})
    cup.register(*(f"E{number}" for number in range(1, 7)))
    cup.do("close")
    cup.do("draw", {"order": [cup.entries[f"E{number}"] for number in range(1, 7)]})
    cup.do("start")
    return cup


def stage(cup: Cup, name: str, who: str = "anonymous", **query: Any) -> Any:
    """The tables of a stage as everybody sees them."""
    return cup.world[who].get(f"{cup.path}/stages/{name}/standings/", **query)


def ranks(table: Any) -> dict[str, int]:
    """The ranks of a table by name."""
    return {row["name"]: row["rank"] for row in table["rows"]}


def circle(world: World, criteria: Sequence[str] = ("points", "lots")) -> Cup:
    """Three in a league, each beating another: nothing separates them but what comes after the points."""
    cup = Cup(world, SINGLES | {"stages": [LEAGUE | {"criteria": list(criteria)}]}).started(3)
    while cup.advance():
        for match in cup.open_matches():
            names = [side["name"] for side in match["sides"]]
            home = names in (["E1", "E2"], ["E2", "E3"], ["E3", "E1"])
            cup.decide(match["id"], [[12, 7]] if home else [[7, 12]])
    return cup


def test_every_group_has_a_table_from_the_draw_on(world: World) -> None:
    cup = grouped(world)
    found = stage(cup, "groups")
    assert (found["name"], found["over"], found["tabled"]) == ("Fase de grupos", False, True)
    assert [criterion["code"] for criterion in found["criteria"]] == GROUPS["criteria"]
    assert [sorted(ranks(table)) for table in found["tables"]] == [["E1", "E4", "E5"], ["E2", "E3", "E6"]]
    waits = {"stage": "groups", "lots": [], "draw": False, "too_few": False}
    assert stage(cup, "final")["waits_for"] == waits
    assert stage(cup, "final")["tables"] == []


def test_a_table_follows_the_results_and_says_of_each_row_why_it_stands_there(world: World) -> None:
    cup = grouped(world).play(6)
    (first, _) = stage(cup, "groups", explain="true")["tables"]
    top = first["rows"][0]
    assert (top["rank"], top["played"], top["decided_by"]) == (1, 2, None)
    assert top["values"]["points"] == max(row["values"]["points"] for row in first["rows"])
    assert top["name"] in top["reasons"][0]["text"]
    assert all(row["reasons"] for row in first["rows"])
    (plain, _) = stage(cup, "groups")["tables"]
    assert plain["rows"][0]["reasons"] is None


def test_reasons_are_in_the_readers_language(world: World) -> None:
    cup = grouped(world).play(6)
    said = {}
    for language in ("pt-BR", "es", "en"):
        answer = world["anonymous"].client.get(
            f"/api/v1{cup.path}/stages/groups/standings/",
            {"explain": "true"},
            headers={"Accept-Language": language},
        )
        said[language] = answer.json()["tables"][0]["rows"][0]["reasons"][0]["text"]
    assert len(set(said.values())) == 3


def test_the_next_stage_is_drawn_by_itself_once_it_is_known_who_comes(world: World) -> None:
    cup = grouped(world).play(6)
    cup.advance()
    firsts = {table["rows"][0]["entry"] for table in stage(cup, "groups")["tables"]}
    final = stage(cup, "final")
    assert set(final["draw"]["order"]) == firsts
    cup.play()
    assert cup.boss.get(cup.path + "/")["phase"] == "finished"
    assert [place["place"] for place in stage(cup, "final")["places"]] == [1, 2]


def test_a_stage_that_starts_by_hand_waits_for_the_organizer(world: World) -> None:
    cup = grouped(world, starts="by_hand", seeding="hand")
    assert cup.do("stages/final/draw", expect=409)["code"] == "stage_not_ready"
    cup.play(6)
    cup.advance()
    assert stage(cup, "final")["waits_for"]["draw"] is True
    order = [table["rows"][0]["entry"] for table in stage(cup, "groups")["tables"]]
    answer = cup.do("stages/final/draw", {"order": order[::-1]})
    assert answer["draw"]["order"] == order[::-1]
    assert cup.do("stages/final/draw", {"order": order}, 409)["code"] == "stage_drawn"
    assert cup.do("stages/nowhere/draw", expect=404)["code"] == "unknown_stage"


def test_what_only_lots_can_settle_is_pending_until_they_are_drawn(world: World) -> None:
    cup = circle(world)
    (table,) = stage(cup, "league")["tables"]
    assert [sorted(entry["name"] for entry in block) for block in table["pending"]] == [["E1", "E2", "E3"]]
    assert set(ranks(table).values()) == {1}
    answer = cup.do("stages/league/lots")
    assert answer["tables"][0]["pending"] == []
    assert [row["entry"] for row in answer["tables"][0]["rows"]] == answer["lots"]
    version = answer["version"]
    assert cup.do("stages/league/lots")["version"] == version


def test_an_extra_leg_parts_those_who_are_level(world: World) -> None:
    cup = circle(world, ["points", "extra_leg", "lots"])
    body = {"home": cup.entries["E2"], "away": cup.entries["E1"], "score": [12, 9]}
    (table,) = cup.do("stages/league/extra-legs", body)["tables"]
    names = [row["name"] for row in table["rows"]]
    assert names.index("E2") < names.index("E1")
    other = circle(world)
    level = {"home": other.entries["E2"], "away": other.entries["E1"], "score": [12, 9]}
    assert other.do("stages/league/extra-legs", level, 409)["code"] == "not_level"


@pytest.mark.parametrize("who", EVERYBODY)
def test_extra_legs_are_reported_by_officials(world: World, who: str) -> None:
    cup = circle(world)
    body = {"home": cup.entries["E1"], "away": cup.entries["E2"], "score": [12, 9]}
    officials = ("owner", "organizer", "arbiter", "scorer")
    world[who].post(f"{cup.path}/stages/league/extra-legs/", body, allowed(who, *officials, success=409))


def test_the_audit_repeats_lots_and_later_draws(world: World) -> None:
    circle(world).do("stages/league/lots")
    grouped(world).play()
    report = Report()
    check_replay(report)
    assert report.findings == []


def test_stages_rebuilt_are_what_was_written_live(world: World) -> None:
    from tests.tournaments.shell.test_read_models import rows

    grouped(world).play()
    circle(world).do("stages/league/lots")
    live = rows()
    rebuild("championships")
    assert rows() == live


def test_who_lost_early_and_pays_plays_on(world: World) -> None:
    first = {"id": "first", "rounds": 1, "seeding": "hand"}
    second = {
        "id": "second",
        "starts": "by_hand",
        "seeding": "qualified",
        "from": [{"stage": "first", "winners": True}, {"stage": "first", "losers": [1], "paid": True}],
    }
    cup = Cup(world, SINGLES | {"stages": [first, second]})
    cup.register("E1", "E2", "E3", "E4")
    cup.do("close")
    cup.do("draw", {"order": list(cup.entries.values())})
    cup.do("start")
    cup.play()
    bought = cup.do("stages/second/reentries", {"entry": cup.entries["E4"]})
    assert bought["draw"] is None
    assert cup.do("stages/second/reentries", {"entry": cup.entries["E1"]}, 409)["code"] == "no_reentry"
    field = cup.do("stages/second/draw")["draw"]["order"]
    assert set(field) == {cup.entries[name] for name in ("E1", "E2", "E4")}


@pytest.mark.parametrize("who", EVERYBODY)
def test_only_organizers_draw_and_take_money(world: World, who: str) -> None:
    cup = circle(world)
    expect = allowed(who, "owner", "organizer")
    world[who].post(f"{cup.path}/stages/league/lots/", expect=expect)
    draw = world[who].post(
        f"{cup.path}/stages/league/draw/", expect=allowed(who, "owner", "organizer", success=409)
    )
    assert draw["code"] == "stage_drawn" or expect != 200
    body = {"entry": cup.entries["E1"]}
    world[who].post(
        f"{cup.path}/stages/league/reentries/", body, allowed(who, "owner", "organizer", success=409)
    )


def test_a_preview_says_what_a_correction_would_change_and_changes_nothing(world: World) -> None:
    cup = Cup(world, ROUND).started(3)
    cup.play(2)
    match = cup.boss.get(f"{cup.path}/results/")["matches"][0]
    before = cup.boss.get(cup.path + "/")["version"]
    body = {"legs": [[0, 12]], "reason": "Written down the wrong way round."}
    found = world["arbiter"].post(f"{cup.path}/matches/{match['id']}/correction/preview/", body)
    assert found["choose"] == []
    assert {moved["entry"] for moved in found["moved"]} == set(found["names"])
    assert cup.boss.get(cup.path + "/")["version"] == before == found["version"]
    world["arbiter"].post(f"{cup.path}/matches/{match['id']}/correction/", body)
    now = [row["entry"] for row in stage(cup, "league")["tables"][0]["rows"]]
    assert all(now[moved["after"] - 1] == moved["entry"] for moved in found["moved"])


def test_where_later_matches_were_played_an_arbiter_chooses_what_stands(world: World) -> None:
    cup = Cup(world).started(4).play(3)
    assert cup.boss.get(cup.path + "/")["phase"] == "finished"
    path = f"{cup.path}/matches/R1M1/correction/"
    body = {"legs": [[3, 12]], "reason": "The sheet was of another match."}
    assert world["arbiter"].post(path, body, 409)["code"] == "later_match_begun"
    assert world["arbiter"].post(path + "preview/", body)["choose"] == ["R2M1"]
    again = world["arbiter"].post(path + "preview/", body | {"replay": ["R2M1"]})
    assert again["choose"] == []
    assert again["reopened"] == ["R2M1"]
    assert again["podium"]["after"] is None
    world["arbiter"].post(path, body | {"replay": ["R2M1"]})
    final = cup.match("R2M1")
    assert final["status"] == "ready"
    assert final["sides"][0]["name"] == cup.match("R1M1")["sides"][1]["name"]


def test_a_result_is_annulled_and_what_stands_is_said(world: World) -> None:
    cup = Cup(world).started(4).play(3)
    path = f"{cup.path}/matches/R1M1/reopening/"
    body = {"reason": "An unknown player sat in.", "stand": ["R2M1"]}
    assert world["arbiter"].post(path + "preview/", body)["choose"] == []
    assert world["arbiter"].post(path, body | {"stand": ["R9M9"]}, 422)["code"] == "invalid_choice"
    world["arbiter"].post(path, body)
    assert cup.match("R2M1")["status"] == "decided"


@pytest.mark.parametrize("who", EVERYBODY)
def test_previews_are_for_those_who_may_correct(world: World, who: str) -> None:
    cup = Cup(world).started(4).play(1)
    body = {"legs": [[3, 12]], "reason": "why"}
    world[who].post(
        f"{cup.path}/matches/R1M1/correction/preview/", body, allowed(who, "owner", "organizer", "arbiter")
    )
    world[who].post(f"{cup.path}/matches/R1M1/reopening/preview/", {"reason": "why"}, allowed(who, "arbiter"))


def test_stages_are_listed_with_their_draws(world: World) -> None:
    cup = grouped(world)
    found = world["anonymous"].get(f"{cup.path}/stages/")["stages"]
    assert [(each["id"], each["format"], each["tabled"]) for each in found] == [
        ("groups", "groups", True),
        ("final", "single_elimination", False),
    ]
    assert len(found[0]["draw"]["order"]) == 6
    assert found[1]["draw"] is None


@pytest.mark.parametrize("who", EVERYBODY)
def test_a_stage_to_which_too_few_come_is_let_pass_by_organizers(world: World, who: str) -> None:
    first = {"id": "first", "format": "swiss", "rounds": 1, "criteria": ["points", "seed"]}
    source = {"stage": "first", "places": [1, 4]}
    second = {"id": "second", "format": "consolation", "direct": 2, "from": [source]}
    cup = Cup(world, SINGLES | {"stages": [first, second]}).started(4)
    cup.do(f"entries/{cup.entries['E4']}/withdraw")
    cup.play()
    assert stage(cup, "second")["waits_for"]["too_few"] is True
    body = {"reason": "E4 went home"}
    answer = world[who].post(f"{cup.path}/stages/second/skip/", body, allowed(who, "owner", "organizer"))
    if "places" in answer:
        assert [place["place"] for place in answer["places"]] == [1, 2, 3]
        assert cup.boss.get(cup.path + "/")["phase"] == "finished"

"""Everything can be taken away, as tables and as one document, and nothing that is not the reader's."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any

import pytest

from tests.tournaments.shell.cups import PAIRS, SINGLES, Cup
from tests.tournaments.shell.test_imports import send
from tests.tournaments.shell.world import API, World

TABLES = ("entries", "results", "standings", "schedule")


def exported(cup: Cup, name: str, who: str = "anonymous", **query: str) -> list[dict[str, str]]:
    """The rows of an export, by column."""
    response = cup.world[who].client.get(f"{API}{cup.path}/export/{name}.csv", query)
    assert (response.status_code, response["Content-Type"]) == (200, "text/csv")
    assert response["Content-Disposition"] == f'attachment; filename="{name}.csv"'
    text = response.content.decode("utf-8-sig")
    return list(csv.DictReader(StringIO(text), delimiter=";" if query else ","))


@pytest.fixture
def cup(world: World) -> Cup:
    """Three entries, one match decided."""
    cup = Cup(world).playing(3)
    cup.decide(cup.open_matches()[0]["id"], [[12, 5]])
    cup.advance()
    return cup


def test_entries_are_exported_with_their_players_and_fees_for_organizers_alone(cup: Cup) -> None:
    cup.boss.put(f"{cup.path}/entries/{cup.entries['E1']}/fee/", {"paid": True})
    rows = exported(cup, "entries", "organizer")
    assert [(row["name"], row["player 1"], row["paid"]) for row in rows] == [
        ("E1", "e1a", "yes"),
        ("E2", "e2a", "no"),
        ("E3", "e3a", "no"),
    ]
    assert {row["paid"] for row in exported(cup, "entries")} == {""}


def test_what_was_exported_can_be_imported_elsewhere(world: World) -> None:
    first, second = Cup(world, PAIRS), Cup(world, PAIRS)
    for cup in (first, second):
        cup.do("open")
    send(first, "name,player 1,player 2,club,rank\n=A,Ana,'+Bia,-C,7\nD,Eva,Iva,,\n")
    data = world["organizer"].client.get(f"{API}{first.path}/export/entries.csv").content
    assert b"'=A" in data
    send(second, data)
    mine, theirs = (world["organizer"].get(f"{cup.path}/entries/")["results"] for cup in (first, second))
    for key in ("name", "members", "club", "rank"):
        assert [entry[key] for entry in mine] == [entry[key] for entry in theirs]


def test_results_and_schedule_are_exported_in_order(cup: Cup) -> None:
    (result,) = exported(cup, "results")
    assert (result["tentos"], result["winner"], result["how"]) == ("12-5", result["home"], "played")
    (match,) = exported(cup, "schedule")
    assert (match["match"], match["status"], match["estimated"]) == ("R2M1", "called", "no")


def test_standings_are_exported_with_every_criterion(world: World) -> None:
    league = {"id": "liga", "format": "round_robin", "criteria": ["points", "tentos_difference", "lots"]}
    cup = Cup(world, SINGLES | {"stages": [league]}).started(3).play(3)
    rows = exported(cup, "standings")
    assert len(rows) == 3
    assert set(rows[0]) >= {"stage", "group", "rank", "entry", "points", "tentos_difference", "lots"}
    knockout = Cup(world).started(2).play()
    assert [row["rank"] for row in exported(knockout, "standings")] == ["1", "2"]


@pytest.mark.parametrize("name", TABLES)
def test_spreadsheets_of_the_south_get_semicolons(cup: Cup, name: str) -> None:
    assert exported(cup, name, separator="semicolon") is not None


def test_a_name_is_never_taken_for_a_formula(world: World) -> None:
    cup = Cup(world)
    cup.register("=HYPERLINK(0)", "E2")
    assert exported(cup, "entries")[0]["name"] == "'=HYPERLINK(0)"


def whole(cup: Cup, who: str = "anonymous", expect: int = 200) -> Any:
    """The championship as one document."""
    return cup.world[who].get(f"{cup.path}/export/championship.json", expect)


def test_the_whole_championship_is_one_document(cup: Cup) -> None:
    found = whole(cup)
    assert found["format"] == "truco-championship/1"
    assert found["championship"]["regulation"]["variant"] == "paulista"
    assert found["championship"]["regulation_sha256"]
    assert found["stages"][0]["draw"]["seed"]
    assert [entry["name"] for entry in found["entries"]] == ["E1", "E2", "E3"]
    assert [match["status"] for match in found["matches"]] == ["decided", "called"]
    versions = [event["version"] for event in found["events"]]
    assert versions == list(range(1, found["version"] + 1))
    assert found["events"][0]["type"] == "championship_created/1"


def test_the_document_keeps_what_the_public_is_not_told(cup: Cup) -> None:
    public = str(whole(cup))
    assert all(entry["paid"] is None for entry in whole(cup)["entries"])
    assert all(entry["paid"] is False for entry in whole(cup, "organizer")["entries"])
    assert str(cup.player("E1").user.id) not in public  # type: ignore[union-attr]  # somebody has an account


def test_a_draft_is_exported_for_the_staff_alone(world: World) -> None:
    draft = Cup(world)
    assert whole(draft, "scorer")["championship"]["phase"] == "created"
    whole(draft, expect=404)
    for name in TABLES:
        assert world["anonymous"].client.get(f"{API}{draft.path}/export/{name}.csv").status_code == 404

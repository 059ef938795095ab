"""`manage.py regulation`, `manage.py simulate` and `/api/v1/regulations/`: the same answers to everybody."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from rest_framework.test import APIClient

from tournaments.rules.presets import PRESETS, SEASONS, preset
from tournaments.rules.regulation_answer import answer
from tournaments.rules.schema import schema

BAD = {"variant": "paulista", "tables": -1, "stages": [{"best_of": 2}]}
SEED = "5eed" * 8


def run(name: str, *arguments: str) -> tuple[int, str]:
    """Exit code and output of a command."""
    out = io.StringIO()
    code: Any = 0
    try:
        call_command(name, *arguments, stdout=out, stderr=io.StringIO())
    except SystemExit as stop:
        code = stop.code
    return code, out.getvalue()


@pytest.fixture
def written(tmp_path: Path) -> Any:
    def write(document: Any) -> str:
        path = tmp_path / "regulation.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        return str(path)

    return write


def post(data: Any, **headers: str) -> Any:
    return APIClient().post("/api/v1/regulations/check/", data, format="json", headers=headers)


def test_a_regulation_without_faults_gets_its_hash(written: Any) -> None:
    code, out = run("regulation", written(preset("league")))
    found = json.loads(out)
    assert (code, found["valid"], found["faults"]) == (0, True, [])
    assert found["sha256"] == answer(preset("league"))["sha256"]


def test_the_whole_regulation_is_written_where_that_is_asked(written: Any) -> None:
    _, out = run("regulation", "--complete", written(preset("league")))
    assert json.loads(out) == answer(preset("league"))


def test_a_fault_makes_the_check_fail_and_is_named(written: Any) -> None:
    code, out = run("regulation", written(BAD))
    assert code == 1
    assert {fault["field"] for fault in json.loads(out)["faults"]} == {"tables", "stages.0.best_of"}


def test_what_is_no_json_is_told_from_a_regulation_with_faults(tmp_path: Path) -> None:
    path = tmp_path / "torn.json"
    path.write_text("{", encoding="utf-8")
    assert run("regulation", str(path))[0] == 2


def test_the_schema_is_printed() -> None:
    assert json.loads(run("regulation", "--schema")[1]) == schema()


def test_a_simulation_is_told_in_words_and_as_json(written: Any) -> None:
    arguments = ("--entries", "16", "--tables", "4", "--trials", "2", "--seed", SEED)
    code, words = run("simulate", "groups_knockout", *arguments)
    assert code == 0
    assert "matches             32 to 32" in words
    assert "before the final    5 matches on the shortest way, 5 on the longest" in words
    code, told = run("simulate", written(preset("groups_knockout")), *arguments, "--json")
    assert json.loads(told)["matches"]["most"] == 32


def test_a_simulation_of_teams_says_that_a_place_is_several_tables() -> None:
    arguments = ("--entries", "14", "--tables", "2", "--trials", "1")
    assert "14 entries, 2 places of 4 tables, 1 trials" in run("simulate", "club_teams", *arguments)[1]
    assert json.loads(run("simulate", "club_teams", *arguments, "--json")[1])["boards"] == 4
    assert "16 entries, 2 tables," in run("simulate", "knockout", "--entries", "16", *arguments[2:])[1]


def test_a_simulation_that_finds_a_problem_fails() -> None:
    code, words = run("simulate", "trios", "--entries", "20", "--trials", "1")
    assert code == 1
    assert "PROBLEM             stages.2.from.0: takes 24 entries, and there are 20" in words


@pytest.mark.parametrize(
    ("name", "entries"), [("no_such_file.json", "8"), ("knockout", "0")], ids=["no file", "no entries"]
)
def test_a_simulation_of_nothing_is_refused(name: str, entries: str) -> None:
    with pytest.raises(CommandError):
        call_command("simulate", name, "--entries", entries)


def test_a_simulation_names_the_faults_of_a_regulation(written: Any) -> None:
    with pytest.raises(CommandError, match=r"stages\.0\.best_of"):
        call_command("simulate", written(BAD), "--entries", "8")


@pytest.mark.django_db
def test_the_api_gives_the_answer_of_the_command() -> None:
    found = post(preset("best_fifths"))
    assert found.status_code == 200
    assert found.json() == json.loads(json.dumps(answer(preset("best_fifths"))))
    bad = post(BAD).json()
    assert [fault["field"] for fault in bad["faults"]] == ["tables", "stages.0.best_of"]
    assert post([]).json()["faults"] == [{"field": "regulation", "detail": "must be an object"}]


@pytest.mark.django_db
def test_schema_and_presets_are_there_for_everybody() -> None:
    assert APIClient().get("/api/v1/regulations/schema/").json() == schema()
    found = APIClient().get("/api/v1/regulations/presets/").json()
    assert [each["name"] for each in found] == [*PRESETS, *SEASONS]
    assert found[0]["regulation"] == preset("knockout")

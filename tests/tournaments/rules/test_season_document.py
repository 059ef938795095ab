"""A season as a document: checked by path, completed, hashed, published as a schema, tried out."""

import copy
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.tournaments.rules.test_regulation_schema import ODD, changed, places
from tournaments.rules.errors import InvalidRegulation
from tournaments.rules.presets import SEASONS, preset
from tournaments.rules.regulation_answer import answer
from tournaments.rules.season_document import complete_season, part_of, regulation_of, season_schema

SCHEMA = season_schema()
VALIDATOR = Draft202012Validator(SCHEMA)
SMALL: dict[str, Any] = {
    "format": "truco-season/1",
    "points": {"by_place": [10, 6, 4, 2]},
    "regulation": {"variant": "paulista"},
    "stages": [{"id": "one"}, {"id": "two", "weight": 2, "regulation": {"variant": "mineiro"}}],
    "final": {"direct": 1, "size": 4},
}


def faults(**change: Any) -> list[str]:
    """The paths of what is wrong with the small season once it is changed so."""
    return [fault["field"] for fault in answer({**SMALL, **change})["faults"]]


def takes(document: Any) -> bool:
    try:
        complete_season(document)
    except InvalidRegulation:
        return False
    return True


def test_a_season_is_checked_by_the_same_answer_as_a_regulation() -> None:
    found = answer(SMALL)
    assert found["valid"] is True
    assert len(found["sha256"]) == 64
    whole = found["regulation"]
    assert whole["stages"][0] == {"id": "one", "name": "", "weight": 1, "regulation": None}
    assert whole["points"] == {"by_place": [10, 6, 4, 2], "taking_part": 0, "share": False}
    assert regulation_of(whole, "one")["options"]["target"] == 12
    assert regulation_of(whole, "two")["variant"] == "mineiro"
    assert regulation_of(whole, "final") == regulation_of(whole, "one")
    assert part_of(whole, "two")["weight"] == 2
    assert answer(whole)["sha256"] == found["sha256"]


@pytest.mark.parametrize(
    ("change", "paths"),
    [
        ({"points": {}}, ["points.by_place"]),
        ({"points": {"by_place": [-1]}}, ["points.by_place.0"]),
        ({"colour": "green"}, ["colour"]),
        ({"criteria": ["goals"]}, ["criteria.0"]),
        ({"best_results": 3}, ["best_results"]),
        ({"stages": [{"id": "one"}, {"id": "one"}]}, ["stages.1.id"]),
        ({"stages": [{"id": "final"}]}, ["stages.0.id"]),
        ({"regulation": None}, ["stages.0.regulation", "final.regulation"]),
        ({"regulation": {"variant": "chess"}}, ["regulation.variant"]),
        (
            {"stages": [{"id": "one", "regulation": {"variant": "paulista", "stages": [{"best_of": 2}]}}]},
            ["stages.0.regulation.stages.0.best_of"],
        ),
        ({"final": {"size": 4, "direct": 3}}, ["final.size"]),
        ({"final": {"size": 4, "regulation": {"variant": "paulista", "max_entries": 2}}}, ["final.size"]),
        (
            {"final": {"size": 4, "regulation": {"variant": "paulista", "entry_kind": "trio"}}},
            ["stages.0.regulation.entry_kind", "stages.1.regulation.entry_kind"],
        ),
    ],
)
def test_every_fault_is_named_by_its_path(change: dict[str, Any], paths: list[str]) -> None:
    assert faults(**change) == paths


def test_the_published_schema_is_the_one_of_the_checker() -> None:
    published = Path(__file__).parents[3] / "docs" / "season.schema.json"
    assert json.loads(published.read_text(encoding="utf-8")) == SCHEMA
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", SEASONS)
def test_a_preset_of_a_season_is_valid_by_both(name: str) -> None:
    document = dict(preset(name))
    VALIDATOR.validate(document)
    whole = complete_season(document)
    VALIDATOR.validate(whole)
    assert complete_season(whole) == whole


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_what_the_checker_takes_is_valid_by_the_schema(data: st.DataObject) -> None:
    document = copy.deepcopy(SMALL)
    path = data.draw(st.sampled_from(places(document)))
    odd = changed(document, path, data.draw(st.sampled_from(ODD)))
    if takes(odd):
        assert VALIDATOR.is_valid(odd), path
    if not VALIDATOR.is_valid(odd):
        assert not takes(odd), path


def test_a_regulation_within_is_judged_by_the_schema_of_regulations() -> None:
    wrong = changed(copy.deepcopy(SMALL), ("regulation", "tables"), -1)
    assert not VALIDATOR.is_valid(wrong)
    assert not takes(wrong)


def test_the_command_checks_a_season_and_prints_its_schema(tmp_path: Path) -> None:
    out = StringIO()
    (tmp_path / "season.json").write_text(json.dumps(SMALL), encoding="utf-8")
    call_command("regulation", str(tmp_path / "season.json"), stdout=out)
    assert json.loads(out.getvalue())["sha256"] == answer(SMALL)["sha256"]
    out = StringIO()
    call_command("regulation", "--schema", "season", stdout=out)
    assert json.loads(out.getvalue()) == SCHEMA


def test_a_simulation_of_a_season_tells_every_stage_and_its_final(tmp_path: Path) -> None:
    out = StringIO()
    call_command(
        "simulate", "six_stages", "--entries", "12", "--seed", "5eed" * 8, "--trials", "1", stdout=out
    )
    text = out.getvalue()
    assert text.count("== ") == 7
    assert "12 entries" in text
    assert "8 entries" in text.split("== final")[1]
    out = StringIO()
    call_command("simulate", "six_stages", "--entries", "12", "--trials", "1", "--json", stdout=out)
    told = json.loads(out.getvalue())
    stages = [stage["id"] for stage in complete_season(preset("six_stages"))["stages"]]
    assert [each["stage"] for each in told] == [*stages, "final"]
    (tmp_path / "bad.json").write_text(json.dumps({**SMALL, "best_results": 9}), encoding="utf-8")
    with pytest.raises(CommandError, match="best_results"):
        call_command("simulate", str(tmp_path / "bad.json"), "--entries", "12")

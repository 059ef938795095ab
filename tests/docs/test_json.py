"""Every JSON in the documentation is what it says it is."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from games.rules.record import read_record
from tests.docs.blocks import ROOT, Block, all_blocks

Check = Callable[[Any], object]


def parsed(text: str) -> Any:
    """The value; a part of an object may stand for itself."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return json.loads(f"{{{text}}}")


def as_described(component: str) -> Check:
    """Checks against a component of the description."""

    def check(value: Any) -> None:
        described = Client().get("/api/schema/", headers={"Accept": "application/json"}).json()
        schema = {"$ref": f"#/components/schemas/{component}", "components": described["components"]}
        Draft202012Validator(schema, registry=Registry()).validate(value)

    return check


def is_a_regulation(value: Any) -> None:
    """Checks a regulation, or a part of one upon a plain one, as the API checks it."""
    plain = {
        "format": "truco-regulation/1",
        "variant": "paulista",
        "entry_kind": "pair",
        "stages": [{"id": "main", "format": "single_elimination"}],
    }
    answer = Client().post("/api/v1/regulations/check/", plain | value, "application/json")
    assert answer.status_code == 200, answer.content
    assert answer.json().get("faults", []) == []


def is_a_season(value: Any) -> None:
    """Checks against the published schema of seasons."""
    schema = json.loads((ROOT / "docs" / "season.schema.json").read_text())
    others = {
        path.name: Resource.from_contents(json.loads(path.read_text()))
        for path in (ROOT / "docs").glob("*.schema.json")
    }
    Draft202012Validator(schema, registry=Registry().with_resources(others.items())).validate(value)


def checks(value: Any) -> list[Check]:
    """How to check a value, by what it has."""
    if not isinstance(value, dict):
        return []
    found: list[Check] = []
    if value.get("format") == "truco-hand/1":
        found.append(read_record)
    elif value.get("format") == "truco-season/1":
        found.append(is_a_season)
    elif {"stages", "disputes", "conduct"} & value.keys() and "status" not in value:
        found.append(is_a_regulation)
    elif str(value.get("type", "")).startswith("/problems/"):
        found.append(as_described("StaleVersionProblem" if value["status"] == 412 else "Problem"))
    return found


@pytest.mark.parametrize("block", all_blocks("json"), ids=lambda block: block.where)
def test_every_json_is_what_it_says_it_is(block: Block) -> None:
    value = parsed(block.text)
    for check in checks(value):
        check(value)


@pytest.mark.parametrize(
    "wrong",
    [
        {"format": "truco-hand/1", "variant": "chess"},
        {"variant": "paulista", "stages": [{"id": "main", "format": "lottery"}]},
        {"disputes": {"protest_minutes": "soon"}},
        {"type": "/problems/stale_version", "status": 412, "code": "stale_version"},
    ],
    ids=str,
)
def test_a_json_that_is_wrong_is_noticed(wrong: Any) -> None:
    [check] = checks(wrong)
    with pytest.raises(Exception, match=r"."):
        check(wrong)

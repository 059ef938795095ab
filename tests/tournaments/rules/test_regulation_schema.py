"""The published schema and the checker agree: what one of them takes for a shape, the other does too."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.tournaments.rules.test_regulation import FULL
from tournaments.rules.errors import InvalidRegulation
from tournaments.rules.format_fields import OWN, TABLED
from tournaments.rules.formats import FORMATS
from tournaments.rules.presets import PRESETS, preset
from tournaments.rules.regulation_check import complete
from tournaments.rules.schema import schema

SCHEMA = schema()
VALIDATOR = Draft202012Validator(SCHEMA)
DOCUMENTS: list[dict[str, Any]] = [FULL, *(dict(preset(name)) for name in PRESETS)]
ODD: list[Any] = [None, True, 0, -1, 3, 10**12, "", "draw", "x" * 300, [], [1], {}, {"default": 1}, {"a": 1}]


def takes(document: Any) -> bool:
    """Whether the checker has nothing to say against it."""
    try:
        complete(document)
    except InvalidRegulation:
        return False
    return True


def test_the_published_schema_is_the_one_of_the_checker() -> None:
    published = Path(__file__).parents[3] / "docs" / "regulation.schema.json"
    assert json.loads(published.read_text(encoding="utf-8")) == SCHEMA
    Draft202012Validator.check_schema(SCHEMA)


def test_every_format_has_its_keys_in_the_schema() -> None:
    assert OWN.keys() == FORMATS.keys()
    assert FORMATS.keys() > TABLED


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_played_by_and_is_valid_by_the_schema(name: str) -> None:
    VALIDATOR.validate(preset(name))
    whole = complete(preset(name))
    VALIDATOR.validate(whole)
    assert complete(whole) == whole


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to everything in a document."""
    found = [path] if path else []
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        found += places(item, (*path, key))
    return found


def changed(document: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    found = copy.deepcopy(document)
    at: Any = found
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return found


@given(st.data())
@settings(max_examples=600, deadline=None)
def test_what_the_checker_takes_is_valid_by_the_schema(data: st.DataObject) -> None:
    document = data.draw(st.sampled_from(DOCUMENTS))
    document = complete(document) if data.draw(st.booleans()) else document
    path = data.draw(st.sampled_from(places(document)))
    odd = changed(document, path, data.draw(st.sampled_from(ODD)))
    if takes(odd):
        assert VALIDATOR.is_valid(odd), path
    if not VALIDATOR.is_valid(odd):
        assert not takes(odd), path


@pytest.mark.parametrize("form", OWN)
def test_a_key_of_a_format_is_judged_alike(form: str) -> None:
    """Each key of each format with each odd value: the schema refuses nothing that the format takes."""
    needed = {"groups": {"groups": 2}, "swiss": {"rounds": 3}}.get(form, {})
    for key in OWN[form]:
        for value in ODD:
            document = {"variant": "paulista", "stages": [{"format": form, **needed, key: value}]}
            if takes(document):
                assert VALIDATOR.is_valid(document), (key, value)


@pytest.mark.parametrize("form", OWN)
def test_a_key_that_no_format_knows_is_refused_by_both(form: str) -> None:
    needed = {"groups": {"groups": 2}, "swiss": {"rounds": 3}}.get(form, {})
    document = {"variant": "paulista", "stages": [{"format": form, **needed, "colour": "green"}]}
    assert not takes(document)
    assert not VALIDATOR.is_valid(document)


@pytest.mark.parametrize(
    "change",
    [
        {"tables": -1},
        {"entry_kind": "crowd"},
        {"stages": []},
        {"stages": [{"best_of": 2}]},
        {"stages": [{"format": "groups"}]},
        {"stages": [{"match": {"first_to": 0}}]},
        {"conduct": {"penalties": [{"offence": "late"}]}},
        {"roster": {"locks_at": "soon"}},
    ],
)
def test_a_shape_that_is_wrong_is_refused_by_both(change: dict[str, Any]) -> None:
    document = {"variant": "paulista", **change}
    assert not takes(document)
    assert not VALIDATOR.is_valid(document)

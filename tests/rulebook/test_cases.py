"""The cases of the rulebook: hands whose worth is known, judged and compared with what is stated of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.rules.errors import UnreadableRecord
from games.rules.record import read_record, verdict


def _cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (Path(__file__).parent / "hands" / name).read_text().splitlines()]


CASES = [*_cases("rules.jsonl"), *_cases("random.jsonl")]
READABLE = [case for case in CASES if case["verdict"] != "unreadable"]
UNREADABLE = [case for case in CASES if case["verdict"] == "unreadable"]


def _name(case: dict[str, Any]) -> str:
    return f"{case['record'].get('id')}: {case['rule']}"


def holds(stated: Any, found: Any) -> bool:
    """Whether all that is stated is found; objects may hold more."""
    if isinstance(stated, dict):
        return isinstance(found, dict) and all(
            key in found and holds(each, found[key]) for key, each in stated.items()
        )
    if isinstance(stated, list):
        return isinstance(found, list) and len(stated) == len(found) and all(map(holds, stated, found))
    return type(stated) is type(found) and bool(stated == found)


@pytest.mark.parametrize("case", READABLE, ids=map(_name, READABLE))
def test_the_hand_is_worth_what_the_rulebook_says(case: dict[str, Any]) -> None:
    found = verdict(read_record(case["record"]))
    assert holds(case["verdict"], found), (case["verdict"], found)


@pytest.mark.parametrize("case", UNREADABLE, ids=map(_name, UNREADABLE))
def test_what_could_not_have_been_dealt_is_unreadable(case: dict[str, Any]) -> None:
    with pytest.raises(UnreadableRecord):
        read_record(case["record"])


def test_the_files_hold_all_their_cases() -> None:
    assert (len(READABLE), len(UNREADABLE)) == (322, 7)

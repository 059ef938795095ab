"""The cases of the rulebook: whatever a case states of a table must be so."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.standings.records import table

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "rulebook" / "standings.jsonl").read_text().splitlines()
]


def _holds(stated: Any, found: Any) -> bool:
    """Whether all that is stated is found; objects may hold more."""
    if isinstance(stated, dict):
        return all(key in found and _holds(each, found[key]) for key, each in stated.items())
    if isinstance(stated, list):
        return len(stated) == len(found) and all(map(_holds, stated, found))
    return bool(stated == found)


@pytest.mark.parametrize("case", CASES, ids=[case["rule"] for case in CASES])
def test_the_case_comes_out_as_the_rulebook_says(case: dict[str, Any]) -> None:
    assert _holds(case["standings"], table(case["record"]))


def test_dense_ranks_run_on_after_shared_ones() -> None:
    """Case F of the regulations: an extra leg places three of five and leaves two level."""
    names = [f"D{number:02}" for number in range(1, 15)]
    points = [12, 11, 11, 11, 11, 11, 9, 9, 7, 7, 7, 7, 7, 4]
    extra = [0, 3, 2, 1, 0, 0, *[0] * 8]
    data = {
        "format": "truco-standings/1",
        "entries": names,
        "criteria": ["points", "extra_leg"],
        "ranks": "dense",
        "totals": {
            name: {"points": number, "extra_leg": legs}
            for name, number, legs in zip(names, points, extra, strict=True)
        },
    }
    ranks = [row["rank"] for row in table(data)["rows"]]
    assert ranks == [1, 2, 3, 4, 5, 5, 6, 6, 7, 7, 7, 7, 7, 8]

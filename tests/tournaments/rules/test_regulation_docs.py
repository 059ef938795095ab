"""Every regulation printed in the documentation can be played by."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.rules.play import SEED
from tournaments.rules.formats import FORMATS
from tournaments.rules.presets import PRESETS, SEASONS
from tournaments.rules.regulation_check import complete
from tournaments.rules.season_document import complete_season, is_season, regulation_of
from tournaments.rules.simulation import simulate

TEXT = (Path(__file__).parents[3] / "docs" / "regulations.md").read_text(encoding="utf-8")
PRINTED: list[dict[str, Any]] = [
    json.loads(found) for found in re.findall(r"```json\n(.*?)```", TEXT, flags=re.DOTALL)
]
EXAMPLES = [found for found in PRINTED if not is_season(found)]


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_is_a_regulation(number: int) -> None:
    example = {"variant": "paulista", **EXAMPLES[number]}
    complete(example)
    found = simulate(example, entries=16, tables=0, seed=SEED, trials=1)
    assert (found.finished, found.trials) == (1, 1)


def test_the_season_that_is_printed_is_one() -> None:
    (season,) = [found for found in PRINTED if is_season(found)]
    whole = complete_season(season)
    assert len(whole["stages"]) == 6
    for stage in ("one", "final"):
        found = simulate(regulation_of(whole, stage), entries=8, tables=0, seed=SEED, trials=1)
        assert (found.finished, found.problems) == (1, ())


def test_every_format_and_every_preset_is_described() -> None:
    shown = {
        stage.get("format", "single_elimination")
        for example in EXAMPLES
        for stage in example.get("stages", [])
    }
    assert shown == FORMATS.keys()
    assert all(f"`{name}`" in TEXT for name in PRESETS | SEASONS)

"""Every regulation printed in the documentation can be played by."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.rules.play import SEED
from tournaments.rules.formats import FORMATS
from tournaments.rules.presets import PRESETS
from tournaments.rules.regulation_check import complete
from tournaments.rules.simulation import simulate

TEXT = (Path(__file__).parents[3] / "docs" / "regulations.md").read_text(encoding="utf-8")
EXAMPLES: list[dict[str, Any]] = [
    json.loads(found) for found in re.findall(r"```json\n(.*?)```", TEXT, flags=re.DOTALL)
]


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_is_a_regulation(number: int) -> None:
    example = {"variant": "paulista", **EXAMPLES[number]}
    complete(example)
    found = simulate(example, entries=16, tables=0, seed=SEED, trials=1)
    assert (found.finished, found.trials) == (1, 1)


def test_every_format_and_every_preset_is_described() -> None:
    shown = {
        stage.get("format", "single_elimination")
        for example in EXAMPLES
        for stage in example.get("stages", [])
    }
    assert shown == FORMATS.keys()
    assert all(f"`{name}`" in TEXT for name in PRESETS)

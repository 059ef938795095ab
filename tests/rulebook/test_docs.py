"""The documents say what is so: their examples are judged, and their lists are complete."""

import json
import re
from pathlib import Path

from games.rules import errors
from games.rules.moves import TYPES
from games.rules.option_list import OPTIONS
from games.rules.record import read_record, verdict
from games.rules.variants import VARIANTS
from truco_api.errors import IllegalMove

DOCS = Path(__file__).parents[2] / "docs"


def _read(name: str) -> str:
    return (DOCS / name).read_text()


def test_the_example_of_the_hand_record_has_the_verdict_that_is_printed() -> None:
    record, judged = map(json.loads, re.findall(r"```json\n(.*?)```", _read("hand-record.md"), re.DOTALL))
    assert verdict(read_record(record)) == judged


def test_every_action_is_described() -> None:
    assert set(TYPES) <= set(re.findall(r"`(\w+)`", _read("hand-record.md")))


def test_every_option_and_every_reason_of_a_refusal_is_described() -> None:
    words = set(re.findall(r"`(\w+)`", _read("rules.md")))
    codes = {
        error.code
        for error in vars(errors).values()
        if isinstance(error, type) and issubclass(error, IllegalMove) and error is not IllegalMove
    }
    assert set(OPTIONS) <= words
    assert codes <= words


def test_every_variant_is_described() -> None:
    text = _read("variants.md").lower().replace("é", "e").replace("ã", "a")
    assert {variant for variant in VARIANTS if variant not in text} == set()


def test_the_documents_lead_to_each_other() -> None:
    for name in ("rules.md", "variants.md", "hand-record.md"):
        for target in re.findall(r"\]\(([\w-]+\.md)", _read(name)):
            assert (DOCS / target).exists(), target

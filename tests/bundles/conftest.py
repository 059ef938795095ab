"""What the tests of bundles share: the checker as a module, and bundles of real games."""

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.test import Client

from tests.checkpoints.conftest import _own_keys, collected  # noqa: F401 - a fixture
from tests.games.conftest import (  # noqa: F401 - fixtures
    Seating,
    _nothing_remembered,
    ana,
    bia,
    chance,
    seated,
    stack,
)
from tests.tournaments.shell.conftest import world  # noqa: F401 - a fixture
from tests.tournaments.shell.cups import ONLINE, Cup
from tests.tournaments.shell.test_online import deliver, finish, game_of
from tests.tournaments.shell.world import World
from truco_api.eventstore.chain import canonical

Bundle = dict[str, Any]
PROGRAM = Path(__file__).parents[2] / "truco_api" / "static" / "check_truco.py"


def _load() -> ModuleType:
    spec = spec_from_file_location("check_truco", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CHECKER: Any = _load()


def fetched(path: str, client: Any = None) -> bytes:
    """The bytes of a bundle."""
    response: Any = (client or Client()).get(f"/api/v1/{path}audit/")
    assert response.status_code == 200, response.content
    return b"".join(response.streaming_content)


def bundle_of(path: str, client: Any = None) -> Bundle:
    """A bundle, as JSON."""
    found: Bundle = json.loads(fetched(path, client))
    return found


def findings(bundle: Any) -> list[str]:
    """What the checker finds wrong with a bundle (rewritten canonically, as a forger would)."""
    return findings_in(canonical(bundle).encode())


def findings_in(raw: bytes) -> list[str]:
    """What the checker finds wrong with a file."""
    try:
        return list(CHECKER.check_bundle(CHECKER.read(raw)).wrong)
    except CHECKER.Broken as error:
        return [str(error)]


def words(bundle: Bundle) -> tuple[set[str], set[str]]:
    """What was checked, and what could not be."""
    report = CHECKER.check_bundle(CHECKER.read(canonical(bundle).encode()))
    assert report.wrong == []
    return {line[0] for line in report.ok}, {line[0] for line in report.cannot}


@pytest.fixture
def cup(world: World) -> Cup:  # noqa: F811 - the fixture
    """A championship that has ended, with one match of one game."""
    cup = Cup(world, ONLINE).playing(2)
    finish(game_of(cup, "R1M1"), winner=0)
    deliver()
    cup.do_put(f"entries/{cup.entries['E1']}/fee", {"paid": True})
    collected()
    return cup

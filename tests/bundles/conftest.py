"""What the tests of bundles share: the checker as a module, and bundles of real games."""

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

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
    response = (client or Client()).get(f"/api/v1/{path}audit/")
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

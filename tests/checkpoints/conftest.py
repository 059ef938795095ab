"""What the tests of checkpoints share."""

from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests.eventstore.conftest import _nobody_else_listens, append  # noqa: F401 - a fixture
from tests.games.conftest import _nothing_remembered, ana, seated  # noqa: F401 - fixtures
from truco_api.checkpoints.collecting import collect
from truco_api.checkpoints.statements import Checkpoint
from truco_api.eventstore import audit
from truco_api.eventstore.feed import relay_once

STREAM, OTHER = (
    "game-11111111-1111-4111-8111-111111111111",
    "championship-22222222-2222-4222-8222-222222222222",
)


@pytest.fixture(autouse=True)
def _own_keys(tmp_path: Path, settings: Any) -> None:
    """Keys of this test's own."""
    settings.TRUCO_CHECKPOINT_KEYS = ""
    settings.TRUCO_CHECKPOINT_KEYS_FILE = tmp_path / "data" / "checkpoint-keys"


@pytest.fixture(autouse=True)
def _the_stores_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {"chains", "feed", "sealed"}
    monkeypatch.setattr(audit, "CHECKS", {name: audit.CHECKS[name] for name in names})


def collected() -> Checkpoint:
    """A checkpoint of all that has happened."""
    while relay_once():
        pass
    made = collect()
    assert made is not None
    return made


@pytest.fixture
def three(db: None) -> list[Checkpoint]:
    """Two streams that grow, and three checkpoints of them."""
    append("4P", "5P", stream=STREAM)
    append("4P", stream=OTHER)
    first = collected()
    append("6P", stream=STREAM)
    second = collected()
    append("5P", "6P", stream=OTHER)
    return [first, second, collected()]


def as_superuser(*statements: str) -> None:
    """What only a superuser can do: change rows with all triggers switched off."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        for sql in statements:
            cursor.execute(sql)
        cursor.execute("SET session_replication_role = origin")

"""The world most tests here play in."""

from typing import Any
from uuid import UUID

import pytest

from tests.eventstore.racing import Meeting
from tests.tournaments.shell.world import World
from tournaments import states
from tournaments.states import KEPT


@pytest.fixture
def world(db: None) -> World:
    """A club with somebody in every role."""
    KEPT.forget()
    return World()


@pytest.fixture
def meeting(monkeypatch: pytest.MonkeyPatch) -> Meeting:
    """Both have loaded the championship before either of them decides, unless the lock keeps one out."""
    met, at_version = Meeting(), states.at_version

    def slowly(championship_id: UUID, version: int) -> Any:
        state = at_version(championship_id, version)
        met.wait()
        return state

    monkeypatch.setattr(states, "at_version", slowly)
    return met

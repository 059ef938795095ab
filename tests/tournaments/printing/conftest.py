"""The world most tests here play in."""

import pytest

from tests.tournaments.shell.world import World
from tournaments.states import KEPT


@pytest.fixture
def world(db: None) -> World:
    """A club with somebody in every role."""
    KEPT.forget()
    return World()

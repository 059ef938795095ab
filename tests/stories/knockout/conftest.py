"""Celery's tasks, run on the spot, and a clock that can be moved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from games import states as game_states
from games.states import milliseconds
from tests.stories.knockout.people import Club
from tournaments import states, tasks
from tournaments.services import unit
from truco_api.eventstore.tasks import deliver, relay


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No state of another test, and tasks that run where they are sent."""
    for task in (tasks.advance, deliver):
        monkeypatch.setattr(task, "delay", task.run)
    states.KEPT.forget()
    game_states.forget()
    yield
    states.KEPT.forget()
    game_states.forget()


@pytest.fixture
def beat() -> Callable[[], None]:
    """What beat sends every second, until nothing moves any more."""

    def tick() -> None:
        for _ in range(3):
            relay()
            deliver()
            tasks.sweep()

    return tick


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let so many minutes pass."""

    def pass_by(minutes: int) -> None:
        delta = timedelta(minutes=minutes)
        real: Callable[[], datetime] = timezone.now
        monkeypatch.setattr(unit, "clock_ms", lambda now: milliseconds(now + delta))
        monkeypatch.setattr(tasks, "timezone", SimpleNamespace(now=lambda: real() + delta))

    return pass_by


@pytest.fixture
def club(db: None) -> Club:
    """A club with its officials."""
    return Club()

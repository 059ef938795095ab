"""A championship goes on as soon as something has happened; the sweep is for what the clock alone brings."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.shell.cups import Cup
from tests.tournaments.shell.world import World
from tournaments import tasks
from tournaments.models import ChampionshipRow
from truco_api import celery

ADVANCE = "tournaments.tasks.advance"


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The bells that were rung, each as the name of a task and what it was told."""
    told: list[tuple[Any, ...]] = []
    monkeypatch.setattr(celery, "_silent_until", 0.0)
    monkeypatch.setattr(
        celery.app, "send_task", lambda name, args, _kwargs, **_options: told.append((name, *args))
    )
    return told


def version(cup: Cup) -> int:
    return ChampionshipRow.objects.get(id=cup.id).version


def test_a_start_rings_for_the_first_round(
    world: World, rung: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    cup = Cup(world)
    cup.register("E1", "E2", "E3")
    for verb in ("close", "draw"):
        cup.do(verb)
    with django_capture_on_commit_callbacks(execute=True):
        cup.do("start")
    assert rung == [(ADVANCE, cup.id, version(cup))]


def test_a_result_rings_for_the_match_that_can_be_called_now(
    world: World, rung: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    cup = Cup(world).playing(4)
    cup.decide("R1M1", [[12, 3]])
    cup.hand_in("R1M2", [[12, 3]])
    with django_capture_on_commit_callbacks(execute=True):
        world["scorer"].post(f"{cup.path}/matches/R1M2/confirm/")
    name, championship, seen = rung[-1]
    assert (name, championship, seen) == (ADVANCE, cup.id, version(cup))
    assert tasks.advance(championship, seen) > 0
    assert cup.match("R2M1")["status"] == "called"


def test_where_nothing_is_due_nobody_is_woken(
    world: World, rung: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    cup = Cup(world)
    with django_capture_on_commit_callbacks(execute=True):
        cup.do("open")
    cup.playing(2)
    with django_capture_on_commit_callbacks(execute=True):
        cup.hand_in("R1M1", [[12, 3]])
    assert rung == []


def test_a_bell_that_comes_late_or_twice_does_nothing(world: World) -> None:
    cup = Cup(world).started(2)
    seen = version(cup)
    assert tasks.advance(cup.id, seen) > 0
    assert tasks.advance(cup.id, seen) == 0

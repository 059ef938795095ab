"""What moves by itself: rounds, calls, tables, walkovers; found by the sweep, done once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from games.states import milliseconds
from tests.tournaments.shell.cups import SINGLES, Cup
from tests.tournaments.shell.world import World
from tournaments import tasks
from tournaments.models import Wake
from tournaments.services import legs, unit


@pytest.fixture
def shift(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Set the clock by which championships are judged, and sweep as if it were that late."""

    def by(minutes: int) -> None:
        delta = timedelta(minutes=minutes)
        monkeypatch.setattr(unit, "clock_ms", lambda now: milliseconds(now + delta))

    return by


def wake_of(cup: Cup) -> Wake:
    """The row by which the sweep finds the championship."""
    return Wake.objects.get(championship=cup.id)


def test_a_started_championship_is_due_at_once_and_then_at_its_next_deadline(world: World) -> None:
    cup = Cup(world).started(2)
    due = wake_of(cup).due_at
    assert due is not None
    assert due <= timezone.now()
    cup.advance()
    due = wake_of(cup).due_at
    assert due is not None
    assert timedelta(minutes=14) < due - timezone.now() <= timedelta(minutes=15)


def test_before_the_start_and_after_the_end_nothing_is_due(world: World) -> None:
    cup = Cup(world)
    assert wake_of(cup).due_at is None
    cup.started(2).advance()
    cup.decide("R1M1", [[12, 0]])
    assert wake_of(cup).due_at is None


def test_the_sweep_claims_what_is_due_and_no_other_sweep_gets_it(world: World) -> None:
    cup, now = Cup(world).started(2), timezone.now()
    assert legs.claim_due(now=now) == [(UUID(cup.id), wake_of(cup).version)]
    assert legs.claim_due(now=now) == []
    later = now + legs.LEASE + timedelta(seconds=1)
    assert len(legs.claim_due(now=later)) == 1


def test_a_task_with_a_version_of_the_past_does_nothing(world: World) -> None:
    cup = Cup(world).started(2)
    version = wake_of(cup).version
    assert tasks.advance(cup.id, version) > 0
    assert tasks.advance(cup.id, version) == 0


def test_the_sweep_sends_a_task_for_each_with_id_and_version(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = Cup(world).started(2)
    sent: list[Any] = []
    monkeypatch.setattr(tasks.advance, "delay", lambda *args: sent.append(args))
    assert (tasks.sweep(), tasks.sweep()) == (1, 0)
    assert sent == [(cup.id, wake_of(cup).version)]


def test_matches_get_numbered_tables_as_they_become_free(world: World) -> None:
    cup = Cup(world, SINGLES | {"tables": 1}).playing(4)
    assert [(match["id"], match["table"]) for match in cup.open_matches()] == [("R1M1", 1)]
    assert cup.advance() == 0
    cup.decide("R1M1", [[12, 7]])
    cup.advance()
    assert [(match["id"], match["table"]) for match in cup.open_matches()] == [("R1M2", 1)]
    schedule = world["anonymous"].get(f"{cup.path}/schedule/")
    assert schedule["tables_taken"] == [{"table": 1, "match": "R1M2"}]
    assert all(match["expected_at"] for match in schedule["matches"])


def test_who_is_missing_after_the_tolerance_loses_by_walkover(world: World, shift: Any) -> None:
    cup = Cup(world).playing(2)
    cup.side("R1M1", 1).post(f"{cup.path}/matches/R1M1/presence/")
    shift(14)
    assert cup.advance() == 0
    shift(16)
    cup.advance()
    match = cup.match("R1M1")
    assert (match["how"], match["winner"]) == ("walkover", match["sides"][1]["entry"])


def test_who_comes_after_the_tolerance_is_too_late_even_before_the_sweep(world: World, shift: Any) -> None:
    cup = Cup(world).playing(2)
    shift(16)
    problem = cup.side("R1M1", 0).post(f"{cup.path}/matches/R1M1/presence/", expect=409)
    assert problem["code"] == "tolerance_over"


def test_silence_confirms_a_sheet_after_its_time(world: World, shift: Any) -> None:
    cup = Cup(world, SINGLES | {"confirm_minutes": 10}).playing(2)
    cup.hand_in("R1M1", [[12, 4]], by=cup.side("R1M1", 0))
    shift(11)
    cup.advance()
    assert cup.match("R1M1")["how"] == "played"


def test_a_match_with_a_time_is_called_at_its_time(world: World, shift: Any) -> None:
    cup = Cup(world, SINGLES).started(2)
    due = timezone.now() + timedelta(hours=1)
    cup.boss.put(f"{cup.path}/matches/R1M1/time/", {"due_at": due.isoformat()})
    cup.advance()
    assert cup.match("R1M1")["called_at"] is None
    assert wake_of(cup).due_at == due.replace(microsecond=due.microsecond // 1000 * 1000)
    shift(61)
    cup.advance()
    assert cup.match("R1M1")["status"] == "called"

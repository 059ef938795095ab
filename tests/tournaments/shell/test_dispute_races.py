"""Two at once in a dispute, over real connections: one ruling is given, one end is reached."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest

from games.states import moment
from tests.eventstore.racing import race
from tests.tournaments.shell.cups import Cup
from tests.tournaments.shell.test_disputes import RULING, opened, ruled
from tests.tournaments.shell.test_races import count, each_way, posting, switch_off
from tests.tournaments.shell.world import World, join
from tournaments import states
from tournaments.models import Role
from tournaments.services import unit
from tournaments.services.legs import advance

pytestmark = pytest.mark.django_db(transaction=True)


@each_way
def test_two_arbiters_who_rule_at_once_give_one_ruling(
    locked: bool, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    world = World()
    join(world.club, world.add("second arbiter"), Role.ARBITER)
    cup = opened(world)
    if not locked:
        switch_off(monkeypatch)
    request.getfixturevalue("meeting")
    path = f"{cup.path}/disputes/D1/ruling/"
    loser = cup.match("R1M1")["sides"][0]["entry"]
    other = {"ruling": "forfeit", "reason": "no", "entry": loser}
    outcomes = race(posting(world["arbiter"], path, RULING), posting(world["second arbiter"], path, other))
    # Without the lock both judge the dispute open; only the keys of the store stop the second, or what
    # follows upon the first, and nobody is told that it was ruled on already.
    assert (sorted(map(str, outcomes)) == ["200", "409"]) == locked
    assert (409 in outcomes) == locked
    assert count(cup, "dispute_ruled/2") == 1


def later(monkeypatch: pytest.MonkeyPatch, cup: Cup, minutes: int) -> None:
    """Let the championship's clock stand so much after the ruling."""
    until = states.latest(UUID(cup.id))[1].disputes["D1"].rulings[-1].at_ms
    at = moment(until) + timedelta(minutes=minutes)
    monkeypatch.setattr(unit, "clock_ms", lambda _now: int(at.timestamp() * 1000))


@pytest.mark.parametrize("minutes", [14, 15])
def test_an_appeal_and_its_deadline_at_once_come_to_one_end(
    minutes: int, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    cup = ruled(World())
    appealing = cup.side("R1M1", 1)
    later(monkeypatch, cup, minutes)
    request.getfixturevalue("meeting")
    path = f"{cup.path}/disputes/D1/appeal/"
    outcomes = race(
        posting(appealing, path, {"reason": "He did not look."}),
        lambda: advance(championship_id=UUID(cup.id)),
    )
    in_time = minutes < 15
    assert outcomes[0] == (200 if in_time else 409)
    assert count(cup, "ruling_appealed/1") == int(in_time)
    assert count(cup, "dispute_closed/1") == int(not in_time)


def test_two_workers_let_a_deadline_pass_once(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    cup = ruled(World())
    later(monkeypatch, cup, 15)
    request.getfixturevalue("meeting")
    race(*[lambda: advance(championship_id=UUID(cup.id))] * 2)
    assert count(cup, "dispute_closed/1") == 1

"""Ten workers on one championship of any format, every task delivered many times, late, in any order."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.eventstore.racing import race
from tests.tournaments.shell.cups import SINGLES, Cup
from tests.tournaments.shell.world import World
from tournaments.checks import check_replay
from tournaments.codec import stream_of
from tournaments.models import Wake
from tournaments.tasks import advance
from truco_api.eventstore import load
from truco_api.eventstore.audit import Report

pytestmark = pytest.mark.django_db(transaction=True)

WORKERS = 10
STAGES: dict[str, list[dict[str, Any]]] = {
    "groups, then a knock-out": [
        {"id": "groups", "format": "groups", "groups": 2, "lots": "itself"},
        {"id": "final", "from": [{"stage": "groups", "per_group": 2}], "third_place": True},
    ],
    "Swiss, then a cut": [
        {"id": "swiss", "format": "swiss", "rounds": 3, "lots": "itself"},
        {"id": "final", "from": [{"stage": "swiss", "places": [1, 2]}]},
    ],
    "double elimination": [{"id": "main", "format": "double_elimination"}],
    "consolation": [{"id": "main", "format": "consolation", "direct": 4, "seeding": "draw"}],
    "league": [{"id": "league", "format": "round_robin", "rounds_together": True, "lots": "itself"}],
}


def storm(cup: Cup, seen: list[int], rng: random.Random) -> None:
    """Ten workers get the newest task and older ones, in any order, all at once."""
    seen.append(Wake.objects.get(championship=cup.id).version)
    tasks = [seen[-1]] * (WORKERS // 2) + rng.choices(seen, k=WORKERS // 2)
    rng.shuffle(tasks)
    outcomes = race(*(lambda version=version: advance(cup.id, version) for version in tasks))
    assert [outcome for outcome in outcomes if isinstance(outcome, Exception)] == []
    assert sum(outcome > 0 for outcome in outcomes) <= 1


@pytest.mark.parametrize("stages", STAGES.values(), ids=STAGES.keys())
def test_whatever_the_format_nothing_is_drawn_opened_called_or_decided_twice(
    stages: list[dict[str, Any]],
) -> None:
    rng, seen = random.Random(5), list[int]()
    cup = Cup(World(), SINGLES | {"stages": stages, "tables": 3}).started(8)
    for _step in range(200):
        storm(cup, seen, rng)
        found = cup.open_matches()
        if not found:
            break
        for match in rng.sample(found, k=min(2, len(found))):
            cup.decide(match["id"], [rng.choice(([12, 7], [5, 12]))])
    assert cup.boss.get(cup.path + "/")["phase"] == "finished"
    _happened_once(cup)
    report = Report()
    check_replay(report)
    assert report.findings == []


def _happened_once(cup: Cup) -> None:
    once = Counter[tuple[Any, ...]]()
    for event in load(stream_of(cup.id)):
        data = event.data
        match event.type.split("/")[0]:
            case "draw_made" | "lots_drawn":
                once[event.type, data["stage"]] += 1
            case "round_opened":
                once[event.type, data["stage"], data["round"]] += 1
            case "match_called" | "match_decided":
                once[event.type, data["match"]] += 1
            case "matches_planned":
                once.update((event.type, plan["match"]) for plan in data["matches"])
    assert [what for what, times in once.items() if times > 1] == []

"""The check "deals": whatever is unfair about a deal is named, whoever changed it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.audit_deals import check_deals, check_game
from tests.games.conftest import Seating
from tests.games.devices import Device
from tests.games.players import good
from truco_api.eventstore import Recorded, load
from truco_api.eventstore.audit import CHECKS, Report

OTHER = "ab" * 32
Change = Callable[[dict[str, Any]], dict[str, Any]]


@pytest.fixture
def events(seated: Seating) -> list[Recorded]:
    """A whole game of two who cut and give up in turns; the second brings seeds."""
    game, people = seated(options={"cut": "cut", "target": 3}, seed_seconds=30)
    device = Device(people[1], game)
    device.promise()
    while (seen := people[0].see(game))["phase"] == "playing":
        if seen["deal"]["waiting_for"]:
            device.give(seen["deal"]["next"]["number"])
            continue
        player = people[seen["clock"]["awaited"][0]]
        own = player.see(game)
        yielding = [move for move in own["view"]["legal"] if move["type"] in ("cut", "concede", "refuse")]
        good(player.act(game, yielding[len(yielding) // 2], own["version"]))
    return load(f"game-{game}")


def findings(events: list[Recorded]) -> list[str]:
    """What the check says of these events."""
    report = Report()
    check_game(report, events)
    return [finding.problem for finding in report.findings]


def changed(events: list[Recorded], kind: str, change: Change, number: int = 2) -> list[Recorded]:
    """The same events, one of a kind (of hand `number`, if it belongs to one) saying something else."""
    place = next(
        at
        for at, event in enumerate(events)
        if event.type == f"{kind}/1" and event.data.get("number", number) == number
    )
    data = events[place].data
    return [*events[:place], replace(events[place], data=data | change(data)), *events[place + 1 :]]


def swapped(pack: list[str]) -> list[str]:
    """The same pack with the first and last card changed about."""
    return [pack[-1], *pack[1:-1], pack[0]]


CHANGES: list[tuple[str, Change, str]] = [
    ("table_opened", lambda _: {"game": "0b9a3c1e-6d0f-4c55-9a39-1d2f0f6f7a10"}, "another game"),
    ("seed_promised", lambda _: {"anchor": OTHER}, "another promise"),
    ("hand_committed", lambda _: {"commitment": OTHER}, "another secret"),
    ("hand_committed", lambda _: {"salt": OTHER}, "another secret"),
    ("hand_committed", lambda data: {"pack": swapped(data["pack"])}, "another secret"),
    ("hand_committed", lambda data: {"pack": data["pack"][1:]}, "not the whole pack"),
    ("hand_committed", lambda _: {"promises": [None, None]}, "another promise"),
    ("hand_committed", lambda _: {"number": 7}, "after 1"),
    ("seed_given", lambda _: {"seed": OTHER}, "not those that were given"),
    ("seed_given", lambda _: {"seat": 0}, "not those that were given"),
    ("pack_shuffled", lambda _: {"seeds": [None, None]}, "not those that were given"),
    ("pack_shuffled", lambda _: {"seeds": [OTHER, None]}, "not the one that was promised"),
    ("pack_shuffled", lambda _: {"commitment": OTHER}, "another commitment"),
    ("pack_shuffled", lambda _: {"number": 99}, "nobody was bound to"),
    ("pack_cut", lambda data: {"at": data["at"] % 39 + 1}, "do not come from the pack"),
    ("pack_cut", lambda data: {"end": "top" if data["end"] == "bottom" else "bottom"}, "do not come from"),
    ("hand_dealt", lambda data: {"cards": data["cards"][::-1]}, "do not come from the pack"),
    ("hand_dealt", lambda data: {"vira": data["stock"][0]}, "do not come from the pack"),
    ("hand_dealt", lambda data: {"stock": swapped(data["stock"])}, "do not come from the pack"),
    ("hands_revealed", lambda data: {"hands": data["hands"][1:]}, "never revealed"),
    (
        "hands_revealed",
        lambda data: {"hands": [data["hands"][0] | {"salt": OTHER}, *data["hands"][1:]]},
        "another secret of hand 1",
    ),
]


def test_a_fair_game_passes(events: list[Recorded]) -> None:
    report = Report()
    check_game(report, events)
    assert report.findings == []
    dealt = sum(event.type == "hand_dealt/1" for event in events)
    assert report.counts["hands"] == dealt == 5
    assert report.counts["seeds of devices"] == dealt - 1, "the promise came after the first commitment"
    assert report.counts["seeds of the server"] == dealt + 1


@pytest.mark.parametrize(("kind", "change", "problem"), CHANGES)
def test_what_is_unfair_is_named(events: list[Recorded], kind: str, change: Change, problem: str) -> None:
    found = findings(changed(events, kind, change))
    assert any(problem in one for one in found), found


@pytest.mark.parametrize(
    "kind", ["hand_committed", "pack_cut", "seed_given", "pack_shuffled", "hands_revealed"]
)
def test_what_is_missing_is_noticed(events: list[Recorded], kind: str) -> None:
    place = next(at for at, event in enumerate(events) if event.type == f"{kind}/1" and at > 10)
    assert findings([*events[:place], *events[place + 1 :]])


def test_a_seed_before_the_cut_is_noticed(events: list[Recorded]) -> None:
    cut, seed = (
        next(at for at, event in enumerate(events) if event.type == kind and at > 10)
        for kind in ("pack_cut/1", "seed_given/1")
    )
    assert cut < seed
    order = list(events)
    order[cut], order[seed] = (
        replace(events[seed], version=events[cut].version),
        replace(events[cut], version=events[seed].version),
    )
    assert any("seeds were known before" in one for one in findings(order))


def test_a_game_that_is_not_over_is_checked_as_far_as_it_has_come(events: list[Recorded]) -> None:
    assert findings(events[:-3]) == []


def test_hands_of_another_protocol_are_counted_and_not_judged(events: list[Recorded]) -> None:
    report = Report()
    check_game(report, changed(events, "hand_committed", lambda _: {"protocol": "deal/9"}))
    assert report.counts["hands of other protocols, not checked"] == 1


def test_the_check_is_part_of_the_audit() -> None:
    assert CHECKS["deals"] is check_deals

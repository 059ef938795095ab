"""The check "signals": what stands in the streams of signals is what the rules make of it, or is named."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games import audit_signals
from tests.games.conftest import Seating
from tests.games.players import good
from truco_api.eventstore import Recorded, load
from truco_api.eventstore.audit import CHECKS, Report

Found = Callable[..., list[str]]


@pytest.fixture
def told(seated: Seating) -> tuple[list[Recorded], list[Recorded]]:
    """The signals of a game of four in which one player spies on another, and the game itself."""
    game, people = seated(4, options={"signals": "watch"})
    for seat, body in ((3, {"type": "watch", "target": 0}), (0, {"type": "signal", "sign": "zap"})):
        good(people[seat].client.post(f"/api/v1/games/{game}/signals/", body), 201)
    good(people[1].act(game, {"type": "raise"}, people[1].see(game)["version"]))
    good(people[0].client.post(f"/api/v1/games/{game}/signals/", {"type": "signal", "sign": "two"}), 201)
    good(people[0].client.post(f"/api/v1/games/{game}/resign/"))
    return load(f"signals-{game}"), load(f"game-{game}")


@pytest.fixture
def found(told: tuple[list[Recorded], list[Recorded]]) -> Found:
    """What the check says when one signal is changed."""

    def findings(place: int, actor: str = "", kind: str = "", **data: Any) -> list[str]:
        signals, game = list(told[0]), told[1]
        was = signals[place]
        signals[place] = replace(was, data=was.data | data, actor=actor or was.actor, type=kind or was.type)
        report = Report()
        audit_signals.check_game(report, signals, game)
        return [str(finding) for finding in report.findings]

    return findings


def test_signals_as_they_were_given_pass(told: tuple[list[Recorded], list[Recorded]]) -> None:
    report = Report()
    audit_signals.check_signals(report)
    assert report.findings == []
    assert report.counts == {"games": 1, "signals": 3}
    assert CHECKS["signals"] is audit_signals.check_signals


@pytest.mark.parametrize(
    ("place", "data", "problem"),
    [
        (1, {"seen_by": [0, 2]}, "should be"),
        (1, {"seen_by": [0, 1, 2, 3]}, "should be"),
        (1, {"seat": 2}, "does not sit there"),
        (1, {"seat": 4}, "does not sit there"),
        (1, {"sign": "thumb"}, "signal_not_allowed"),
        (0, {"target": 3}, "signal_not_allowed"),
        (1, {"game_version": 2}, "had passed"),
        (0, {"game_version": 5}, "game_not_started"),
        (2, {"game_version": 99}, "had not"),
        (1, {"sign": "zap", "colour": "red"}, "cannot be read"),
        (2, {"actor": "user:nobody"}, "does not sit there"),
        (2, {"kind": "signal_given/2"}, "cannot be read"),
    ],
)
def test_a_signal_that_says_something_else_is_named(
    found: Found, place: int, data: dict[str, Any], problem: str
) -> None:
    (finding,) = found(place, **data)
    assert finding.startswith("signals-")
    assert f":{place + 1} " in finding
    assert problem in finding


def test_a_glance_that_is_told_otherwise_shows_in_what_it_let_be_seen(found: Found) -> None:
    (finding,) = found(0, target=1)
    assert ":2 should be" in finding


def test_a_signal_after_the_end_of_the_game_is_named(
    found: Found, told: tuple[list[Recorded], list[Recorded]]
) -> None:
    assert "game_over" in found(2, game_version=told[1][-1].version)[0]

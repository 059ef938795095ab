"""The check "replay": every judgement of every game is made again, and a false one is named."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games import audit, audit_deals
from games.rules.options import RULES_VERSION
from tests.games.conftest import Seating
from tests.games.players import good, play_on
from truco_api.eventstore import Recorded, load, sealing
from truco_api.eventstore.audit import CHECKS, Report

Change = Callable[[list[Recorded]], list[Recorded]]


@pytest.fixture
def events(seated: Seating, chance: Random) -> list[Recorded]:
    """A whole game of four."""
    game, people = seated(4)
    play_on(game, people, chance)
    return load(f"game-{game}")


def findings(events: list[Recorded]) -> list[str]:
    """What the check says of these events."""
    report = Report()
    audit.check_game(report, events)
    return [str(finding) for finding in report.findings]


def test_every_game_in_the_database_comes_out_word_for_word(seated: Seating, chance: Random) -> None:
    for options in ({}, {"cut": "take"}, {"raise_timing": "any", "covered": "always"}):
        game, people = seated(2, options=options)
        play_on(game, people, chance)
    report = Report()
    audit.check_replays(report)
    assert report.findings == []
    assert report.counts["games"] == 3
    assert report.counts["events"] > report.counts["commands"] > 30


def test_the_check_is_part_of_the_audit() -> None:
    assert CHECKS["replay"] is audit.check_replays


def with_data(events: list[Recorded], kind: str, **data: Any) -> list[Recorded]:
    """The same events, the first of a kind saying something else."""
    place = next(at for at, event in enumerate(events) if event.type == kind)
    changed = replace(events[place], data=events[place].data | data)
    return [*events[:place], changed, *events[place + 1 :]]


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("hand_scored/1", {"points": [9, 9]}),
        ("hand_scored/1", {"reason": "luck"}),
        ("game_won/1", {"score": [12, 12]}),
        ("game_finished/1", {"hands": 99}),
        ("game_finished/1", {"winner": None}),
        ("card_played/1", {"card": "COPAO"}),
        ("hand_dealt/1", {"dealer": 9}),
        ("hand_dealt/1", {"number": 7}),
        ("hand_dealt/1", {"vira": "4P"}),
        ("seat_taken/1", {"holder": "bot:brilliant"}),
        ("game_started/1", {"dealer": 8}),
        ("table_opened/1", {"turn_seconds": 0}),
    ],
)
def test_an_event_that_says_something_else_is_named(
    events: list[Recorded], kind: str, data: dict[str, Any]
) -> None:
    (found,) = findings(with_data(events, kind, **data))
    assert found.startswith(events[0].stream)


def test_the_winner_of_a_trick_cannot_be_another(events: list[Recorded]) -> None:
    won = next(event for event in events if event.type == "trick_won/1")
    other = (won.data["seat"] + 1) % 4
    (found,) = findings(with_data(events, "trick_won/1", seat=other))
    assert f":{won.version} " in found
    assert "should be" in found


@pytest.mark.parametrize("kind", ["trick_won/1", "hand_scored/1", "hand_dealt/1", "card_played/1"])
def test_an_event_that_is_missing_or_twice_is_noticed(events: list[Recorded], kind: str) -> None:
    place = next(at for at, event in enumerate(events) if event.type == kind)
    assert findings([*events[:place], *events[place + 1 :]])
    assert findings([*events[:place], events[place], *events[place:]])


def test_a_game_cut_off_within_a_judgement_is_noticed(events: list[Recorded]) -> None:
    assert findings(events[:-1])


def test_an_event_that_cannot_be_read_is_named(events: list[Recorded]) -> None:
    assert "cannot be read" in findings([replace(events[0], type="table_opened/9")])[0]
    assert "cannot be read" in findings([replace(events[0], data={"variant": "paulista"})])[0]


def test_the_clock_may_not_have_acted_too_early(seated: Seating) -> None:
    game, (zero, _) = seated()
    good(zero.client.post(f"/api/v1/games/{game}/resign/"))
    told = load(f"game-{game}")
    early = replace(told[-3], type="turn_timed_out/1", data={"seats": [1], "acting_for": 1})
    assert "not_due" in findings([*told[:-3], early])[0]


def test_games_of_other_rules_are_counted_but_not_judged(events: list[Recorded]) -> None:
    report = Report()
    audit.check_game(report, with_data(events, "table_opened/1", rules_version=RULES_VERSION - 1))
    assert report.findings == []
    assert report.counts["games of older rules, not judged again"] == 1


def test_a_hidden_card_that_was_changed_is_named_without_telling_it(events: list[Recorded]) -> None:
    dealt = next(event for event in events if event.type == "hand_dealt/1")
    cards = dealt.data["cards"]
    (found,) = findings(with_data(events, "hand_dealt/1", cards=[cards[1], cards[0], *cards[2:]]))
    assert "what it hides is something else" in found
    assert not any(f"'{card}'" in found for hand in cards for card in hand)


def test_what_cannot_be_opened_is_named(seated: Seating, monkeypatch: pytest.MonkeyPatch) -> None:
    seated()
    ring = sealing.Ring("11" * 32, Path("none"))
    monkeypatch.setattr(sealing, "ring", lambda: ring)
    for check in (audit.check_replays, audit_deals.check_deals):
        report = Report()
        check(report)
        (found,) = report.findings
        assert "cannot be opened" in str(found)
        assert found.version > 1

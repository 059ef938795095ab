"""Who has no place sees a game later, where the house says so: in every reading of it alike."""

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest

from games.rules.table.house import HouseTerms, Shown, Told, shown_until
from games.spectating import more_in, sight
from games.states import latest
from tests.games.conftest import Seating
from tests.games.players import Person, good, person, play_on, refused

HISTORY = [
    Told(1, "table_opened/1", 0),
    Told(2, "game_started/1", 1000),
    Told(3, "hand_dealt/1", 1000),
    Told(4, "card_played/1", 2000),
    Told(5, "hand_scored/1", 3000),
    Told(6, "hand_dealt/1", 3000),
    Told(7, "hand_scored/1", 9000),
    Told(8, "hand_dealt/1", 9000),
]


@pytest.mark.parametrize(
    ("seconds", "hands", "now_ms", "shown"),
    [
        (5, 0, 1000, Shown(2, 6000)),
        (5, 0, 7000, Shown(4, 8000)),
        (5, 0, 8000, Shown(6, 14000)),
        (5, 0, 14000, Shown(8)),
        (0, 1, 0, Shown(7)),
        (0, 2, 0, Shown(5)),
        (0, 3, 0, Shown(2)),
        (5, 2, 7999, Shown(4, 8000)),
        (5, 2, 99000, Shown(5)),
    ],
)
def test_seconds_and_whole_hands_must_both_have_passed(
    seconds: int, hands: int, now_ms: int, shown: Shown
) -> None:
    terms = HouseTerms(spectator_seconds=seconds, spectator_hands=hands)
    assert shown_until(HISTORY, terms, now_ms) == shown


def test_before_the_first_card_and_after_the_end_hands_hide_nothing() -> None:
    terms = HouseTerms(spectator_hands=2)
    assert shown_until(HISTORY[:1], terms, 0) == Shown(1)
    assert shown_until([*HISTORY, Told(9, "game_finished/1", 9500)], terms, 0) == Shown(9)


def _everything(person: Person, game: str) -> dict[str, Any]:
    """Whatever can be read of a game, without what names the reader or the time."""
    seen = person.see(game)
    events = person.get(game, "events/").json()["events"]
    return {
        "version": seen["version"],
        "view": seen["view"],
        "phase": seen["phase"],
        "deal": seen["deal"],
        "result": seen["result"],
        "events": events,
        "hands": person.get(game, "hands/").json(),
        "replay": person.get(game, "hands/1/replay/").json(),
        "record": person.get(game, "hands/1/record/").status_code,
        "fairness": person.get(game, "hands/1/fairness/").json().get("versions"),
        "state": person.get(game, "states/9/").status_code,
    }


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Sets the time by which spectators see."""

    def set_to(moment: datetime) -> None:
        monkeypatch.setattr("games.spectating.timezone.now", lambda: moment)

    return set_to


def test_an_outsider_sees_nothing_that_happened_less_than_the_delay_ago(
    seated: Seating, bia: Person, at: Callable[[datetime], None]
) -> None:
    game, people = seated(spectator_seconds=60)
    begun = latest(people[0].see(game)["id"])
    play_on(game, people, Random(5), steps=6)
    state = latest(begun.game_id)
    at(begun.changed_at + timedelta(seconds=59))
    seen = _everything(bia, game)
    events = people[0].get(game, "events/").json()["events"]
    started = next(event["version"] for event in events if event["type"] == "game_started/1")
    assert seen["version"] == started == seen["events"][-1]["version"]
    assert (seen["hands"], seen["record"], seen["state"]) == ({"hands": []}, 404, 404)
    assert people[0].see(game)["version"] == state.version, "players see it at once"
    at(state.changed_at + timedelta(seconds=60))
    assert _everything(bia, game)["version"] == state.version
    assert more_in(state.game_id, bia.user.actor) is None


def test_a_hand_is_shown_whole_or_not_at_all(seated: Seating, bia: Person) -> None:
    game, people = seated(spectator_hands=1)
    rng = Random(8)
    hands_ended = 0
    while hands_ended < 2:
        if play_on(game, people, rng, steps=1)["phase"] != "playing":
            break
        events = bia.get(game, "events/").json()["events"]
        types = [event["type"] for event in events]
        assert types[-1] in ("game_started/1", "hand_scored/1"), "it ends with a hand"
        assert bia.see(game)["version"] == events[-1]["version"]
        hands_ended = max(hands_ended, types.count("hand_scored/1"))
        listed = bia.get(game, "hands/").json()["hands"]
        assert all(hand["finished"] for hand in listed)
        assert len(listed) == types.count("hand_scored/1")
    assert hands_ended


def test_the_end_lies_open_only_when_its_time_has_come(
    seated: Seating, bia: Person, at: Callable[[datetime], None]
) -> None:
    game, people = seated(spectator_seconds=30)
    good(people[0].client.post(f"/api/v1/games/{game}/resign/"))
    state = latest(people[0].see(game)["id"])
    at(state.changed_at + timedelta(seconds=29))
    early = _everything(bia, game)
    assert (early["phase"], early["result"], early["record"]) == ("playing", None, 404)
    assert bia.get(game, "signals/").json()["signals"] == []
    at(state.changed_at + timedelta(seconds=30))
    late = _everything(bia, game)
    assert (late["phase"], late["record"]) == ("abandoned", 200)
    assert late["result"]["winner"] == 1


def test_an_outsiders_action_is_not_told_what_they_missed(seated: Seating, bia: Person) -> None:
    game, people = seated(spectator_seconds=60)
    play_on(game, people, Random(5), steps=2)
    refused(bia.act(game, {"type": "raise"}, 1), 403, "not_seated")


def test_who_left_their_place_to_a_bot_still_sees_it_at_once(seated: Seating) -> None:
    game, people = seated(spectator_seconds=60, on_leave="bot")
    good(people[1].leave(game, 1))
    state = latest(people[0].see(game)["id"])
    seen = sight(state.game_id, people[1].user.actor)
    assert (seen.state.version, seen.seat) == (state.version, 1)


def test_an_invitation_shows_its_table_no_sooner_than_the_table_itself(bia: Person) -> None:
    owner, other = people = [person("ana"), person("clara")]
    game = owner.open_table(spectator_hands=2, auto_start=True)["id"]
    code = good(owner.client.post(f"/api/v1/games/{game}/invitations/"), 201)["code"]
    good(other.sit(game))
    play_on(game, people, Random(5), steps=12)
    listed = good(bia.client.get(f"/api/v1/table-invitations/{code}/"))["game"]
    seen, known = bia.see(game), people[0].see(game)
    assert seen["version"] < known["version"]
    assert {name: listed[name] for name in ("version", "phase")} == {
        name: seen[name] for name in ("version", "phase")
    }
    assert (listed["score"], listed["hands"], listed["awaited"]) == ([0, 0], 0, seen["clock"]["awaited"])
    own = good(people[0].client.get(f"/api/v1/table-invitations/{code}/"))["game"]
    assert own["version"] == known["version"], "players see it at once"

"""Signals: seen by whom the table says, unknown to everybody else, and nothing in the game moves by them."""

from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from rest_framework.test import APIClient

from games.rules.table import signals as rules
from tests.games.conftest import Seating
from tests.games.players import Body, Person, good, person, play_on, refused
from truco_api.eventstore import load

Table = tuple[str, list[Person]]
ZAP = {"type": "signal", "sign": "zap"}


@pytest.fixture
def partners(seated: Seating) -> Table:
    """Four players whose signals are seen by partners."""
    return seated(4, options={"signals": "partner"})


@pytest.fixture
def watchers(seated: Seating) -> Table:
    """Four players who see the signals of whom they watch."""
    return seated(4, options={"signals": "watch"})


def give(who: Person, game: str, body: Any = ZAP, *, key: str | None = None) -> Any:
    """Ask to signal."""
    headers = {} if key is None else {"Idempotency-Key": key}
    return who.client.post(f"/api/v1/games/{game}/signals/", body, headers=headers)


def watch(who: Person, game: str, target: int) -> Body:
    """Turn to another player."""
    return good(give(who, game, {"type": "watch", "target": target}), 201)


def seen(who: Person, game: str, after: int = 0) -> list[Body]:
    """The signals that somebody sees."""
    found: list[Body] = good(who.get(game, f"signals/?after={after}"))["signals"]
    return found


def who_saw(people: list[Person], game: str) -> list[int]:
    """The seats that see anything at all."""
    return [seat for seat, one in enumerate(people) if seen(one, game)]


def end_the_hand(people: list[Person], game: str) -> None:
    """Give the hand up as soon as that is possible."""
    number = people[0].see(game)["view"]["hand_no"]
    while (seen := people[0].see(game))["view"]["hand_no"] == number:
        own = people[seen["clock"]["awaited"][0]]
        legal = own.see(game)["view"]["legal"]
        move = next((move for move in legal if move["type"] == "concede"), legal[0])
        good(own.act(game, move, seen["version"]))


def test_a_signal_is_answered_as_it_is_seen(partners: Table) -> None:
    game, people = partners
    version = people[0].see(game)["version"]
    told = good(give(people[0], game), 201)
    assert (told["number"], told["type"]) == (1, "signal_given/1")
    assert told["data"] == {"seat": 0, "sign": "zap", "game_version": version}
    assert seen(people[0], game) == [told]


def test_partners_see_it_and_nobody_else_learns_of_it(partners: Table) -> None:
    game, people = partners
    outsider = person("outsider")
    good(give(people[0], game), 201)
    assert seen(people[2], game) == seen(people[0], game)
    for other in (people[1], people[3], outsider):
        assert good(other.get(game, "signals/")) == {"signals": [], "watching": None}
    assert good(APIClient().get(f"/api/v1/games/{game}/signals/"))["signals"] == []


def test_a_signal_may_be_false_and_moves_nothing_in_the_game(partners: Table) -> None:
    game, people = partners
    before = [one.see(game) for one in people]
    events = load(f"game-{game}")
    for one in people:
        good(give(one, game, {"type": "signal", "sign": "full"}), 201)
    after = [one.see(game) for one in people]
    for was, now in zip(before, after, strict=True):
        was.pop("clock")
        now.pop("clock")
    assert after == before
    assert load(f"game-{game}") == events
    good(people[1].act(game, after[1]["view"]["legal"][0], before[1]["version"]))


def test_numbers_are_the_viewers_own_without_a_gap(partners: Table) -> None:
    game, people = partners
    for seat in (1, 0, 3, 3, 2, 1, 0):
        good(give(people[seat], game), 201)
    for one, seats in ((people[0], [0, 2, 0]), (people[3], [1, 3, 3, 1])):
        told = seen(one, game)
        assert [signal["number"] for signal in told] == list(range(1, len(seats) + 1))
        assert [signal["data"]["seat"] for signal in told] == seats
        assert seen(one, game, after=2) == told[2:]
    assert seen(people[0], game, after=2_000_000_000) == []


def test_to_begin_with_everybody_watches_a_partner(watchers: Table) -> None:
    game, people = watchers
    assert [good(one.get(game, "signals/"))["watching"] for one in people] == [2, 3, 0, 1]
    assert good(person("outsider").get(game, "signals/"))["watching"] is None
    good(give(people[0], game), 201)
    assert who_saw(people, game) == [0, 2]


def test_watching_an_opponent_means_missing_the_partner(watchers: Table) -> None:
    game, people = watchers
    watch(people[3], game, 0)
    good(give(people[1], game), 201)
    good(give(people[0], game), 201)
    assert [signal["data"]["seat"] for signal in seen(people[3], game)] == [3, 0]
    assert good(people[3].get(game, "signals/"))["watching"] == 0
    watch(people[3], game, 1)
    assert [signal["data"]["seat"] for signal in seen(people[3], game)] == [3, 0, 3]


def test_who_watches_whom_only_the_watcher_knows(watchers: Table) -> None:
    game, people = watchers
    told = watch(people[3], game, 0)
    assert told["data"].items() >= {"seat": 3, "target": 0}.items()
    assert who_saw(people, game) == [3]
    seen_by_itself = good(give(people[0], game), 201)
    assert set(seen_by_itself["data"]) == {"seat", "sign", "game_version"}
    assert seen(people[0], game) == [seen_by_itself]


def test_of_three_the_pair_see_each_others_signals(seated: Seating) -> None:
    game, people = seated(3, variant="gauderio", options={"signals": "partner"})
    sign = {"type": "signal", "sign": "three"}
    for one in people:
        good(give(one, game, sign), 201)
    assert [[each["data"]["seat"] for each in seen(one, game)] for one in people] == [[0], [1, 2], [1, 2]]
    end_the_hand(people, game)
    good(give(people[0], game, sign), 201)
    assert seen(people[2], game)[-1]["data"]["seat"] == 0
    assert [each["data"]["seat"] for each in seen(people[1], game)] == [1, 2]


@pytest.mark.parametrize("body", [ZAP, {"type": "watch", "target": 1}])
def test_a_table_without_signals_takes_none(seated: Seating, body: Body) -> None:
    game, (zero, _) = seated()
    refused(give(zero, game, body), 409, "signal_not_allowed")
    assert good(zero.get(game, "signals/")) == {"signals": [], "watching": None}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"type": "signal", "sign": "thumb"}, 409, "signal_not_allowed"),
        ({"type": "signal", "sign": "espadao"}, 409, "signal_not_allowed"),
        ({"type": "watch", "target": 1}, 409, "signal_not_allowed"),
        ({"type": "signal"}, 422, "invalid_action"),
        ({"type": "signal", "sign": 7}, 422, "invalid_action"),
        ({"type": "play", "card": "4P"}, 422, "invalid_action"),
        ({"type": "wink"}, 422, "invalid_action"),
        ([], 422, "invalid_action"),
        (ZAP | {"seat": 2}, 403, "not_your_seat"),
    ],
)
def test_what_is_no_signal_of_the_table_is_refused(
    partners: Table, body: Any, status: int, code: str
) -> None:
    game, people = partners
    refused(give(people[0], game, body), status, code)
    assert load(f"signals-{game}") == []


@pytest.mark.parametrize("target", [0, 4])
def test_nobody_watches_themselves_or_an_empty_place(watchers: Table, target: int) -> None:
    game, people = watchers
    refused(give(people[0], game, {"type": "watch", "target": target}), 409, "signal_not_allowed")


def test_only_who_holds_a_place_may_signal(partners: Table) -> None:
    game, _ = partners
    refused(give(person("outsider"), game), 403, "not_seated")
    refused(APIClient().post(f"/api/v1/games/{game}/signals/", ZAP), 401, "not_authenticated")


def test_signals_are_given_while_the_game_lasts(ana: Person, partners: Table) -> None:
    table = ana.open_table(options={"signals": "partner"})["id"]
    refused(give(ana, table), 409, "game_not_started")
    game, people = partners
    good(people[0].client.post(f"/api/v1/games/{game}/resign/"))
    refused(give(people[0], game), 409, "game_over")


def test_a_game_that_is_not_there_has_no_signals(ana: Person) -> None:
    game = str(uuid4())
    refused(give(ana, game), 404, "game_not_found")
    refused(ana.get(game, "signals/"), 404, "game_not_found")
    assert load(f"game-{game}") == load(f"signals-{game}") == []


@pytest.mark.parametrize("query", ["after=x", "after=-1", "after=99999999999"])
def test_a_cursor_that_is_none_is_refused(partners: Table, query: str) -> None:
    refused(partners[1][0].get(partners[0], f"signals/?{query}"), 422, "invalid")


def test_the_same_key_signals_once(partners: Table) -> None:
    game, people = partners
    first = give(people[0], game, key="k1")
    good(give(people[2], game), 201)
    again = give(people[0], game, key="k1")
    assert good(first, 201) == good(again, 201)
    assert len(seen(people[0], game)) == 2
    other = {"type": "signal", "sign": "two"}
    refused(give(people[0], game, other, key="k1"), 422, "idempotency_key_reused")


def test_nobody_signals_all_the_time(partners: Table) -> None:
    game, people = partners
    for _ in range(rules.AT_MOST):
        good(give(people[0], game), 201)
    answer = give(people[0], game)
    refused(answer, 429, "too_many_signals")
    assert 1 <= int(answer["Retry-After"]) <= 10
    good(give(people[2], game), 201)
    assert len(seen(people[0], game)) == rules.AT_MOST + 1


def test_the_next_signal_may_follow_when_the_fifth_last_is_old_enough() -> None:
    signals = rules.Signals()
    for at_ms in (0, 1000, 1000, 2000, 3000):
        assert signals.wait_ms(1, at_ms) == 0
        signals = rules.evolve(signals, rules.SignalGiven(1, "zap", (1,), 7), at_ms)
    assert signals.wait_ms(1, 3000) == 7000
    assert signals.wait_ms(1, 9999) == 1
    assert signals.wait_ms(1, 10_000) == 0
    assert signals.wait_ms(0, 3000) == 0


def test_when_the_game_has_ended_all_lies_open_behind_what_was_seen(watchers: Table) -> None:
    game, people = watchers
    watch(people[3], game, 0)
    for seat in (0, 1, 2):
        good(give(people[seat], game), 201)
    before = [seen(one, game) for one in people]
    good(people[0].client.post(f"/api/v1/games/{game}/resign/"))
    for one, knew in zip(people, before, strict=True):
        told = seen(one, game)
        assert [signal["number"] for signal in told] == [1, 2, 3, 4]
        for was, now in zip(knew, told[: len(knew)], strict=True):
            assert now["data"].items() >= was["data"].items()
            assert now["at"] == was["at"]
        assert sorted(signal["data"]["seat"] for signal in told) == [0, 1, 2, 3]
    assert len(seen(person("outsider"), game)) == 4
    by_zero = next(signal for signal in seen(people[2], game) if signal["data"]["seat"] == 0)
    assert by_zero["data"]["seen_by"] == [0, 2, 3]


def test_the_action_endpoint_takes_signals_too_whatever_the_version(partners: Table) -> None:
    game, people = partners
    start = people[0].see(game)["version"]
    good(people[1].act(game, people[1].see(game)["view"]["legal"][0], start))
    told = good(people[0].act(game, ZAP, start, key="k1"))
    assert (told["version"], told["events"], told["you"]) == (people[0].see(game)["version"], [], 0)
    assert good(people[0].act(game, ZAP, start, key="k1")) == told
    assert who_saw(people, game) == [0, 2]
    refused(people[0].act(game, {"type": "signal", "sign": "thumb"}, start), 409, "signal_not_allowed")


def test_a_record_with_its_signals_is_judged_alike(watchers: Table, chance: Random) -> None:
    game, people = watchers
    watch(people[3], game, 0)
    good(give(people[0], game), 201)
    play_on(game, people, chance, steps=2)
    good(give(people[1], game), 201)
    play_on(game, people, chance)
    plain = good(people[0].get(game, "hands/1/record/"))
    record = good(people[0].get(game, "hands/1/record/?signals=true"))
    kinds = [action["type"] for action in record["actions"]]
    assert kinds[:2] == ["watch", "signal"]
    assert kinds[4] == "signal"
    assert record["actions"][:2] == [{"seat": 3, "type": "watch", "target": 0}, {"seat": 0, **ZAP}]
    assert [action for action in record["actions"] if action["type"] not in ("signal", "watch")] == plain[
        "actions"
    ]
    verdicts = [good(APIClient().post("/api/v1/verdicts/", body)) for body in (plain, record)]
    assert verdicts[0] == verdicts[1]
    assert verdicts[0]["status"] == "finished"


def test_whatever_is_signalled_each_sees_just_their_part(seated: Seating) -> None:
    """Random signals and glances: what each seat is told is what the raw events say it may see."""
    rng = Random(7)
    for players in (2, 4, 6):
        game, people = seated(players, options={"signals": "watch"})
        for seat in [seat for seat in range(players) for _ in range(rules.AT_MOST)]:
            target = rng.choice([other for other in range(players) if other != seat])
            body = {"type": "watch", "target": target} if rng.random() < 0.4 else ZAP
            good(give(people[seat], game, body), 201)
        told = load(f"signals-{game}")
        for seat, one in enumerate(people):
            due = [
                (event.type, event.data["seat"])
                for event in told
                if seat in (event.data.get("seen_by") or [event.data["seat"]])
            ]
            found = seen(one, game)
            assert [(each["type"], each["data"]["seat"]) for each in found] == due
            assert [each["number"] for each in found] == list(range(1, len(due) + 1))


def test_what_was_signalled_cannot_be_read_in_the_tables(watchers: Table) -> None:
    game, people = watchers
    watch(people[3], game, 0)
    good(give(people[0], game, key="k1"), 201)
    with connection.cursor() as cursor:
        cursor.execute("SELECT data FROM eventstore_event WHERE stream = %s", [f"signals-{game}"])
        stored = [str(data) for (data,) in cursor.fetchall()]
        cursor.execute("SELECT answer FROM eventstore_receipt")
        stored += [str(answer) for (answer,) in cursor.fetchall()]
    assert len(stored) == 3
    assert not any(word in text for text in stored for word in ("zap", "target", "seen_by"))

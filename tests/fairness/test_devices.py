"""Devices bring seeds: promised first, given one a hand, never chosen after anybody else's."""

import time
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from games import services, sweeping
from games.audit_deals import check_deals
from games.models import Game
from games.rules.table.fairness import wait_ends_ms
from games.states import latest, milliseconds
from tests.fairness.conftest import Check
from tests.games.conftest import Seating
from tests.games.devices import Device
from tests.games.players import Body, Person, good, person, play_on, refused
from truco_api.eventstore import load
from truco_api.eventstore.audit import Report

OTHER = "ab" * 32


class Table:
    """Two people at a table that waits for their devices, before the first card."""

    def __init__(self, **wish: Any) -> None:
        self.people = [person("zero"), person("one")]
        wish = {"seed_seconds": 30, "auto_start": True} | wish
        self.game: str = self.people[0].open_table(**wish)["id"]
        self.devices = [Device(one, self.game) for one in self.people]

    def begin(self, promising: tuple[int, ...] = (0, 1)) -> Body:
        """Promise, sit down, begin; the game as the second sees it."""
        if 0 in promising:
            self.devices[0].promise()
        anchor = {"anchor": self.devices[1].anchor} if 1 in promising else {}
        return good(self.people[1].sit(self.game, **anchor))

    def see(self) -> Body:
        return self.people[0].see(self.game)

    def types(self) -> list[str]:
        return [event.type.partition("/")[0] for event in load(f"game-{self.game}")]

    def fairness(self, number: int) -> Body:
        return good(self.people[0].get(self.game, f"hands/{number}/fairness/"))

    def concede(self, seed: Body | None = None) -> Body:
        """Whoever is to play gives the hand up, perhaps with a seed; the answer."""
        seen = self.see()
        seat = seen["clock"]["awaited"][0]
        move = {"type": "concede"} | ({"seed": seed} if seed else {})
        return good(self.people[seat].act(self.game, move, self.people[seat].see(self.game)["version"]))


@pytest.fixture(autouse=True)
def _seat_0_deals_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that seat 1 plays first."""
    monkeypatch.setattr("games.services.tables.draw_dealer", lambda _rules: 0)


@pytest.fixture
def table(db: None) -> Table:
    """A table for two."""
    return Table()


def test_the_first_hand_waits_for_the_seeds_that_were_promised(table: Table) -> None:
    seen = table.begin()
    assert seen["view"]["hand"] is None
    assert seen["deal"]["next"]["number"] == 1
    assert seen["deal"]["next"]["promised"] == [0, 1] == seen["deal"]["waiting_for"]
    assert table.devices[0].give(1)["deal"]["next"]["given"] == [0]
    dealt = table.devices[1].give(1)
    assert dealt["view"]["hand"]["number"] == 1
    assert dealt["deal"]["dealt"]["seeds"] == ["device", "device"]
    assert dealt["deal"]["next"]["number"] == 2


def test_nothing_of_a_hand_is_known_before_everything_is_fixed(table: Table) -> None:
    table.begin()
    table.devices[0].give(1)
    table.devices[1].give(1)
    order = table.types()
    first = {name: order.index(name) for name in order}
    assert first["seed_promised"] < first["hand_committed"] < first["seed_given"] < first["pack_shuffled"]
    assert order[-2:] == ["hand_dealt", "hand_committed"]


def test_the_seeds_of_later_hands_come_while_one_plays_so_that_nobody_waits(table: Table) -> None:
    table.begin()
    for device in table.devices:
        device.give(1)
    for device in table.devices:
        device.give(2)
    told = table.concede()
    assert told["view"]["hand"]["number"] == 2
    assert told["deal"]["dealt"]["seeds"] == ["device", "device"]


def test_a_seed_may_come_along_with_an_action(table: Table) -> None:
    table.begin()
    for device in table.devices:
        device.give(1)
    table.devices[0].give(2)
    told = table.concede({"hand": 2, "seed": table.devices[1].seed(2)})
    assert told["deal"]["dealt"] | {"commitment": ""} == {
        "number": 2,
        "commitment": "",
        "seeds": ["device", "device"],
    }


def test_an_action_is_refused_together_with_a_seed_that_does_not_fit(table: Table) -> None:
    table.begin()
    for device in table.devices:
        device.give(1)
    seen = table.people[1].see(table.game)
    move = {"type": "raise", "seed": {"hand": 2, "seed": OTHER}}
    refused(table.people[1].act(table.game, move, seen["version"]), 422, "seed_unfit")
    assert table.see()["version"] == seen["version"]


def test_a_signal_carries_no_seed(db: None) -> None:
    table = Table(options={"signals": "partner"}, players=2)
    table.begin()
    for device in table.devices:
        device.give(1)
    body = {"type": "signal", "sign": "zap", "seed": {"hand": 2, "seed": table.devices[0].seed(2)}}
    refused(table.people[0].act(table.game, body, table.see()["version"]), 422, "invalid_action")


def test_who_has_not_promised_is_not_waited_for(table: Table) -> None:
    assert table.begin(promising=(1,))["deal"]["waiting_for"] == [1]
    dealt = table.devices[1].give(1)
    assert dealt["deal"]["dealt"]["seeds"] == ["server", "device"]


def test_without_any_promise_the_game_begins_at_once(table: Table) -> None:
    assert table.begin(promising=())["deal"]["dealt"]["seeds"] == ["server", "server"]


def test_a_seed_that_was_not_promised_is_refused(table: Table) -> None:
    table.begin()
    body = {"hand": 1, "seed": OTHER}
    refused(table.people[0].client.post(f"/api/v1/games/{table.game}/seeds/", body), 422, "seed_unfit")
    body = {"hand": 1, "seed": table.devices[1].seed(1)}
    refused(table.people[0].client.post(f"/api/v1/games/{table.game}/seeds/", body), 422, "seed_unfit")


@pytest.mark.parametrize("hand", [2, 3])
def test_a_seed_for_a_hand_that_is_not_committed_to_is_refused(table: Table, hand: int) -> None:
    table.begin()
    body = {"hand": hand, "seed": table.devices[0].seed(hand)}
    path = f"/api/v1/games/{table.game}/seeds/"
    refused(table.people[0].client.post(path, body), 409, "seed_not_awaited")


def test_a_seed_for_a_hand_that_is_dealt_is_refused(table: Table) -> None:
    table.begin()
    for device in table.devices:
        device.give(1)
    body = {"hand": 1, "seed": table.devices[0].seed(1)}
    path = f"/api/v1/games/{table.game}/seeds/"
    refused(table.people[0].client.post(path, body), 409, "seed_not_awaited")


def test_a_promise_made_after_the_commitment_counts_from_the_next_one_on(table: Table) -> None:
    """Or a device could choose it once others have given their seeds."""
    table.begin(promising=(1,))
    table.devices[0].promise()
    path = f"/api/v1/games/{table.game}/seeds/"
    body = {"hand": 1, "seed": table.devices[0].values[-2]}
    refused(table.people[0].client.post(path, body), 409, "seed_not_promised")
    assert table.devices[1].give(1)["deal"]["dealt"]["seeds"] == ["server", "device"]
    assert table.see()["deal"]["next"]["promised"] == [0, 1]
    table.devices[0].give(2)
    assert table.concede()["deal"]["waiting_for"] == [1]


def test_a_promise_stands_until_it_counts(table: Table) -> None:
    table.devices[0].promise()
    version = table.devices[0].promise()["version"]
    assert version == table.see()["version"]
    path = f"/api/v1/games/{table.game}/promise/"
    refused(table.people[0].client.post(path, {"anchor": OTHER}), 409, "promise_stands")


def test_another_device_may_take_over_with_a_promise_of_its_own(table: Table) -> None:
    table.begin()
    for device in table.devices:
        device.give(1)
    for device in table.devices:
        device.give(2)
    table.concede()
    other = Device(table.people[0], table.game)
    refused(
        table.people[0].client.post(f"/api/v1/games/{table.game}/promise/", {"anchor": "1"}), 422, "invalid"
    )
    table.devices[0].give(3)
    refused(
        table.people[0].client.post(f"/api/v1/games/{table.game}/promise/", {"anchor": other.anchor}),
        409,
        "promise_stands",
    )
    table.devices[1].give(3)
    table.concede()
    other.promise()
    table.devices[0].give(4)
    table.devices[1].give(4)
    table.concede()
    assert other.give(5)["deal"]["next"]["given"] == [0]


def test_a_seed_given_twice_is_given_once(table: Table) -> None:
    table.begin()
    assert table.devices[0].give(1)["version"] == table.devices[0].give(1)["version"]


def test_who_leaves_takes_the_promise_along(table: Table) -> None:
    table.devices[0].promise()
    cris = person("cris")
    table.game = cris.open_table(seed_seconds=30, players=4)["id"]
    device = Device(table.people[0], table.game)
    good(table.people[0].sit(table.game, seat=1, anchor=device.anchor))
    good(table.people[0].leave(table.game, 1))
    assert good(table.people[1].sit(table.game, seat=1))["deal"]["your_promise"] is None


def test_only_who_sits_there_promises_and_gives(table: Table, ana: Person) -> None:
    table.begin()
    for path, body in (("promise/", {"anchor": OTHER}), ("seeds/", {"hand": 1, "seed": OTHER})):
        refused(ana.client.post(f"/api/v1/games/{table.game}/{path}", body), 403, "not_seated")


def test_no_seed_and_no_promise_after_the_game(table: Table) -> None:
    table.begin()
    good(table.people[0].client.post(f"/api/v1/games/{table.game}/resign/"))
    for path, body in (("promise/", {"anchor": OTHER}), ("seeds/", {"hand": 1, "seed": OTHER})):
        refused(table.people[1].client.post(f"/api/v1/games/{table.game}/{path}", body), 409, "game_over")


def test_a_seed_makes_no_version_stale(table: Table) -> None:
    table.begin()
    for device in table.devices:
        device.give(1)
    seen = table.people[1].see(table.game)
    table.devices[0].give(2)
    assert table.see()["version"] == seen["version"] + 1
    told = good(table.people[1].act(table.game, {"type": "raise"}, seen["version"]))
    assert told["version"] == seen["version"] + 2
    refused(table.people[1].act(table.game, {"type": "raise"}, seen["version"]), 412, "stale_version")


def past(game: str) -> None:
    """Let a sweep look at the game now, due or not."""
    Game.objects.filter(pk=game).update(due_at=timezone.now(), claimed_until=None)


def wait_out(game: str) -> None:
    """Let the time be out for which the deal waits."""
    ends_ms = wait_ends_ms(latest(UUID(game)).table)
    assert ends_ms is not None
    time.sleep(max(0, ends_ms - milliseconds(timezone.now())) / 1000 + 0.01)
    past(game)


def test_a_deal_waits_no_longer_than_the_table_says(db: None) -> None:
    table = Table(seed_seconds=1)
    table.begin()
    table.devices[1].give(1)
    past(table.game)
    sweeping.sweep()
    assert table.see()["view"]["hand"] is None, "a sweep that comes too early does nothing"
    wait_out(table.game)
    assert sweeping.sweep() == 1
    seen = table.see()
    assert seen["deal"]["dealt"]["seeds"] == ["server", "device"]
    assert load(f"game-{table.game}")[-1].actor == services.DEALER


def test_who_let_the_wait_run_out_is_waited_for_again_once_heard_of(db: None) -> None:
    table = Table(seed_seconds=1)
    table.begin()
    table.devices[1].give(1)
    wait_out(table.game)
    sweeping.sweep()
    table.devices[1].give(2)
    told = table.concede()
    assert told["deal"]["dealt"]["seeds"] == ["server", "device"], "nobody waits for a silent device"
    table.devices[0].give(3)
    assert table.concede()["deal"]["waiting_for"] == [1]


@pytest.mark.parametrize("cut", ["cut", "take"])
def test_whoever_cuts_does_so_before_any_seed_is_known(
    db: None, cut: str, check_in_javascript: Check
) -> None:
    table = Table(options={"cut": cut, "target": 2})
    seen = table.begin()
    assert seen["deal"]["next"]["taken"] is False
    path = f"/api/v1/games/{table.game}/seeds/"
    body = {"hand": 1, "seed": table.devices[0].seed(1)}
    refused(table.people[0].client.post(path, body), 409, "seed_not_awaited")
    (cutter,) = table.see()["clock"]["awaited"]
    seen = table.people[cutter].see(table.game)
    cut_at = {"type": "cut", "at": 17, "from": "bottom"}
    waiting = good(table.people[cutter].act(table.game, cut_at, seen["version"]))
    assert waiting["deal"]["waiting_for"] == [0, 1]
    assert (waiting["view"]["legal"], waiting["clock"]["awaited"]) == ([], [])
    table.devices[0].give(1)
    told = table.devices[1].give(1)
    assert told["deal"]["dealt"]["seeds"] == ["device", "device"]
    if cut == "take":
        seat = table.people[cutter]
        taken = good(seat.act(table.game, {"type": "take"}, told["version"]))
        good(seat.act(table.game, {"type": "keep"}, taken["version"]))
    good(table.people[0].client.post(f"/api/v1/games/{table.game}/resign/"))
    hand = table.fairness(1)
    assert hand["cut"] == {"at": 17, "from": "bottom"}
    assert hand["versions"]["cut"] < min(hand["versions"]["seeds"])
    assert check_in_javascript(hand) == []
    assert len(hand["dealt"]["taken"]) == (cut == "take")


def test_what_is_revealed_stays_hidden_until_the_game_ends(table: Table, check_in_javascript: Check) -> None:
    table.begin()
    for hand in (1, 2):
        for device in table.devices:
            device.give(hand)
        table.concede()
    hidden = table.fairness(1)
    assert (hidden["revealed"], hidden["pack"], hidden["dealt"]) == (None, None, None)
    assert hidden["sources"] == ["device", "device"]
    good(table.people[0].client.post(f"/api/v1/games/{table.game}/resign/"))
    for number in (1, 2):
        shown = table.fairness(number)
        assert shown["revealed"]
        assert check_in_javascript(shown) == []


def test_a_table_may_reveal_at_the_end_of_each_hand(db: None, check_in_javascript: Check) -> None:
    table = Table(reveal="hand")
    table.begin()
    for device in table.devices:
        device.give(1)
    assert table.fairness(1)["revealed"] is None
    table.concede()
    assert check_in_javascript(table.fairness(1)) == []
    assert table.fairness(2)["revealed"] is None


def test_the_other_implementation_notices_what_was_changed(table: Table, check_in_javascript: Check) -> None:
    table.begin()
    for device in table.devices:
        device.give(1)
    good(table.people[0].client.post(f"/api/v1/games/{table.game}/resign/"))
    hand = table.fairness(1)
    pack, seeds = hand["pack"], hand["seeds"]
    changes: list[Body] = [
        {"commitment": OTHER},
        {"number": 2},
        {"game": "0b9a3c1e-6d0f-4c55-9a39-1d2f0f6f7a10"},
        {"seeds": [OTHER, seeds[1]]},
        {"seeds": [seeds[0], None]},
        {"pack": [pack[1], pack[0], *pack[2:]]},
        {"revealed": hand["revealed"] | {"salt": OTHER}},
        {"dealt": hand["dealt"] | {"vira": hand["dealt"]["rest"][0]}},
        {"dealt": hand["dealt"] | {"hands": hand["dealt"]["hands"][::-1]}},
        {"revealed": None},
    ]
    assert check_in_javascript(hand) == []
    for change in changes:
        assert check_in_javascript(hand | change), change


def test_the_record_of_a_hand_says_whose_the_seeds_were(table: Table) -> None:
    table.begin(promising=(1,))
    table.devices[1].give(1)
    good(table.people[0].client.post(f"/api/v1/games/{table.game}/resign/"))
    record = good(table.people[0].get(table.game, "hands/1/record/"))
    commitment = table.fairness(1)["commitment"]
    seeds = ["server", "device"]
    assert record["x-deal"] == {"protocol": "deal/1", "commitment": commitment, "seeds": seeds}
    assert good(table.people[0].client.post("/api/v1/verdicts/", record))["status"] == "in_progress"


def test_a_hand_that_nobody_is_bound_to_is_not_found(table: Table) -> None:
    refused(table.people[0].get(table.game, "hands/1/fairness/"), 404, "no_such_hand")
    table.begin()
    assert table.fairness(1)["seeds"] is None
    refused(table.people[0].get(table.game, "hands/2/fairness/"), 404, "no_such_hand")


@pytest.mark.parametrize(
    ("players", "wish"),
    [
        (2, {"options": {"target": 3}}),
        (4, {"options": {"target": 3, "cut": "take"}}),
        (4, {"variant": "cearense", "options": {"target": 3}}),
        (3, {"variant": "gauderio", "options": {"target": 15}}),
        (6, {"variant": "uruguaio", "options": {"target": 15}}),
        (4, {"variant": "goiano", "options": {"target": 3, "coringa": "top"}}),
        (2, {"reveal": "hand", "options": {"target": 3}}),
    ],
)
def test_whole_games_are_fair_to_the_last_card(
    seated: Seating, chance: Random, check_in_javascript: Check, players: int, wish: Body
) -> None:
    chance.seed(f"{players} {wish}")
    game, people = seated(players, **wish)
    devices = [Device(one, game) for one in people]
    for device in devices[1:]:  # the first never sends any
        device.promise()
    while (seen := play_on(game, people, chance, steps=1))["phase"] == "playing":
        following = seen["deal"]["next"]
        if following and following["taken"] and chance.random() < 0.5:
            for seat in set(following["promised"]) - set(following["given"]):
                devices[seat].give(following["number"])
    report = Report()
    check_deals(report)
    assert report.findings == []
    assert report.counts["hands"] + 1 >= report.counts["hands revealed"] > 0
    for number in range(1, report.counts["hands"] + 1):
        told = good(people[0].get(game, f"hands/{number}/fairness/"))
        assert told["sources"][0] == "server"
        if number <= 3:
            assert check_in_javascript(told) == []

"""At a table that a championship assigns, players find themselves seated, and have time to promise seeds."""

import pytest
from django.utils import timezone

from games import services, sweeping
from games.rules.table.deals import DealTerms
from games.rules.table.errors import InvalidTerms
from tests.fairness.test_devices import wait_out
from tests.games.devices import Device
from tests.games.players import person


class Assigned:
    """A table of a championship, whose players find themselves seated."""

    def __init__(self, seconds: int) -> None:
        self.people = [person("zero"), person("one")]
        self.game = str(
            services.open_table(
                variant="paulista",
                options={},
                players=2,
                clock=None,
                seats={seat: one.user.actor for seat, one in enumerate(self.people)},
                actor="system:test",
                origin="championship:1/R1M1/1",
                start=True,
                now=timezone.now(),
                deals=DealTerms(seconds),
            )
        )
        self.devices = [Device(one, self.game) for one in self.people]


def test_at_a_table_of_a_championship_everybody_has_time_to_promise(db: None) -> None:
    table = Assigned(seconds=30)
    seen = table.people[0].see(table.game)
    assert (seen["deal"]["next"], seen["deal"]["waiting_for"]) == (None, [0, 1])
    assert table.devices[0].promise()["deal"]["waiting_for"] == [1]
    told = table.devices[1].promise()
    assert told["deal"]["next"]["promised"] == [0, 1]
    table.devices[1].give(1)
    assert table.devices[0].give(1)["deal"]["dealt"]["seeds"] == ["device", "device"]


def test_and_when_the_time_is_out_the_game_begins_with_those_who_did(db: None) -> None:
    table = Assigned(seconds=1)
    table.devices[0].promise()
    wait_out(table.game)
    sweeping.sweep()
    seen = table.people[0].see(table.game)
    assert (seen["deal"]["next"]["promised"], seen["deal"]["waiting_for"]) == ([0], [0])
    assert table.devices[0].give(1)["deal"]["dealt"]["seeds"] == ["device", "server"]


def test_a_table_without_a_wait_begins_at_once(db: None) -> None:
    table = Assigned(seconds=0)
    assert table.people[0].see(table.game)["view"]["hand"]["number"] == 1


@pytest.mark.parametrize("seconds", [-1, 61])
def test_a_wait_nobody_would_keep_is_refused(db: None, seconds: int) -> None:
    with pytest.raises(InvalidTerms):
        Assigned(seconds)

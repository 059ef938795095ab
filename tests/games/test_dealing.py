"""Chance, in the one place where it is."""

from collections import Counter

from games import dealing
from games.rules.fair import is_value
from games.rules.options import rules_for
from games.rules.table import Table, decide, evolve
from games.rules.table.commands import OpenTable

RULES = rules_for("paulista", 4)


def opened() -> Table:
    """A table for four."""
    (event,) = decide(None, OpenTable("paulista", 4, "user:0"))
    return evolve(None, event, 0)


def test_a_secret_is_the_whole_pack_and_never_the_same() -> None:
    packs = [dealing.draw_secret(opened()).pack for _ in range(50)]
    assert all(sorted(pack) == sorted(RULES.pack) for pack in packs)
    assert len(set(packs)) == 50


def test_every_secret_has_a_salt_of_its_own() -> None:
    salts = {dealing.draw_secret(opened()).salt for _ in range(50)}
    assert len(salts) == 50
    assert all(is_value(salt) for salt in salts)


def test_every_card_comes_to_every_place() -> None:
    """In 2,000 shuffles a place sees each of 40 cards 50 times, give or take seven deviations."""
    table = opened()
    first = Counter(dealing.draw_secret(table).pack[0] for _ in range(2_000))
    assert len(first) == 40
    assert all(3 < times < 100 for times in first.values())


def test_every_seat_may_be_drawn_to_deal() -> None:
    assert {dealing.draw_dealer(RULES) for _ in range(200)} == {0, 1, 2, 3}

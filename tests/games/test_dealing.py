"""Chance, in the one place where it is."""

from collections import Counter

from games import dealing
from games.rules.options import rules_for

RULES = rules_for("paulista", 4)


def test_a_shuffle_is_the_whole_pack_and_never_the_same() -> None:
    packs = [dealing.shuffled(RULES)[0] for _ in range(50)]
    assert all(sorted(pack) == sorted(RULES.pack) for pack in packs)
    assert len(set(packs)) == 50


def test_every_shuffle_has_a_salt_of_its_own() -> None:
    assert len({dealing.shuffled(RULES)[1] for _ in range(50)}) == 50


def test_every_card_comes_to_every_place() -> None:
    """In 2,000 shuffles a place sees each of 40 cards 50 times, give or take seven deviations."""
    first = Counter(dealing.shuffled(RULES)[0][0] for _ in range(2_000))
    assert len(first) == 40
    assert all(3 < times < 100 for times in first.values())


def test_every_seat_may_be_drawn_to_deal() -> None:
    assert {dealing.draw_dealer(RULES) for _ in range(200)} == {0, 1, 2, 3}

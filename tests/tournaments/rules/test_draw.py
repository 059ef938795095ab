"""The recorded draw: anyone can repeat it, and nobody is favoured."""

import hashlib
import hmac
import time
from collections import Counter
from itertools import permutations

import pytest

from tests.tournaments.rules.play import SEED, Play
from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.draw import seeding, shuffled
from tournaments.rules.errors import InvalidOrder, InvalidSeed

ENTRIES = ["ana", "bia", "caio", "davi", "eva"]


def by_the_book(entries: list[str], seed: str) -> list[str]:
    """The documented steps, written once more and as plainly as they read."""
    drawn, counter = sorted(entries), 0
    for i in reversed(range(1, len(drawn))):
        while True:
            block = hmac.new(bytes.fromhex(seed), b"draw/1" + bytes(7) + bytes([counter]), hashlib.sha256)
            x = int(block.hexdigest()[:16], 16)
            counter += 1
            if x < (2**64 // (i + 1)) * (i + 1):
                break
        drawn[i], drawn[x % (i + 1)] = drawn[x % (i + 1)], drawn[i]
    return drawn


def test_a_draw_can_be_repeated_from_its_description() -> None:
    for number in range(50):
        seed = hashlib.sha256(bytes([number])).hexdigest()
        assert shuffled(ENTRIES, seed) == by_the_book(ENTRIES, seed)


def test_a_draw_once_published_stays_what_it_was() -> None:
    assert shuffled(ENTRIES, "00" * 32) == ["caio", "eva", "davi", "bia", "ana"]


def test_the_order_in_which_entries_came_does_not_matter() -> None:
    assert shuffled(ENTRIES[::-1], SEED) == shuffled(ENTRIES, SEED)


def test_every_order_is_as_likely_as_any_other() -> None:
    draws = 6_000
    seeds = (hashlib.sha256(number.to_bytes(4, "big")).hexdigest() for number in range(draws))
    seen = Counter(tuple(shuffled(["a", "b", "c"], seed)) for seed in seeds)
    expected = draws / 6
    chi_square = sum((seen[order] - expected) ** 2 / expected for order in permutations("abc"))
    assert chi_square < 20.5  # 5 degrees of freedom: exceeded once in a thousand draws of such a test


def test_seeding_by_rank_leaves_only_equal_ranks_to_chance() -> None:
    ranks = {"ana": 2, "bia": None, "caio": 1, "davi": 2, "eva": None}
    first = seeding(ENTRIES, method="rank", seed=SEED, ranks=ranks, order=None)
    assert first[0] == "caio"
    assert set(first[1:3]) == {"ana", "davi"}
    assert set(first[3:]) == {"bia", "eva"}
    seeds = (hashlib.sha256(bytes([number])).hexdigest() for number in range(40))
    orders = {seeding(ENTRIES, method="rank", seed=seed, ranks=ranks, order=None) for seed in seeds}
    assert len(orders) == 4


def test_seeding_by_hand_stands_as_given() -> None:
    order = tuple(reversed(ENTRIES))
    assert seeding(ENTRIES, method="hand", seed=SEED, ranks={}, order=order) == order


@pytest.mark.parametrize(
    ("method", "order"),
    [
        ("hand", None),
        ("hand", ("ana", "bia")),
        ("hand", ("ana", "ana", "caio", "davi", "eva")),
        ("hand", ("ana", "bia", "caio", "davi", "zoe")),
        ("draw", tuple(ENTRIES)),
        ("rank", tuple(ENTRIES)),
    ],
)
def test_an_order_that_is_not_one_of_the_entries_or_not_asked_for_is_refused(
    method: str, order: tuple[str, ...] | None
) -> None:
    with pytest.raises(InvalidOrder):
        seeding(ENTRIES, method=method, seed=SEED, ranks={}, order=order)


@pytest.mark.parametrize("seed", ["", "00" * 15, "0x" + "00" * 16, "zz" * 32, "0" * 33, "00 " * 32])
def test_a_short_or_malformed_seed_is_refused(seed: str) -> None:
    with pytest.raises(InvalidSeed):
        shuffled(ENTRIES, seed)


def test_the_draw_records_all_that_is_needed_to_repeat_it() -> None:
    play = Play()
    play.enter(9)
    play.do(cmd.CloseEntries)
    drawn = next(event for event in play.do(cmd.Draw, seed=SEED.upper()) if isinstance(event, ev.DrawMade))
    assert drawn.seed == SEED
    assert drawn.method == "draw"
    assert list(drawn.entries) == sorted(play.state.entries)
    assert list(drawn.order) == by_the_book(list(drawn.entries), drawn.seed)


def test_a_draw_of_4096_entries_takes_less_than_a_second() -> None:
    entries = [f"e{number}" for number in range(4096)]
    before = time.process_time()
    shuffled(entries, SEED)
    assert time.process_time() - before < 1

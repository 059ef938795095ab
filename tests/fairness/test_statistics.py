"""The shuffle is even: chi-square tests over fixed seeds, so that they come out the same in every run.

Each compares a statistic with the value that even shuffles exceed once in a million tests; a shuffle that is
only slightly uneven exceeds it by far, which the last tests show.
"""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from itertools import pairwise
from math import sqrt

import pytest

from games.rules import fair

GAME = "0b9a3c1e-6d0f-4c55-9a39-1d2f0f6f7a10"
PACK = tuple(map(str, range(12)))
RUNS = 6_000
Z = 4.753
"""A normal variable is larger once in a million times."""

Shuffle = Callable[[int], Sequence[str]]


def value(name: str) -> str:
    return sha256(name.encode()).hexdigest()


def by_salt(run: int) -> Sequence[str]:
    """Every run with another salt, and no device."""
    return fair.shuffled(GAME, 1, fair.Secret(value(f"salt {run}"), PACK), (None, None))


def by_seed(run: int) -> Sequence[str]:
    """One salt for all, and one of two devices that gives another seed every time."""
    secret = fair.Secret(value("one salt"), PACK)
    return fair.shuffled(GAME, 1, secret, (value("steady"), value(f"seed {run}")))


def by_hand(run: int) -> Sequence[str]:
    """Everything the same but the number of the hand."""
    return fair.shuffled(GAME, run, fair.Secret(value("one salt"), PACK), (value("a"), value("b")))


def by_cut(run: int) -> Sequence[str]:
    """Everything the same but the game and the cut."""
    cut = (1 + run % 11, "top" if run % 2 else "bottom")
    return fair.shuffled(f"{GAME[:-6]}{run:06}", 1, fair.Secret(value("one salt"), PACK), (None,) * 4, cut)


def limit(degrees: int) -> float:
    """What chi-square of so many degrees of freedom exceeds once in a million times (Wilson, Hilferty)."""
    part = 2 / (9 * degrees)
    return degrees * (1 - part + Z * sqrt(part)) ** 3


def chi_square(counts: Iterable[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


def positions(shuffle: Shuffle) -> tuple[float, int]:
    """How evenly each card comes to each place: statistic and degrees of freedom."""
    size = len(PACK)
    counts = [[0] * size for _ in PACK]
    for run in range(1, RUNS + 1):
        for place, card in enumerate(shuffle(run)):
            counts[int(card)][place] += 1
    return chi_square((count for row in counts for count in row), RUNS / size), (size - 1) ** 2


def neighbours(shuffle: Shuffle) -> tuple[float, int]:
    """How evenly each card comes to lie upon each other: statistic and degrees of freedom."""
    size = len(PACK)
    counts: dict[tuple[str, str], int] = {(a, b): 0 for a in PACK for b in PACK if a != b}
    for run in range(1, RUNS + 1):
        for pair in pairwise(shuffle(run)):
            counts[pair] += 1
    return chi_square(counts.values(), RUNS * (size - 1) / len(counts)), len(counts) - 1


def first_three(shuffle: Shuffle) -> tuple[float, int]:
    """How evenly each three cards, in their order, come to be dealt first."""
    size = len(PACK)
    counts: dict[tuple[str, ...], int] = {}
    for run in range(1, RUNS + 1):
        top = tuple(shuffle(run)[:3])
        counts[top] = counts.get(top, 0) + 1
    cells = size * (size - 1) * (size - 2)
    empty = [0] * (cells - len(counts))
    return chi_square([*counts.values(), *empty], RUNS / cells), cells - 1


@pytest.mark.parametrize("measure", [positions, neighbours, first_three])
@pytest.mark.parametrize("shuffle", [by_salt, by_seed, by_hand, by_cut])
def test_the_shuffle_is_even(shuffle: Shuffle, measure: Callable[[Shuffle], tuple[float, int]]) -> None:
    statistic, degrees = measure(shuffle)
    assert statistic < limit(degrees)
    assert statistic > degrees - 5 * sqrt(2 * degrees), "too even to be chance"


def test_every_order_of_four_cards_comes_equally_often() -> None:
    counts: dict[Sequence[str], int] = {}
    for run in range(24 * 400):
        pack = fair.shuffled(GAME, 1, fair.Secret(value(f"four {run}"), ("a", "b", "c", "d")), (None, None))
        counts[pack] = counts.get(pack, 0) + 1
    assert len(counts) == 24
    assert chi_square(counts.values(), 400) < limit(23)


@pytest.mark.parametrize("bound", [3, 7, 40, 46, 52, 2**31 + 1])
def test_numbers_below_a_bound_are_even(bound: int) -> None:
    """With the large bound every other word is passed over, or its lower half would come twice as often."""
    words = fair._words(bytes.fromhex(value(f"bound {bound}")))
    cells = min(bound, 64)
    counts = [0] * cells
    for _ in range(200 * cells):
        counts[fair._below(bound, words) * cells // bound] += 1
    assert chi_square(counts, 200) < limit(cells - 1)


@pytest.mark.parametrize("changed", [0, 7, 31])
def test_one_bit_of_one_seed_changes_everything(changed: int) -> None:
    """Two packs whose seeds differ in a bit agree in as many places as any two: one, on average."""
    pack = tuple(map(str, range(40)))
    same = 0
    for run in range(400):
        secret, seed = fair.Secret(value(f"bits {run}"), pack), bytearray.fromhex(value(f"seed {run}"))
        one = fair.shuffled(GAME, 1, secret, (seed.hex(), None))
        seed[changed] ^= 1
        other = fair.shuffled(GAME, 1, secret, (seed.hex(), None))
        same += sum(a == b for a, b in zip(one, other, strict=True))
    assert abs(same - 400) < 5 * sqrt(400)


def lazy(run: int) -> Sequence[str]:
    """A shuffle with a well-known fault: every card changes places with any, so orders are not even."""
    pack, words = list(PACK), fair._words(bytes.fromhex(value(f"lazy {run}")))
    for place in range(len(pack)):
        other = fair._below(len(pack), words)
        pack[place], pack[other] = pack[other], pack[place]
    return pack


def hasty(run: int) -> Sequence[str]:
    """A shuffle that leaves the last two as they are once in twenty times."""
    pack = list(by_salt(run))
    return [card for card in pack if card not in "01"] + ["0", "1"] if run % 20 == 0 else pack


@pytest.mark.parametrize("shuffle", [lazy, hasty])
def test_the_measures_notice_a_shuffle_that_is_not(shuffle: Shuffle) -> None:
    measured = [measure(shuffle) for measure in (positions, neighbours)]
    assert any(statistic > limit(degrees) for statistic, degrees in measured)

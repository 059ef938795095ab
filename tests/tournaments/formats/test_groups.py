"""The draw of groups: sizes, pots, and clubs kept apart."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.draw import numbers
from tournaments.rules.formats.groups import draw_groups, pots_of, serpentine, sizes

SEED = bytes(range(16))


def _names(count: int) -> list[str]:
    return [f"D{number:03}" for number in range(1, count + 1)]


@given(st.integers(1, 200), st.integers(1, 20))
def test_sizes_differ_by_one_at_most(entries: int, groups: int) -> None:
    found = sizes(entries, groups)
    assert sum(found) == entries
    assert len(found) == groups
    assert max(found) - min(found) <= 1
    assert list(found) == sorted(found, reverse=True)


@given(st.integers(1, 120), st.integers(1, 16), st.binary(min_size=16, max_size=16))
def test_each_group_has_one_of_each_pot_and_all_are_drawn(entries: int, groups: int, seed: bytes) -> None:
    pots = pots_of(_names(entries), groups)
    found = draw_groups(pots, groups, numbers(seed))
    assert tuple(map(len, found)) == sizes(entries, groups)
    assert sorted(entry for group in found for entry in group) == _names(entries)
    for group in found:
        assert all(entry in pot for entry, pot in zip(group, pots, strict=False))


@given(
    st.lists(st.integers(0, 12), min_size=1, max_size=90),
    st.integers(1, 12),
    st.binary(min_size=16, max_size=16),
)
def test_a_club_is_kept_apart_as_far_as_its_size_allows(clubs: list[int], groups: int, seed: bytes) -> None:
    names = _names(len(clubs))
    of = {name: str(club) for name, club in zip(names, clubs, strict=True)}
    found = draw_groups(pots_of(names, groups), groups, numbers(seed), of)
    for club, members in Counter(of.values()).items():
        most = max(sum(of[entry] == club for entry in group) for group in found)
        assert most <= -(-members // groups)
    assert tuple(map(len, found)) == sizes(len(names), groups)


def test_a_draw_can_be_repeated_from_its_seed_in_whatever_order_the_pots_are_told() -> None:
    pots = pots_of(_names(42), 7)
    clubs = {name: str(number % 5) for number, name in enumerate(_names(42))}
    first = draw_groups(pots, 7, numbers(SEED), clubs)
    again = draw_groups([pot[::-1] for pot in pots], 7, numbers(SEED), clubs)
    assert first == again
    assert first != draw_groups(pots, 7, numbers(bytes(16)), clubs)


def test_a_draw_favours_nobody() -> None:
    """Each of the second pot comes to the first seed's group about as often as the others."""
    pots = pots_of(_names(8), 4)
    source = numbers(SEED)
    beside = Counter(
        next(group[1] for group in draw_groups(pots, 4, source) if group[0] == "D001") for _ in range(2000)
    )
    assert set(beside) == set(pots[1])
    assert all(400 < count < 600 for count in beside.values())


def test_a_serpentine_goes_down_and_up() -> None:
    assert serpentine(list("ABCDEFGH"), 3) == (("A", "F", "G"), ("B", "E", "H"), ("C", "D"))


def test_a_pot_larger_than_the_number_of_groups_is_no_pot() -> None:
    with pytest.raises(ValueError, match="more entries than there are groups"):
        draw_groups([("A", "B", "C")], 2, numbers(SEED))

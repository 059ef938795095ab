"""A Swiss round is the best pairing there is: proved by trying all others where the field is small."""

import time
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules.formats.swiss_pairing import Entrant, SwissRound, pair


class Event:
    """A Swiss event played at random: the best entrant wins oftener, and nobody is asked twice."""

    def __init__(self, size: int, seed: int, clubs: int = 0) -> None:
        self.chance = Random(seed)
        self.names = [f"D{number:03}" for number in range(1, size + 1)]
        self.points = dict.fromkeys(self.names, 0)
        self.met: dict[str, set[str]] = {name: set() for name in self.names}
        self.byes = dict.fromkeys(self.names, 0)
        self.home = dict.fromkeys(self.names, 0)
        self.away = dict.fromkeys(self.names, 0)
        self.club = {name: f"C{self.chance.randrange(clubs)}" if clubs else "" for name in self.names}

    def entrants(self) -> list[Entrant]:
        order = sorted(self.names, key=lambda name: (-self.points[name], name))
        return [
            Entrant(
                name,
                self.points[name],
                self.club[name],
                frozenset(self.met[name]),
                self.byes[name],
                self.home[name],
                self.away[name],
            )
            for name in order
        ]

    def play(self, drawn: SwissRound) -> None:
        for home, away in drawn.matches:
            self.met[home].add(away)
            self.met[away].add(home)
            self.home[home] += 1
            self.away[away] += 1
            self.points[self.chance.choice([home, away])] += 3
        if drawn.bye:
            self.byes[drawn.bye] += 1
            self.points[drawn.bye] += 3

    def rounds(self, number: int, *, apart: bool = False) -> Iterator[SwissRound]:
        for left in range(number - 1, -1, -1):
            drawn = pair(self.entrants(), clubs_apart=apart, rounds_after=left)
            yield drawn
            self.play(drawn)


def _everybody_once(drawn: SwissRound) -> list[str]:
    names = [name for match in drawn.matches for name in match]
    return sorted([*names, *([drawn.bye] if drawn.bye else [])])


@pytest.mark.parametrize("size", range(2, 16))
@pytest.mark.parametrize("seed", range(3))
def test_as_many_rounds_as_there_are_opponents_bring_no_rematch_and_no_second_bye(
    size: int, seed: int
) -> None:
    event = Event(size, seed)
    for drawn in event.rounds(size - 1 + size % 2):
        assert _everybody_once(drawn) == event.names
        assert drawn.again == ()
    assert all(len(event.met[name]) == size - 1 for name in event.names)
    assert set(event.byes.values()) == {size % 2}


@settings(max_examples=60, deadline=None)
@given(st.integers(4, 40), st.integers(0, 10**6), st.integers(1, 5))
def test_nobody_meets_again_or_rests_again(size: int, seed: int, rounds: int) -> None:
    event = Event(size, seed)
    for drawn in event.rounds(min(rounds, size - 1)):
        assert _everybody_once(drawn) == event.names
        assert drawn.again == ()
        assert (drawn.bye is None) == (size % 2 == 0)
    assert max(event.byes.values()) <= 1


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 20), st.integers(0, 10**6), st.integers(2, 6))
def test_clubs_are_kept_apart_in_the_first_round_whenever_they_can_be(
    size: int, seed: int, clubs: int
) -> None:
    event = Event(size, seed, clubs)
    drawn = pair(event.entrants(), clubs_apart=True)
    together = sum(event.club[home] == event.club[away] for home, away in drawn.matches)
    largest = max(list(event.club.values()).count(club) for club in event.club.values())
    with_bye = size + size % 2
    assert together == max(0, largest - with_bye // 2)


def _all_pairings(entrants: Sequence[Entrant]) -> Iterator[list[tuple[Entrant, Entrant]]]:
    if not entrants:
        yield []
        return
    first, *rest = entrants
    for other in rest:
        for pairs in _all_pairings([each for each in rest if each is not other]):
            yield [(first, other), *pairs]


def _measure(pairs: Sequence[tuple[Entrant, Entrant]], bands: dict[int, int]) -> tuple[int, int, int]:
    """Repetitions, clubmates together, and the squares of the distances between scores."""
    return (
        sum(other.id in one.met for one, other in pairs),
        sum(bool(one.club) and one.club == other.club for one, other in pairs),
        sum((bands[one.points] - bands[other.points]) ** 2 for one, other in pairs),
    )


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([4, 6, 8]), st.integers(0, 10**6), st.integers(0, 3), st.integers(0, 3))
def test_no_other_pairing_is_better(size: int, seed: int, clubs: int, rounds: int) -> None:
    event = Event(size, seed, clubs)
    for _ in range(rounds):
        event.play(pair(event.entrants(), clubs_apart=True))
    entrants = event.entrants()
    named = {each.id: each for each in entrants}
    bands = {points: band for band, points in enumerate(sorted({each.points for each in entrants}))}
    drawn = pair(entrants, clubs_apart=True)
    found = _measure([(named[home], named[away]) for home, away in drawn.matches], bands)
    assert found == min(_measure(pairs, bands) for pairs in _all_pairings(entrants))


def test_in_the_first_round_the_upper_half_meets_the_lower_half() -> None:
    drawn = pair([Entrant(name) for name in "ABCDEFGH"])
    assert drawn.matches == (("A", "E"), ("B", "F"), ("C", "G"), ("D", "H"))


def test_the_lowest_who_has_not_rested_has_the_bye() -> None:
    entrants = [Entrant("A", 6), Entrant("B", 3), Entrant("C", 3), Entrant("D", 0), Entrant("E", 0, byes=1)]
    assert pair(entrants).bye == "D"
    assert pair([Entrant(name, byes=1) for name in "ABC"]).bye == "C"


def test_a_bye_goes_up_where_the_lowest_could_not_rest_without_a_rematch() -> None:
    """C and D have met only each other and A; were D to rest, A and C would meet again."""
    entrants = [
        Entrant("A", 3, met=frozenset("B")),
        Entrant("B", 3, met=frozenset("A")),
        Entrant("C", 0),
    ]
    drawn = pair(entrants)
    assert drawn.again == ()
    assert drawn.bye == "B"


def test_what_cannot_be_avoided_is_told() -> None:
    drawn = pair([Entrant("A", met=frozenset("B")), Entrant("B", met=frozenset("A"))])
    assert drawn.matches == (("A", "B"),)
    assert drawn.again == (("A", "B"),)


def test_whoever_was_at_home_less_often_is_at_home() -> None:
    assert pair([Entrant("A", home=2, away=1), Entrant("B", home=1, away=2)]).matches == (("B", "A"),)
    assert pair([Entrant("A", home=1, away=1), Entrant("B")]).matches == (("B", "A"),)
    assert pair([Entrant("A"), Entrant("B")]).matches == (("A", "B"),)


def test_who_leaves_and_comes_back_keeps_the_byes_it_had() -> None:
    """The record of an entry is not forgotten while it is away, so that nobody collects byes."""
    event = Event(5, 1)
    first = pair(event.entrants())
    event.play(first)
    absent = first.bye
    away = [each for each in event.entrants() if each.id != absent]
    event.play(pair(away))
    assert pair(event.entrants()).bye != absent


def test_the_same_field_is_always_paired_alike() -> None:
    event = Event(64, 5, 8)
    event.play(pair(event.entrants()))
    assert pair(event.entrants(), clubs_apart=True) == pair(event.entrants(), clubs_apart=True)


@pytest.mark.parametrize("size", [511, 512])
def test_a_field_of_512_is_paired_in_two_seconds(size: int) -> None:
    event = Event(size, 7, 60)
    for _ in range(3):
        started = time.process_time()
        drawn = pair(event.entrants(), clubs_apart=True, rounds_after=3)
        assert time.process_time() - started < 2
        assert all(event.club[home] != event.club[away] for home, away in drawn.matches)
        event.play(drawn)

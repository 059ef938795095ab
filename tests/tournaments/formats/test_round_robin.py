"""Round robins follow the Berger tables."""

from itertools import chain, combinations

import pytest

from tournaments.rules.formats.protocol import Drawn, Played, Progress
from tournaments.rules.formats.round_robin import RoundRobin, berger, schedule

HANDBOOK = {
    4: "1-4 2-3 / 4-3 1-2 / 2-4 3-1",
    6: "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 / 8-6 7-5 1-4 2-3 / 3-8 4-2 5-1 6-7 / "
    "8-7 1-6 2-5 3-4 / 4-8 5-3 6-2 7-1",
}


@pytest.mark.parametrize("size", HANDBOOK)
def test_the_tables_are_those_of_the_handbook(size: int) -> None:
    written = " / ".join(" ".join(f"{h}-{a}" for h, a in each) for each in berger(size))
    assert written == HANDBOOK[size]


@pytest.mark.parametrize("size", range(2, 33))
def test_everybody_meets_everybody_once_and_plays_once_a_round(size: int) -> None:
    rounds = schedule([str(number) for number in range(size)])
    met = [frozenset(pair) for each in rounds for pair in each.matches]
    assert len(met) == len(set(met)) == size * (size - 1) // 2
    assert len(rounds) == size - 1 + size % 2
    for each in rounds:
        names = [*chain.from_iterable(each.matches), *([each.resting] if each.resting else [])]
        assert sorted(names) == sorted(str(number) for number in range(size))


@pytest.mark.parametrize("size", range(3, 32, 2))
def test_with_an_odd_number_each_rests_once(size: int) -> None:
    resting = [each.resting for each in schedule([str(number) for number in range(size)])]
    assert sorted(filter(None, resting)) == sorted(str(number) for number in range(size))


@pytest.mark.parametrize("size", range(2, 33))
def test_the_first_deal_is_balanced(size: int) -> None:
    """Home deals first: half of the matches, or one more or less where half is no whole number."""
    home = [pair[0] for each in berger(size) for pair in each if max(pair) <= size]
    for number in range(1, size + 1):
        assert abs(2 * home.count(number) - (size - 1)) <= 1


def test_a_return_leg_is_a_whole_cycle_later_with_the_other_side_at_home() -> None:
    rounds = schedule(list("ABCDE"), cycles=2)
    assert [each.number for each in rounds] == list(range(1, 11))
    assert rounds[0].matches == (("B", "E"), ("C", "D"))
    assert rounds[0].resting == "A"
    for first, second in zip(rounds[:5], rounds[5:], strict=True):
        assert second.number == first.number + 5
        assert second.resting == first.resting
        assert second.matches == tuple((away, home) for home, away in first.matches)


def test_a_league_ends_in_its_table() -> None:
    drawn = Drawn(("A", "B", "C"), {"cycles": 2, "points": {"win": 2}, "criteria": ["points", "legs_for"]})
    planned = RoundRobin().plan(drawn)
    assert len({each.id for each in planned}) == 6
    sides = [(each, each.home.of, each.away.of) for each in planned]
    played = tuple(
        Played(each.id, each.round, home, away, min(home, away), max(home, away), "played")
        for each, home, away in sides
    )
    places = RoundRobin().placings(drawn, Progress(tuple(planned), played))
    assert [(each.place, each.entries) for each in places] == [(1, ("A",)), (2, ("B",)), (3, ("C",))]
    assert RoundRobin().further(drawn, Progress(tuple(planned), played)) == ()


def test_those_level_share_a_place() -> None:
    drawn = Drawn(("A", "B", "C", "D"), {})
    planned = tuple(RoundRobin().plan(drawn))
    played = tuple(
        Played(each.id, each.round, each.home.of, each.away.of, "", "", "double_walkover") for each in planned
    )
    places = RoundRobin().placings(drawn, Progress(planned, played))
    assert [(each.place, each.entries) for each in places] == [(1, ("A", "B", "C", "D"))]


@pytest.mark.parametrize(
    ("config", "path"),
    [
        ({"cycles": 3}, "cycles"),
        ({"cycles": True}, "cycles"),
        ({"rounds": 3}, "rounds"),
        ({"criteria": ["beauty"]}, "criteria.0"),
        ({"points": {"win": "3"}}, "points.win"),
        ({"bye": {"legs": [2]}}, "bye.legs"),
        ({"ranks": "olympic"}, "ranks"),
    ],
)
def test_a_fault_is_named_by_its_path(config: dict[str, object], path: str) -> None:
    assert [fault.path for fault in RoundRobin().check(config)] == [path]  # type: ignore[arg-type]  # wrong on purpose
    assert RoundRobin().check(config)[0].text  # type: ignore[arg-type]  # wrong on purpose


def test_a_sound_configuration_has_no_faults() -> None:
    assert RoundRobin().check({"cycles": 2, "points": {"win": 3}, "criteria": ["points", "lots"]}) == []
    assert len(list(combinations("ABCD", 2))) == len(RoundRobin().plan(Drawn(("A", "B", "C", "D"), {})))

"""A season: points by place, a table, a final, and series."""

from fractions import Fraction

import pytest

from tournaments.rules.formats.protocol import Place
from tournaments.rules.formats.season import SeasonRules, earned, finalists, season_table, series

RULES = SeasonRules(by_place=(10, 6, 4, 2), taking_part=1)
ENTRIES = list("ABCDE")
FIRST = [Place(1, ("A",)), Place(2, ("B",)), Place(3, ("C", "D")), Place(5, ("E",))]
SECOND = [Place(1, ("B",)), Place(2, ("A",)), Place(3, ("E",))]
THIRD = [Place(1, ("C",)), Place(2, ("B",)), Place(3, ("A",))]


def test_places_give_points_and_taking_part_does_too() -> None:
    assert earned(RULES, FIRST) == {"A": 11, "B": 7, "C": 5, "D": 5, "E": 1}


def test_those_who_share_places_may_share_their_points() -> None:
    sharing = SeasonRules(by_place=(10, 6, 3, 2), share=True)
    assert earned(sharing, FIRST)["C"] == Fraction(5, 2)
    assert earned(sharing, [Place(4, ("A", "B", "C"))])["A"] == Fraction(2, 3)


def test_the_table_of_a_season_is_by_points_then_by_championships_won() -> None:
    table = season_table(ENTRIES, [FIRST, SECOND], RULES)
    assert [(row.rank, row.entry, row.values["points"]) for row in table.rows] == [
        (1, "A", 18),
        (1, "B", 18),
        (3, "E", 6),
        (4, "C", 5),
        (4, "D", 5),
    ]
    assert table.pending == (("A", "B"), ("C", "D"))
    third = season_table(ENTRIES, [FIRST, SECOND, THIRD], SeasonRules(by_place=(10, 6, 4, 2)))
    assert [row.entry for row in third.rows][:2] == ["B", "A"]


def test_only_the_best_results_count_where_the_regulation_says_so() -> None:
    best = season_table(ENTRIES, [FIRST, SECOND, THIRD], SeasonRules((10, 6, 4), best_results=1))
    assert {row.entry: row.values["points"] for row in best.rows} == {
        "A": 10,
        "B": 10,
        "C": 10,
        "D": 4,
        "E": 4,
    }


def test_bonus_and_penalty_points_stand_apart_from_places() -> None:
    rules = SeasonRules((10, 6), bonus={"A": -20, "D": 3})
    points = {row.entry: row.values["points"] for row in season_table(ENTRIES, [FIRST], rules).rows}
    assert points == {"A": -10, "B": 6, "C": 0, "D": 3, "E": 0}


def test_lots_settle_what_a_season_leaves_level() -> None:
    rules = SeasonRules(by_place=(10, 6, 4, 2), lots=("D", "C", "B", "A"))
    table = season_table(ENTRIES, [FIRST], rules)
    assert [row.entry for row in table.rows] == ["A", "B", "D", "C", "E"]


def test_the_final_takes_the_winners_and_then_the_table() -> None:
    table = season_table(ENTRIES, [FIRST, SECOND, THIRD], RULES)
    found = finalists(table, [FIRST, SECOND, THIRD], direct=1, size=4)
    assert found.through == ("A", "B", "C", "E")
    assert found.undecided == ()


def test_a_place_in_the_final_that_only_lots_can_give_is_left_open() -> None:
    table = season_table(ENTRIES, [FIRST], RULES)
    found = finalists(table, [], direct=0, size=3)
    assert (found.through, found.undecided) == (("A", "B"), ("C", "D"))
    inside = finalists(table, [[Place(1, ("C",))]], direct=1, size=3)
    assert (inside.through, inside.undecided) == (("C", "A", "B"), ())


@pytest.mark.parametrize(
    ("winners", "best_of", "won", "winner", "home"),
    [
        ([], 5, (0, 0), None, 0),
        ([0], 5, (1, 0), None, 1),
        ([0, 1, 0], 5, (2, 1), None, 1),
        ([0, 1, 0, 0], 5, (3, 1), 0, None),
        ([0, 0, 0, 1], 5, (3, 0), 0, None),
        ([0, 1], 2, (1, 1), None, None),
        ([1], 1, (0, 1), 1, None),
    ],
)
def test_a_series_ends_when_one_side_cannot_be_caught(
    winners: list[int], best_of: int, won: tuple[int, int], winner: int | None, home: int | None
) -> None:
    found = series(winners, best_of)
    assert (found.won, found.winner, found.next_home) == (won, winner, home)


def test_home_games_follow_the_pattern_of_the_regulation() -> None:
    homes = [series([0, 1, 0, 1][:played], 5, "HHAAH").next_home for played in range(5)]
    assert homes == [0, 0, 1, 1, 0]


def test_of_two_level_on_points_the_one_with_more_championships_won_stands_above() -> None:
    championships = [[Place(1, ("X",)), Place(2, ("B",))], [Place(1, ("A",)), Place(2, ("B",))]]
    table = season_table(
        ["B", "A", "X"], championships, SeasonRules((10, 5), criteria=("points", "wins", "seed"))
    )
    assert [row.entry for row in table.rows] == ["A", "X", "B"]
    assert [dict(row.values) for row in table.rows] == [
        {"points": 10, "wins": 1, "seed": 2},
        {"points": 10, "wins": 1, "seed": 3},
        {"points": 10, "wins": 0, "seed": 1},
    ]


def test_more_who_come_in_directly_than_the_final_has_places_leave_none_for_the_table() -> None:
    table = season_table(ENTRIES, [FIRST, SECOND], RULES)
    found = finalists(table, [FIRST, SECOND], direct=2, size=1)
    assert (found.through, found.undecided) == (("A", "B"), ())

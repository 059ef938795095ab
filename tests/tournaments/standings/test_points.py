"""What each outcome is worth, and what the table counts in the place of what was played."""

from typing import Any

import pytest

from tests.tournaments.standings.records import played, record, table, value

CLUB = {
    "win": 3,
    "draw": 2,
    "loss": 1,
    "walkover_win": 4,
    "walkover_loss": -3,
    "abandon_win": 5,
    "abandon_loss": -1,
    "by_legs": {"2-1": [2, 0], "1-1": [7, 7], "0-2": [6, -6]},
}


def _points(match: dict[str, Any], points: dict[str, Any] | None = None) -> list[int]:
    data = record(matches=[match], points=CLUB if points is None else points)
    return [value(data, entry, "points") for entry in ("D1", "D2")]


@pytest.mark.parametrize(
    ("match", "expected"),
    [
        ({"outcome": "played", "legs": [[12, 3], [12, 5]]}, [3, 1]),
        ({"outcome": "played", "legs": [[3, 12], [5, 12]]}, [1, 3]),
        ({"outcome": "played", "legs": [[12, 3], [5, 12], [12, 11]]}, [2, 0]),
        ({"outcome": "played", "legs": [[12, 3], [5, 12]]}, [7, 7]),
        ({"outcome": "played", "legs": [[11, 11]]}, [2, 2]),
        ({"outcome": "played", "legs": [[12, 3], [12, 5]], "winner": "D2"}, [-6, 6]),
        ({"outcome": "walkover", "winner": "D2"}, [-3, 4]),
        ({"outcome": "walkover", "winner": "D1", "counts": {"legs": [2, 1]}}, [4, -3]),
        ({"outcome": "double_walkover"}, [-3, -3]),
        ({"outcome": "abandoned", "winner": "D1", "legs": [[12, 3], [5, 12]]}, [5, -1]),
        ({"outcome": "abandoned", "legs": [[12, 3]]}, [5, -1]),
        ({"outcome": "adjudicated", "winner": "D2"}, [1, 3]),
        ({"outcome": "adjudicated", "legs": [[12, 3], [5, 12]]}, [7, 7]),
        ({"outcome": "not_played"}, [0, 0]),
    ],
)
def test_each_kind_of_outcome_pays_both_sides(match: dict[str, Any], expected: list[int]) -> None:
    assert _points({"home": "D1", "away": "D2", **match}) == expected


def test_a_kind_without_points_of_its_own_pays_what_the_score_pays() -> None:
    points = {"win": 3, "by_legs": {"2-0": [4, -1]}}
    walkover = {"home": "D1", "away": "D2", "outcome": "walkover", "winner": "D1"}
    assert _points(walkover, points) == [3, 0]
    assert _points({**walkover, "counts": {"legs": [2, 0]}}, points) == [4, -1]


def test_both_absent_pays_its_own_kind_where_there_is_one() -> None:
    match = {"home": "D1", "away": "D2", "outcome": "double_walkover"}
    assert _points(match, {"win": 3, "walkover_loss": -1, "double_walkover": -2}) == [-2, -2]


def test_an_adjudication_may_have_points_of_its_own() -> None:
    points = {"win": 3, "adjudicated_win": 2, "adjudicated_loss": -2, "adjudicated_draw": 9}
    ruled = {"home": "D1", "away": "D2", "outcome": "adjudicated"}
    assert _points({**ruled, "winner": "D1"}, points) == [2, -2]
    assert _points({**ruled, "counts": {"legs": [1, 1]}}, points) == [9, 9]


def test_without_a_table_a_win_is_worth_three_and_a_draw_one() -> None:
    data = record(matches=[played("D1", "D2", (12, 3)), played("D2", "D3", (11, 11))])
    del data["points"]
    assert [row["values"]["points"] for row in table(data)["rows"]] == [3, 1, 1]


def test_a_kind_left_out_of_a_table_pays_nothing() -> None:
    assert _points(played("D1", "D2", (12, 3)), {"loss": 1}) == [0, 1]
    assert _points(played("D1", "D2", (11, 11)), {"loss": 1}) == [0, 0]
    assert _points(played("D1", "D2", (12, 3)), {"win": 1}) == [1, 0]


def test_points_counted_for_a_match_stand_before_all_kinds() -> None:
    assert _points(played("D1", "D2", (12, 3), counts={"points": [-5, 8]})) == [-5, 8]


def test_what_counts_replaces_legs_and_tentos_and_leaves_the_win_that_was_played() -> None:
    match = played("D1", "D2", (12, 9), (12, 7), counts={"legs": [3, 0], "tentos": [36, 0]})
    criteria = ["points", "wins", "legs_for", "tentos_for", "tentos_against", "leg_difference"]
    data = record(matches=[match], criteria=criteria)
    assert [value(data, "D1", each) for each in criteria] == [3, 1, 3, 36, 0, 3]
    assert [value(data, "D2", each) for each in criteria] == [0, 0, 0, 0, 36, -3]


def test_counting_legs_alone_leaves_the_tentos_that_were_played() -> None:
    match = played("D1", "D2", (12, 9), (12, 7), counts={"legs": [3, 0]})
    assert value(record(matches=[match], criteria=["tentos_for"]), "D1", "tentos_for") == 24


def test_counted_legs_decide_a_ruling_that_played_legs_leave_open() -> None:
    match = {"home": "D1", "away": "D2", "outcome": "adjudicated", "legs": [[12, 9], [3, 12]]}
    data = record(matches=[{**match, "counts": {"legs": [0, 2]}}], criteria=["wins"])
    assert value(data, "D2", "wins") == 1


def test_counted_legs_never_turn_round_a_win_that_was_played() -> None:
    data = record(matches=[played("D1", "D2", (12, 9), counts={"legs": [0, 2]})], criteria=["wins"])
    assert value(data, "D1", "wins") == 1


def test_wins_draws_and_losses_are_noted_whatever_they_pay() -> None:
    matches = [
        {"home": "D1", "away": "D2", "outcome": "walkover", "winner": "D1"},
        {"home": "D1", "away": "D2", "outcome": "double_walkover"},
        {"home": "D1", "away": "D2", "outcome": "not_played"},
        played("D1", "D2", (12, 3), (3, 12)),
    ]
    data = record(matches=matches, criteria=["wins", "draws", "losses"])
    assert [value(data, "D1", each) for each in ("wins", "draws", "losses")] == [1, 1, 1]
    assert [value(data, "D2", each) for each in ("wins", "draws", "losses")] == [0, 1, 2]


def test_a_bye_is_a_win_against_nobody() -> None:
    bye = {"home": "D1", "away": None, "outcome": "walkover", "winner": "D1", "counts": {"legs": [2, 0]}}
    criteria = ["points", "wins", "legs_for", "buchholz"]
    data = record(matches=[bye], criteria=criteria, points={"win": 3, "bye": 2})
    assert [value(data, "D1", each) for each in criteria] == [2, 1, 2, 0]


def test_flores_are_told_in_all_or_leg_by_leg() -> None:
    matches = [
        played("D1", "D2", (30, 12), flores=[2, 1]),
        played("D1", "D3", (30, 3), (30, 7), flores=[[1, 0], [0, 2]], counts={"flores": [1, 1]}),
    ]
    data = record(matches=matches, criteria=["flores_for", "flores_difference"])
    assert [value(data, "D1", each) for each in ("flores_for", "flores_difference")] == [3, 1]


def test_where_no_flores_are_told_there_were_none() -> None:
    data = record(matches=[played("D1", "D2", (12, 3))], criteria=["flores_for", "flores_difference"])
    assert [value(data, "D1", each) for each in ("flores_for", "flores_difference")] == [0, 0]
    assert value(data, "D2", "flores_for") == 0

"""The chain of criteria: what separates, what restarts, what awaits lots and what stays level."""

import pytest

from tests.tournaments.standings.records import places, played, record, table, value, won
from tournaments.rules.tiebreaks import CRITERIA

FOUR = ["D1", "D2", "D3", "D4"]


def _level_circle() -> list[dict[str, object]]:
    """D1, D2 and D3 beat each other in a circle and D4 once each; head-to-head separates nobody."""
    return [won("D1", "D2"), won("D2", "D3"), won("D3", "D1"), *(won(name, "D4") for name in FOUR[:3])]


def test_head_to_head_looks_only_at_those_still_level() -> None:
    matches = [won("D1", "D3"), won("D2", "D1"), won("D2", "D4"), won("D1", "D4"), won("D3", "D2")]
    data = record(entries=FOUR, matches=matches, criteria=["points", "head_to_head"])
    assert places(data) == [(1, "D2"), (2, "D1"), (3, "D3"), (4, "D4")]
    assert value(data, "D2", "head_to_head") == 3
    assert value(data, "D3", "head_to_head") is None


@pytest.mark.parametrize(("after", "order"), [("restart", "XABCDY"), ("continue", "XBADCY")])
def test_after_head_to_head_the_chain_restarts_or_goes_on(after: str, order: str) -> None:
    """Four level: among them A and B have 6, C and D 3; A beat B and C beat D, B and D made more tentos."""
    inside = [won(*pair) for pair in ("AB", "AC", "DA", "BC", "BD", "CD")]
    outside = [
        won("X", "A"),
        played("X", "B", (12, 11)),
        won("C", "X"),
        played("D", "X", (40, 0)),
        won("X", "Y"),
    ]
    data = record(
        entries=list("YDCBAX"),
        matches=[*inside, *outside, won("X", "Y")],
        criteria=["points", "head_to_head", "tentos_for"],
        after_head_to_head=after,
    )
    assert [name for _, name in places(data)] == list(order)
    by = {row["entry"]: row["decided_by"] for row in table(data)["rows"]}
    last = "head_to_head" if after == "restart" else "tentos_for"
    assert [by[name] for name in order] == [None, "points", last, "head_to_head", last, "points"]


def test_head_to_head_counts_nobody_who_was_never_met() -> None:
    matches = [won("D1", "D4"), won("D2", "D4"), won("D3", "D4")]
    data = record(entries=FOUR, matches=matches, criteria=["points", "head_to_head"])
    assert places(data) == [(1, "D1"), (1, "D2"), (1, "D3"), (4, "D4")]


def test_a_criterion_that_separates_nobody_passes_on_to_the_next() -> None:
    matches = [*_level_circle(), played("D3", "D4", (20, 0), counts={"points": [0, 0]})]
    data = record(entries=FOUR, matches=matches, criteria=["points", "head_to_head", "tentos_for", "lots"])
    assert places(data) == [(1, "D3"), (2, "D1"), (2, "D2"), (4, "D4")]
    assert table(data)["pending"] == [["D1", "D2"]]


def test_those_who_await_lots_share_the_best_rank_and_are_pending() -> None:
    data = record(entries=FOUR, matches=_level_circle())
    assert places(data) == [(1, "D1"), (1, "D2"), (1, "D3"), (4, "D4")]
    assert table(data)["pending"] == [["D1", "D2", "D3"]]


def test_lots_drawn_settle_the_order_and_are_told() -> None:
    data = record(entries=FOUR, matches=_level_circle(), lots=["D3", "D1", "D2"])
    answer = table(data)
    assert [row["entry"] for row in answer["rows"]] == ["D3", "D1", "D2", "D4"]
    assert [row["decided_by"] for row in answer["rows"]] == [None, "lots", "lots", "points"]
    assert [row["values"]["lots"] for row in answer["rows"]] == [1, 2, 3, None]
    assert answer["pending"] == []


def test_lots_that_leave_out_one_of_those_level_settle_nothing() -> None:
    data = record(entries=FOUR, matches=_level_circle(), lots=["D3", "D1"])
    assert table(data)["pending"] == [["D1", "D2", "D3"]]


def test_lots_of_other_entries_do_not_matter() -> None:
    data = record(entries=FOUR, matches=[won("D1", "D2"), won("D3", "D4")], lots=["D3", "D4", "D1"])
    answer = table(data)
    assert [row["entry"] for row in answer["rows"]] == ["D3", "D1", "D2", "D4"]
    assert answer["pending"] == [["D2", "D4"]]


def test_without_lots_in_the_chain_those_level_share_a_rank_and_nothing_is_pending() -> None:
    data = record(entries=FOUR, matches=_level_circle(), criteria=["points"], lots=["D3", "D1", "D2"])
    assert places(data) == [(1, "D1"), (1, "D2"), (1, "D3"), (4, "D4")]
    assert [row["decided_by"] for row in table(data)["rows"]] == [None, None, None, "points"]
    assert table(data)["pending"] == []


def test_dense_ranks_leave_no_gap() -> None:
    data = record(entries=FOUR, matches=_level_circle(), ranks="dense")
    assert places(data) == [(1, "D1"), (1, "D2"), (1, "D3"), (2, "D4")]


def test_those_level_are_listed_as_they_were_entered() -> None:
    assert places(record(entries=["B", "C", "A"])) == [(1, "B"), (1, "C"), (1, "A")]


def test_seeds_count_upwards_from_the_first_entered() -> None:
    data = record(entries=["B", "C", "A"], criteria=["points", "seed"])
    assert places(data) == [(1, "B"), (2, "C"), (3, "A")]
    assert value(data, "C", "seed") == 2


@pytest.mark.parametrize("criterion", ["losses", "legs_against", "tentos_against", "seed"])
def test_less_is_better_only_in_what_was_suffered(criterion: str) -> None:
    assert [code for code, each in CRITERIA.items() if each.ascending and code != "lots"] == [
        "losses",
        "legs_against",
        "tentos_against",
        "seed",
    ]
    data = record(entries=["A", "B"], matches=[won("B", "A")], criteria=[criterion, "lots"])
    assert [name for _, name in places(data)] == (["A", "B"] if criterion == "seed" else ["B", "A"])


def test_buchholz_adds_the_points_of_opponents_and_the_median_leaves_out_both_ends() -> None:
    entries = ["A", "B", "C", "D"]
    matches = [won("A", "B"), won("A", "C"), won("A", "D"), won("B", "C"), won("B", "D"), won("C", "D")]
    data = record(entries=entries, matches=matches, criteria=["points", "buchholz", "median_buchholz"])
    assert [value(data, name, "buchholz") for name in entries] == [9, 12, 15, 18]
    assert [value(data, name, "median_buchholz") for name in entries] == [3, 3, 6, 6]


def test_median_buchholz_needs_three_opponents() -> None:
    data = record(matches=[won("D1", "D2"), won("D1", "D3")], criteria=["median_buchholz"])
    assert value(data, "D1", "median_buchholz") == 0


def test_an_opponent_met_twice_counts_twice_and_a_match_not_played_not_at_all() -> None:
    matches = [won("D1", "D2"), won("D2", "D1"), {"home": "D1", "away": "D3", "outcome": "not_played"}]
    data = record(matches=[*matches, won("D3", "D2")], criteria=["buchholz"])
    assert value(data, "D1", "buchholz") == 6


def test_sonneborn_berger_has_the_beaten_whole_and_the_drawn_half() -> None:
    matches = [won("D1", "D2"), played("D1", "D3", (11, 11)), won("D2", "D3")]
    data = record(matches=matches, criteria=["points", "sonneborn_berger"])
    assert value(data, "D1", "sonneborn_berger") == 3.5
    assert value(data, "D2", "sonneborn_berger") == 1
    assert value(data, "D3", "sonneborn_berger") == 2


def test_ratios_are_compared_exactly_and_written_as_numbers() -> None:
    matches = [played("D1", "D2", (12, 10)), played("D3", "D2", (6, 5))]
    data = record(matches=matches, criteria=["tentos_ratio", "lots"])
    assert places(data) == [(1, "D1"), (1, "D3"), (3, "D2")]
    assert value(data, "D1", "tentos_ratio") == 1.2


def test_who_conceded_nothing_has_the_best_ratio() -> None:
    data = record(
        matches=[played("D1", "D2", (12, 0)), played("D3", "D2", (12, 1))], criteria=["tentos_ratio"]
    )
    assert places(data) == [(1, "D1"), (2, "D3"), (3, "D2")]
    assert value(data, "D1", "tentos_ratio") == "max"


def test_who_has_not_played_has_no_ratio_to_boast_of() -> None:
    data = record(matches=[played("D1", "D2", (12, 1))], criteria=["tentos_ratio"])
    assert value(data, "D3", "tentos_ratio") == 0


def test_an_extra_leg_counts_only_among_those_level() -> None:
    extra = [
        {**won("D3", "D1"), "extra": True},
        {**won("D1", "D2"), "extra": True},
        {**won("D3", "D2"), "extra": True},
    ]
    data = record(
        entries=FOUR, matches=[*_level_circle(), *extra], criteria=["points", "extra_leg", "tentos_for"]
    )
    assert places(data) == [(1, "D3"), (2, "D1"), (3, "D2"), (4, "D4")]
    assert value(data, "D3", "tentos_for") == 30


def test_a_table_of_one_has_one_row() -> None:
    data = record(entries=["D1"], criteria=["points", "head_to_head", "lots"])
    assert table(data) == {
        "rows": [
            {
                "rank": 1,
                "entry": "D1",
                "values": {"points": 0, "head_to_head": None, "lots": None},
                "decided_by": None,
            }
        ],
        "pending": [],
    }


def test_a_table_of_nobody_is_empty() -> None:
    assert table(record(entries=[])) == {"rows": [], "pending": []}


def test_totals_order_as_matches_do() -> None:
    totals = {
        "D1": {"points": 3, "legs_for": 2, "legs_against": 5},
        "D2": {"points": 3, "leg_difference": -2},
    }
    data = record(
        entries=["D1", "D2"], totals=totals, criteria=["points", "head_to_head", "leg_difference", "seed"]
    )
    del data["matches"]
    assert places(data) == [(1, "D2"), (2, "D1")]
    assert table(data)["rows"][1]["values"] == {
        "points": 3,
        "head_to_head": None,
        "leg_difference": -3,
        "seed": 1,
    }
    assert table(data)["rows"][1]["decided_by"] == "leg_difference"


def test_totals_may_state_a_head_to_head() -> None:
    totals = {"D1": {"points": 3, "head_to_head": 0}, "D2": {"points": 3, "head_to_head": 3}}
    data = record(entries=["D1", "D2"], totals=totals, criteria=["points", "head_to_head"])
    del data["matches"]
    assert places(data) == [(1, "D2"), (2, "D1")]


def test_an_extra_leg_does_not_count_head_to_head_nor_other_matches_as_extra_legs() -> None:
    matches = [won("D1", "D2"), won("D2", "D3"), won("D3", "D1"), played("D3", "D1", (3, 12), extra=True)]
    criteria = ["points", "head_to_head", "extra_leg"]
    data = record(matches=matches, criteria=criteria)
    assert [value(data, name, "head_to_head") for name in ("D1", "D2", "D3")] == [3, 3, 3]
    assert [value(data, name, "extra_leg") for name in ("D1", "D2", "D3")] == [1, 0, 0]
    assert places(data) == [(1, "D1"), (2, "D2"), (2, "D3")]


def test_a_bye_counts_nothing_head_to_head() -> None:
    byes = [{"home": name, "away": None, "outcome": "walkover", "winner": name} for name in ("D1", "D2")]
    data = record(matches=[*byes, won("D3", "D1")], criteria=["points", "head_to_head"])
    assert places(data) == [(1, "D3"), (2, "D1"), (2, "D2")]
    assert [value(data, name, "head_to_head") for name in ("D1", "D2", "D3")] == [0, 0, 3]

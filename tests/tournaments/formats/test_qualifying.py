"""Who goes on: cases A and D of the regulations, played out match by match."""

from itertools import combinations

import pytest

from tournaments.rules.formats.cross_pairing import OfGroup, OfPlace, check_table, fill, read_slot
from tournaments.rules.formats.qualifying import GroupTable, best_placed, cut, places, qualify
from tournaments.rules.formats.tables import TableRules, table_rules
from tournaments.rules.outcomes import Counts, MatchResult, Outcome

CRITERIA = ["points", "wins", "leg_difference", "legs_for", "lots"]
POINTS = {"win": 3, "loss": 1, "walkover_win": 3, "walkover_loss": -3}
RULES = table_rules({"points": POINTS, "criteria": CRITERIA})  # type: ignore[dict-item]  # lists of str are JSON

FIFTHS: list[dict[int, tuple[int, int] | None]] = [
    {1: (2, 0), 2: (1, 2), 3: (0, 2), 4: (0, 2), 6: (2, 1)},
    {1: (1, 2), 2: (1, 2), 3: (1, 2), 4: (0, 2), 6: (2, 0)},
    {1: (2, 0), 2: (1, 2), 3: (1, 2), 4: (0, 2), 6: (2, 0)},
    {1: (1, 2), 2: (1, 2), 3: (0, 2), 4: (0, 2), 6: (2, 0)},
    {1: (2, 0), 2: None, 3: (1, 2), 4: (0, 2), 6: (2, 0)},
    {1: (1, 2), 2: (0, 2), 3: (1, 2), 4: (1, 2), 6: (2, 0)},
    {1: (1, 2), 2: (0, 2), 3: (0, 2), 4: (0, 2), 6: (2, 0)},
]
"""The legs of the fifth of each group against the others; None is an absence."""


def _legs(score: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    return ((12, 8),) * score[0] + ((8, 12),) * score[1]


def _played(home: str, away: str, score: tuple[int, int] | None) -> MatchResult:
    if score is None:
        return MatchResult(home, away, Outcome.WALKOVER, winner=away, counts=Counts(legs=(0, 2)))
    return MatchResult(home, away, Outcome.PLAYED, _legs(score))


def _group(number: int, fifth: dict[int, tuple[int, int] | None]) -> GroupTable:
    """A group of six in which the better always wins, but for what its fifth did."""
    names = tuple(f"D{number}{place}" for place in range(1, 7))
    matches = [_played(names[4], names[other - 1], score) for other, score in fifth.items()]
    for better, worse in combinations((0, 1, 2, 3, 5), 2):
        score = (2, 0) if worse == 5 or (better == 0 and worse < 3) else (2, 1)
        matches.append(_played(names[better], names[worse], score))
    return GroupTable(names, tuple(matches), RULES.table(names, matches))


GROUPS = [_group(number, fifth) for number, fifth in enumerate(FIFTHS, start=1)]


def test_each_group_ends_in_the_order_of_its_numbers() -> None:
    for group in GROUPS:
        assert tuple(row.entry for row in group.table.rows) == group.entries


def test_case_a_the_best_fifths_are_ranked_over_all_groups() -> None:
    table = best_placed(GROUPS, 5, RULES)
    assert [(row.rank, row.entry) for row in table.rows] == [
        (1, "D35"),
        (2, "D15"),
        (3, "D25"),
        (3, "D65"),
        (5, "D45"),
        (6, "D75"),
        (7, "D55"),
    ]
    assert table.pending == (("D25", "D65"),)
    assert dict(table.row("D55").values) == {
        "points": 5,
        "wins": 2,
        "leg_difference": -1,
        "legs_for": 5,
        "lots": None,
    }


def test_case_a_four_fifths_go_on_and_the_order_of_two_of_them_does_not_matter() -> None:
    found = qualify(GROUPS, 4, 4, RULES)
    assert found.placed[:7] == tuple(f"D{group}1" for group in range(1, 8))
    assert len(found.placed) == 28
    assert found.best == ("D35", "D15", "D25", "D65")
    assert found.undecided == ()


def test_a_line_through_a_level_block_leaves_it_undecided() -> None:
    found = qualify(GROUPS, 4, 3, RULES)
    assert found.best == ("D35", "D15")
    assert found.undecided == (("D25", "D65"),)


def test_case_d_the_literal_table_is_filled_as_it_is_written() -> None:
    table = [["G1:1", "G7:3", "G4:4", "P5:2"], ["G2:1", "G7:2", "G6:3", "G1:4"]]
    assert check_table(table, [6] * 7, {5: 4}) == []
    fifths = best_placed(GROUPS, 5, RULES)
    best = {(5, rank): row.entry for rank, row in enumerate(fifths.rows, start=1) if rank <= 2}
    assert fill(table, places(GROUPS), best) == (
        ("D11", "D73", "D44", "D15"),
        ("D21", "D72", "D63", "D14"),
    )


def test_a_slot_that_lots_must_fill_stays_open() -> None:
    table = [["G1:1", "P5:3"]]
    assert fill(table, places(GROUPS), {}) == (("D11", None),)


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("G7:3", OfGroup(7, 3)),
        ("P5:2", OfPlace(5, 2)),
        ("G0:1", None),
        ("G1", None),
        ("1G1", None),
        ("P5:2 ", None),
        ("", None),
    ],
)
def test_slots_are_read_as_they_are_written(text: str, slot: OfGroup | OfPlace | None) -> None:
    assert read_slot(text) == slot


def test_a_table_names_its_faults() -> None:
    table = [["G1:1", "G1:1", "first"], ["G8:1", "G1:7", "P5:5", "P7:1", "P5:4"]]
    faults = {fault.path: fault.text for fault in check_table(table, [6] * 7, {5: 4, 7: 1})}
    assert sorted(faults) == ["0.1", "0.2", "1.0", "1.1", "1.2", "1.3"]
    assert "twice" in faults["0.1"]


def test_a_cut_takes_the_first_so_many() -> None:
    group = GROUPS[0]
    assert cut(group.table, 2).through == ("D11", "D12")
    assert cut(group.table, 99).through == group.entries
    assert cut(group.table, 0).undecided == ()


def _uneven() -> tuple[TableRules, list[GroupTable]]:
    """A group of three and one of two; both seconds lost to the first, one of them also beat a third."""
    rules = table_rules({"criteria": ["points", "lots"]})
    three = [_played("A1", "A2", (2, 0)), _played("A1", "A3", (2, 0)), _played("A2", "A3", (2, 0))]
    two = [_played("B1", "B2", (2, 0))]
    return rules, [
        GroupTable(names, tuple(matches), rules.table(names, matches))
        for names, matches in ((("A1", "A2", "A3"), three), (("B1", "B2"), two))
    ]


def test_unequal_groups_are_compared_without_the_matches_that_others_could_not_have() -> None:
    rules, groups = _uneven()
    assert [row.entry for row in best_placed(groups, 2, rules).rows] == ["A2", "B2"]
    assert best_placed(groups, 2, rules).pending == ()
    assert best_placed(groups, 2, rules, even=True).pending == (("A2", "B2"),)


def test_a_group_too_small_for_the_place_has_nobody_on_it() -> None:
    rules, groups = _uneven()
    assert [row.entry for row in best_placed(groups, 3, rules).rows] == ["A3"]


def test_who_is_level_within_a_group_leaves_open_who_is_compared() -> None:
    rules = table_rules({"criteria": ["points", "lots"]})
    names = ("C1", "C2")
    groups = [GroupTable(names, (), rules.table(names, ()))]
    assert qualify(groups, 1, 0, rules).undecided == (names,)
    assert qualify(groups, 1, 1, rules).undecided == (names,)
    assert places(groups) == {}


def _with_level_places(*level: int) -> GroupTable:
    """A group of four in which the better wins, but two next to each other who drew everything alike."""
    rules = table_rules({"criteria": ["points", "lots"]})
    names = ("E1", "E2", "E3", "E4")
    points = {name: 10 * (4 - place) for place, name in enumerate(names)}
    points[names[level[1] - 1]] = points[names[level[0] - 1]]
    byes = [
        MatchResult(name, None, Outcome.WALKOVER, winner=name, counts=Counts(points=(own, 0)))
        for name, own in points.items()
    ]
    return GroupTable(names, tuple(byes), rules.table(names, byes))


def test_only_a_level_block_on_the_line_or_on_the_place_that_is_compared_is_undecided() -> None:
    rules = table_rules({"criteria": ["points", "lots"]})
    below, on_the_line, above = (
        [_with_level_places(2, 3)],
        [_with_level_places(1, 2)],
        [_with_level_places(3, 4)],
    )
    assert qualify(below, 1, 0, rules).undecided == ()
    assert qualify(below, 1, 1, rules).undecided == (("E2", "E3"),)
    assert qualify(on_the_line, 1, 1, rules).undecided == (("E1", "E2"),)
    assert qualify(above, 1, 1, rules).undecided == ()
    assert qualify(above, 1, 1, rules).best == ("E2",)
    assert places(below) == {(1, 1): "E1", (1, 4): "E4"}


def test_a_slot_can_be_filled_up_to_the_last_place() -> None:
    assert check_table([["G1:6", "G2:5", "P6:1", "P5:2"]], [6, 5], {6: 2, 5: 2}) == []
    faults = check_table([["G3:1", "G2:6", "P6:2", "P5:3", "P4:1"]], [6, 5], {6: 2, 5: 2})
    assert [fault.path for fault in faults] == ["0.0", "0.1", "0.2", "0.3", "0.4"]

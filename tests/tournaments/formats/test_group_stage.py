"""The group stage as a championship runs it."""

from collections import Counter

import pytest

from tournaments.rules.formats.group_stage import GroupStage, group_tables, groups_of
from tournaments.rules.formats.protocol import Drawn, Played, Progress
from tournaments.rules.formats.qualifying import qualify
from tournaments.rules.formats.tables import table_rules
from tournaments.rules.regulation import JSON

STAGE = GroupStage()
SEED = "00112233445566778899aabbccddeeff"


def _drawn(size: int, **config: JSON) -> Drawn:
    return Drawn(tuple(f"D{number:02}" for number in range(1, size + 1)), config, SEED)


def _played(drawn: Drawn) -> Progress:
    """Everything played, the better seed always winning 12–6."""
    planned = tuple(STAGE.plan(drawn))
    played = []
    for match in planned:
        home, away = match.home.of, match.away.of
        legs = ((12, 6),) if home < away else ((6, 12),)
        played.append(
            Played(match.id, match.round, home, away, min(home, away), max(home, away), "played", legs)
        )
    return Progress(planned, tuple(played))


def test_42_pairs_in_seven_groups_of_six_play_105_matches() -> None:
    drawn = _drawn(42, groups=7)
    planned = STAGE.plan(drawn)
    assert [len(group) for group in groups_of(drawn)] == [6] * 7
    assert len(planned) == len({match.id for match in planned}) == 105
    assert Counter(match.label for match in planned) == {f"group_{number}": 15 for number in range(1, 8)}
    assert [match.round for match in planned] == sorted(match.round for match in planned)


def test_groups_of_unequal_size_are_played_too() -> None:
    drawn = _drawn(11, groups=3, cycles=2)
    assert [len(group) for group in groups_of(drawn)] == [4, 4, 3]
    assert len(STAGE.plan(drawn)) == 2 * (6 + 6 + 3)


def test_a_serpentine_needs_no_chance() -> None:
    drawn = Drawn(tuple("ABCDEF"), {"groups": 2, "draw": "serpentine"})
    assert groups_of(drawn) == (("A", "D", "E"), ("B", "C", "F"))


def test_clubs_are_kept_apart_only_where_the_regulation_says_so() -> None:
    clubs = {"A": "x", "B": "y", "C": "x", "D": "y"}
    apart = Drawn(tuple("ABCD"), {"groups": 2, "clubs_apart": True}, SEED, clubs)
    assert all(clubs[one] != clubs[other] for one, other in groups_of(apart))


def test_the_stage_ends_in_one_order_firsts_before_seconds() -> None:
    drawn = _drawn(8, groups=2, criteria=["points", "seed"])
    progress = _played(drawn)
    places = STAGE.placings(drawn, progress)
    order = [entry for place in places for entry in place.entries]
    assert sorted(order) == sorted(drawn.entries)
    assert [place.place for place in places] == [1, 3, 5, 7]
    groups = groups_of(drawn)
    for number in range(4):
        assert set(order[2 * number : 2 * number + 2]) == {sorted(group)[number] for group in groups}
    assert STAGE.further(drawn, progress) == ()


def test_who_goes_on_follows_from_the_tables() -> None:
    drawn = _drawn(12, groups=3)
    tables = group_tables(drawn, _played(drawn))
    found = qualify(tables, 2, 2, table_rules(drawn.config))
    assert len(found.placed) == 6
    assert set(found.placed[:3]) == {"D01", "D02", "D03"}
    assert found.undecided == (tuple(table.table.rows[2].entry for table in tables),)


@pytest.mark.parametrize(
    ("config", "path"),
    [
        ({}, "groups"),
        ({"groups": True}, "groups"),
        ({"groups": 0}, "groups"),
        ({"groups": 2, "draw": "hand"}, "draw"),
        ({"groups": 2, "cycles": 3}, "cycles"),
        ({"groups": 2, "clubs_apart": "yes"}, "clubs_apart"),
        ({"groups": 2, "even": 1}, "even"),
        ({"groups": 2, "quota": 1}, "quota"),
    ],
)
def test_a_fault_is_named_by_its_path(config: dict[str, JSON], path: str) -> None:
    assert [fault.path for fault in STAGE.check(config)] == [path]
    assert STAGE.check({"groups": 7, "draw": "pots", "clubs_apart": True, "cycles": 1, "even": True}) == []


def test_without_clubs_apart_clubs_do_not_touch_the_draw() -> None:
    clubs = {f"D{number:02}": "one club" for number in range(1, 9)}
    drawn = _drawn(8, groups=4)
    assert groups_of(Drawn(drawn.entries, drawn.config, SEED, clubs)) == groups_of(drawn)

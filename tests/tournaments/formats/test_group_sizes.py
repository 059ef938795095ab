"""Groups whose sizes a regulation states one by one."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.rules.play import SEED, Play
from tournaments.rules import commands as cmd
from tournaments.rules.draw import numbers
from tournaments.rules.errors import InvalidRegulation
from tournaments.rules.errors_stages import GroupsDoNotFit
from tournaments.rules.formats.group_sizes import draw_sized, fitted, pots_for, serpentine_of
from tournaments.rules.regulation_check import complete
from tournaments.rules.simulation import simulate
from tournaments.rules.stages import tables_of

SIZES = st.lists(st.integers(2, 9), min_size=1, max_size=9)
SEEDS = st.binary(min_size=16, max_size=16)
GROUPS: dict[str, Any] = {"id": "groups", "format": "groups", "groups": [5, 3, 4], "seeding": "rank"}


def names(count: int) -> list[str]:
    return [f"D{number:03}" for number in range(1, count + 1)]


@given(SIZES, SEEDS)
def test_every_group_has_its_size_and_one_entry_of_each_pot(sizes: list[int], seed: bytes) -> None:
    entries = names(sum(sizes))
    found = draw_sized(entries, sizes, numbers(seed))
    assert [len(group) for group in found] == sizes
    assert sorted(entry for group in found for entry in group) == entries
    for place, (pot, groups) in enumerate(pots_for(entries, sizes)):
        assert {found[group][place] for group in groups} == set(pot)


@given(SIZES)
def test_a_serpentine_gives_the_best_seeds_to_different_groups(sizes: list[int]) -> None:
    entries = names(sum(sizes))
    found = serpentine_of(entries, sizes)
    assert [len(group) for group in found] == sizes
    assert [group[0] for group in found] == entries[: len(sizes)]


@given(SIZES, st.integers(2, 90))
def test_sizes_are_fitted_to_those_who_come(sizes: list[int], entries: int) -> None:
    found = fitted(sizes, entries)
    assert sum(found) == entries
    assert len(found) == len(sizes)
    if entries == sum(sizes):
        assert list(found) == sizes
    if entries < sum(sizes):
        assert all(new <= old for new, old in zip(found, sizes, strict=True))


@given(SEEDS)
def test_clubs_are_kept_apart_where_there_is_room(seed: bytes) -> None:
    entries = names(12)
    clubs = {entry: f"club {number % 4}" for number, entry in enumerate(entries)}
    for group in draw_sized(entries, [5, 3, 4], numbers(seed), clubs):
        of = [clubs[entry] for entry in group]
        assert max(map(of.count, of)) <= 2


def test_a_draw_can_be_repeated_from_its_seed() -> None:
    entries, sizes = names(12), [5, 3, 4]
    clubs = {entry: entry[-1] for entry in entries}
    first = draw_sized(entries, sizes, numbers(bytes(16)), clubs)
    assert first == draw_sized(entries, sizes, numbers(bytes(16)), clubs)
    assert first != draw_sized(entries, sizes, numbers(bytes(range(16))), clubs)


def test_the_groups_of_a_championship_have_the_sizes_that_its_regulation_states() -> None:
    play = Play(stages=[GROUPS])
    play.enter(12)
    play.start()
    tables = tables_of(play.state, play.state.stages["groups"])
    assert [len(group.entries) for group in tables] == [5, 3, 4]
    matches = [match.label for match in play.state.matches.values()]
    assert [matches.count(f"group_{number}") for number in (1, 2, 3)] == [10, 3, 6]


@pytest.mark.parametrize("count", [11, 13])
def test_the_first_stage_is_not_drawn_with_more_or_fewer_entries(count: int) -> None:
    play = Play(stages=[GROUPS])
    play.enter(count)
    play.do(cmd.CloseEntries)
    with pytest.raises(GroupsDoNotFit, match=f"room for 12 entries, and there are {count}"):
        play.do(cmd.Draw, seed=SEED)
    found = simulate({"variant": "paulista", "stages": [GROUPS]}, entries=count, tables=0, seed=SEED)
    assert [fault.path for fault in found.problems] == ["stages.0"]


def test_a_later_stage_goes_on_though_somebody_has_left() -> None:
    later = {
        **GROUPS,
        "id": "second",
        "seeding": "qualified",
        "from": [{"stage": "first", "places": [1, 12]}],
    }
    first = {"id": "first", "format": "swiss", "rounds": 1, "criteria": ["points", "seed"]}
    play = Play(stages=[first, later])
    play.enter(12)
    play.start()
    play.do(cmd.WithdrawEntry, entry_id="e001")
    play.finish()
    tables = tables_of(play.state, play.state.stages["second"])
    assert [len(group.entries) for group in tables] == [4, 3, 4]


@pytest.mark.parametrize(
    ("groups", "path"),
    [([], "groups"), ([6, 1], "groups.1"), ([6, "5"], "groups.1"), ("3", "groups"), (0, "groups")],
)
def test_sizes_that_cannot_be_are_refused_by_their_path(groups: Any, path: str) -> None:
    with pytest.raises(InvalidRegulation) as refused:
        complete({"variant": "paulista", "stages": [{**GROUPS, "groups": groups}]})
    assert [fault.path for fault in refused.value.faults] == [f"stages.0.{path}"]


def test_a_literal_table_has_rows_as_long_as_the_groups_are_large() -> None:
    slots = [["G1:1", "G2:2", "G3:1"], ["G2:1", "G1:2"]]
    stage: dict[str, Any] = {"id": "two", "format": "groups", "from": [{"stage": "groups", "slots": slots}]}
    complete({"variant": "paulista", "stages": [GROUPS, {**stage, "groups": [3, 2]}]})
    with pytest.raises(InvalidRegulation) as refused:
        complete({"variant": "paulista", "stages": [GROUPS, {**stage, "groups": [2, 3]}]})
    assert [fault.path for fault in refused.value.faults] == [
        "stages.1.from.0.slots.0",
        "stages.1.from.0.slots.1",
    ]

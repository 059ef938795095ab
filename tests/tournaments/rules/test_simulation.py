"""Trying a regulation out: known counts come out, time follows from tables, and problems are named."""

from typing import Any

import pytest

from tests.tournaments.rules.play import SEED
from tournaments.rules.chance import Chance
from tournaments.rules.errors import InvalidRegulation
from tournaments.rules.presets import PRESETS, preset
from tournaments.rules.regulation import MatchRule, best_of
from tournaments.rules.regulation_check import complete
from tournaments.rules.simulation import Simulated, simulate
from tournaments.rules.simulation_answer import as_json

ENTRIES = {
    "best_fifths": 42,
    "club_teams": 14,
    "consolation": 10,
    "league": 6,
    "paid_reentry": 62,
    "seven_tables": 8,
    "king_of_the_table": 8,
    "trios": 40,
}


def tried(document: Any, entries: int, tables: int = 0, **fields: Any) -> Simulated:
    return simulate({"variant": "paulista", **document}, entries=entries, tables=tables, seed=SEED, **fields)


def stage(entries: int, tables: int = 0, **fields: Any) -> Simulated:
    return tried({"stages": [fields]}, entries, tables, trials=3)


def problems(found: Simulated) -> list[str]:
    return [problem.path for problem in found.problems]


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_comes_to_its_end_without_a_problem(name: str) -> None:
    found = simulate(preset(name), entries=ENTRIES.get(name, 16), tables=0, seed=SEED, trials=2)
    assert (found.finished, found.trials, found.problems) == (2, 2, ())


@pytest.mark.parametrize("entries", [2, 3, 5, 8, 13, 32])
def test_a_knock_out_of_n_has_n_less_one_matches(entries: int) -> None:
    found = stage(entries)
    assert (found.matches.least, found.matches.most) == (entries - 1, entries - 1)


@pytest.mark.parametrize("entries", [4, 7, 12, 16])
def test_a_double_elimination_has_twice_n_less_two_matches_and_one_for_the_reset(entries: int) -> None:
    found = stage(entries, format="double_elimination")
    assert {found.matches.least, found.matches.most} <= {2 * entries - 2, 2 * entries - 1}


def test_the_way_to_the_final_is_shorter_with_a_bye_and_longer_through_the_lower_bracket() -> None:
    assert stage(8).way_to_final == (2, 2)
    assert stage(6).way_to_final == (1, 2)
    assert stage(8, format="double_elimination").way_to_final == (3, 5)
    assert stage(8, format="round_robin").way_to_final is None


def test_matches_per_entry_have_their_least_mean_and_most() -> None:
    spread = stage(8).matches_per_entry
    assert (spread.least, spread.mean_x100, spread.most) == (1, 175, 3)
    assert spread.text == "1 to 3, 1.75 on average"


def test_fewer_tables_take_longer_and_time_is_legs_times_minutes() -> None:
    assert stage(8).minutes.most == 3 * 20
    assert stage(8, 2).minutes.most == (2 + 1 + 1) * 20
    assert stage(8, 1).minutes.most == 7 * 20


def test_a_side_that_still_plays_is_waited_for_even_where_tables_are_free() -> None:
    assert stage(4, format="round_robin").minutes.most == 3 * 20


def test_the_same_seed_gives_the_same_answer() -> None:
    found = [simulate(preset("groups_knockout"), entries=16, tables=3, seed=SEED) for _ in range(2)]
    assert found[0] == found[1]
    assert as_json(found[0], SEED)["matches"] == {"least": 32, "mean_x100": 3200, "most": 32}


def test_a_regulation_with_faults_is_not_tried() -> None:
    with pytest.raises(InvalidRegulation):
        stage(8, format="lottery")


def test_too_few_entries_for_the_format_are_a_problem_and_not_a_crash() -> None:
    found = stage(3, format="consolation", direct=2)
    assert problems(found) == ["stages.0"]
    assert (found.trials, found.finished) == (0, 0)


def test_more_entries_than_may_come_are_a_problem() -> None:
    assert problems(tried({"max_entries": 8}, 9, trials=1)) == ["max_entries"]


@pytest.mark.parametrize(
    ("entries", "second", "path"),
    [
        (6, {"from": [{"stage": "groups", "per_group": 2, "best": 4}]}, "stages.1.from.0"),
        (6, {"from": [{"stage": "groups", "places": [1, 8]}]}, "stages.1.from.0"),
        (6, {"from": [{"stage": "groups", "places": [7, None]}]}, "stages.1"),
        (6, {"from": [{"stage": "groups", "slots": [["G1:1", "G1:4"]]}]}, "stages.1.from.0.slots.0.1"),
        (7, {"from": [{"stage": "groups", "per_group": 1, "best": 1}]}, "stages.0.even"),
        (3, {"from": [{"stage": "groups", "per_group": 1}]}, "stages.0.groups"),
    ],
)
def test_a_quota_or_slot_that_cannot_be_filled_is_named(
    entries: int, second: dict[str, Any], path: str
) -> None:
    first = {"id": "groups", "format": "groups", "groups": 2}
    found = tried({"stages": [first, {"id": "final", **second}]}, entries, trials=1)
    assert path in problems(found)
    assert all(problem.text for problem in found.problems)


def test_more_swiss_rounds_than_opponents_bring_rematches_and_are_named() -> None:
    assert problems(stage(4, format="swiss", rounds=5)) == ["stages.0.rounds"]
    assert problems(stage(5, format="swiss", rounds=8)) == ["stages.0.rounds", "stages.0.rounds"]


def test_a_stage_that_gets_too_few_is_named() -> None:
    first = {"id": "groups", "format": "groups", "groups": 3}
    second = {"id": "cons", "format": "consolation", "from": [{"stage": "groups", "per_group": 1}]}
    found = tried({"stages": [first, second]}, 9, trials=1)
    assert problems(found) == ["stages.1.from"]
    assert found.finished == 0


def test_chance_plays_legs_until_the_match_is_over_and_no_further() -> None:
    chance = Chance(SEED)
    for rule in (best_of(1), best_of(5), best_of(4), MatchRule(3, 0), MatchRule(2, 2, "draw")):
        for _ in range(50):
            legs = chance.legs(rule, 12)
            assert len(legs) <= rule.legs + 1
            assert all(max(leg) == 12 > min(leg) for leg in legs)


def test_the_defaults_of_a_trial_leave_the_regulation_as_it_is() -> None:
    document = dict(preset("swiss_cut"))
    before = complete(document)
    tried(document, 16, trials=1)
    assert complete(document) == before

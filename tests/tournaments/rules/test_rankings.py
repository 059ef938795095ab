"""Rankings over one championship and over several, of whatever keys entries count for."""

from __future__ import annotations

import pytest

from tests.tournaments.rules.play import Play, started
from tournaments.rules import commands as cmd
from tournaments.rules.formats.season import SeasonRules
from tournaments.rules.rankings import Record, final_places, outcomes, ranking, records, season, view

RULES = SeasonRules(by_place=(10, 6, 4, 2), taking_part=1, criteria=("points", "wins", "leg_difference"))


def each(*entries: str) -> dict[str, list[str]]:
    """Every entry its own key."""
    return {entry: [entry] for entry in entries}


def test_a_record_has_the_matches_legs_and_tentos_that_counted() -> None:
    play = started(4)
    play.win("R1M1")
    play.move()
    found = {record.entry: record for record in records(play.state)}
    winner, loser = (found[play.side("R1M1", side)] for side in (0, 1))
    assert (winner.played, winner.won, winner.legs, winner.tentos) == (1, 1, (1, 0), (12, 7))
    assert (loser.played, loser.won, loser.legs, loser.tentos) == (1, 0, (0, 1), (7, 12))
    assert winner.place is None


def test_places_are_told_once_the_championship_is_over() -> None:
    play = started(4, stage={"third_place": True})
    assert final_places(play.state) == ()
    play.finish()
    places = {record.entry: record.place for record in records(play.state)}
    assert sorted(place for place in places.values() if place) == [1, 2, 3, 4]


def test_who_did_not_come_to_the_last_stage_is_placed_behind_those_who_did() -> None:
    groups = {
        "id": "groups",
        "format": "groups",
        "groups": 2,
        "lots": "itself",
        "criteria": ["points", "seed"],
    }
    final = {"id": "final", "from": [{"stage": "groups", "per_group": 1}]}
    play = Play(stages=[groups, final])
    play.enter(6)
    play.start()
    play.finish()
    numbers = [place.place for place in final_places(play.state)]
    assert numbers[:2] == [1, 2]
    assert sum(len(place.entries) for place in final_places(play.state)) == 6
    finalists = set(play.state.stages["final"].entries)
    assert {entry for place in final_places(play.state)[:2] for entry in place.entries} == finalists


def test_an_annulled_plan_and_matches_without_an_opponent_count_for_nobody() -> None:
    play = started(4)
    play.do(cmd.WithdrawEntry, entry_id="e004")
    found = {record.entry: record for record in records(play.state)}
    assert all(record.played <= 1 for record in found.values())


def test_a_championship_ranks_by_places_and_then_by_what_was_won() -> None:
    found = [
        Record("A", 2, 3, 2),
        Record("B", 1, 3, 3),
        Record("C", None, 2, 1, (1, 1), (20, 22)),
        Record("D", None, 2, 1, (1, 1), (22, 20)),
        Record("E", None, 2, 1, (1, 1), (22, 20)),
    ]
    ranked = ranking(found, each(*"ABCDE"))
    assert [(row.rank, row.key) for row in ranked] == [(1, "B"), (2, "A"), (3, "D"), (3, "E"), (5, "C")]


def test_a_club_is_ranked_by_the_best_of_its_entries_then_by_the_next() -> None:
    found = [Record("A", 1), Record("B", 4), Record("C", 2), Record("D", 3), Record("E", None)]
    clubs = {"A": ["x"], "B": ["x"], "C": ["y"], "D": ["y"], "E": ["z"]}
    assert [(row.rank, row.key, row.places) for row in ranking(found, clubs)] == [
        (1, "x", (1, 4)),
        (2, "y", (2, 3)),
        (3, "z", ()),
    ]


def test_a_season_adds_the_points_of_places_and_of_taking_part() -> None:
    first = [Record("A", 1), Record("B", 2), Record("C", None)]
    second = [Record("B", 1), Record("A", 2)]
    table = season(RULES, [outcomes(RULES, found, each(*"ABC")) for found in (first, second)])
    points = {row.entry: row.values["points"] for row in table.rows}
    assert points == {"A": 18, "B": 18, "C": 1}
    assert [row.rank for row in table.rows] == [1, 1, 3]


def test_a_championship_may_count_more_than_once() -> None:
    found = [Record("A", 1), Record("B", 2)]
    table = season(RULES, [outcomes(RULES, found, each("A", "B"), weight=2)])
    assert [row.values["points"] for row in table.rows] == [22, 14]


def test_only_the_best_results_count_where_the_season_says_so() -> None:
    rules = SeasonRules(by_place=(10, 6), best_results=1, criteria=("points",))
    brought = [outcomes(rules, [Record("A", place)], each("A")) for place in (1, 2, 1)]
    (row,) = season(rules, brought).rows
    assert row.values["points"] == 10


def test_all_entries_of_a_club_count_in_a_championship_which_is_one_result() -> None:
    rules = SeasonRules(by_place=(10, 6, 4), best_results=1, criteria=("points",))
    clubs = {"A": ["x"], "B": ["x"], "C": ["y"]}
    brought = [outcomes(rules, [Record("A", 1), Record("B", 2), Record("C", 3)], clubs)]
    assert {row.entry: row.values["points"] for row in season(rules, brought).rows} == {"x": 16, "y": 4}


def test_both_persons_of_a_pair_have_all_its_points() -> None:
    found = [Record("pair", 1)]
    table = season(RULES, [outcomes(RULES, found, {"pair": ["ana", "bia"]})])
    assert [row.values["points"] for row in table.rows] == [11, 11]


@pytest.mark.parametrize("reverse", [False, True])
def test_the_order_does_not_depend_on_the_order_of_what_is_known(reverse: bool) -> None:
    found = [Record(name, place) for place, name in enumerate("ABCDEF", 1)]
    brought = outcomes(RULES, found[::-1] if reverse else found, each(*"ABCDEF"))
    assert [row.entry for row in season(RULES, [brought]).rows] == list("ABCDEF")


def test_every_row_says_why_it_stands_there_in_names() -> None:
    found = [Record("a", 1), Record("b", 2)]
    table = season(RULES, [outcomes(RULES, found, each("a", "b"))])
    first, second = view(table, {"a": "Os Zés", "b": "As Marias"}, explained=True)
    assert (first["decided_by"], second["decided_by"]) == (None, "points")
    assert str(first["reasons"][0]) == "points: Os Zés has 11 and stands ahead of As Marias."

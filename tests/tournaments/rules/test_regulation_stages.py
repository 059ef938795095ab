"""Stages, match rules, time and conduct in a regulation: every fault by its path."""

from typing import Any

import pytest

from tournaments.rules.errors import InvalidRegulation
from tournaments.rules.regulation import Leaving, MatchRule, PerRound, Source, TimeLimit
from tournaments.rules.regulation_check import complete, read

GROUPS: dict[str, Any] = {"id": "groups", "format": "groups", "groups": 2}
FINAL: dict[str, Any] = {"id": "final", "from": [{"stage": "groups", "per_group": 2}]}


def faults(*stages: dict[str, Any], **top: Any) -> list[str]:
    with pytest.raises(InvalidRegulation) as caught:
        complete({"variant": "paulista", **top, "stages": list(stages)})
    assert all(fault.text for fault in caught.value.faults)
    return [fault.path for fault in caught.value.faults]


def fed(**source: Any) -> dict[str, Any]:
    """A second stage that is fed by one source."""
    return {"id": "final", "from": [source]}


def test_a_chain_of_stages_is_kept_and_read() -> None:
    whole = complete({"variant": "paulista", "stages": [GROUPS, FINAL]})
    assert whole["stages"][1]["seeding"] == "qualified"
    assert complete(whole) == whole
    final = read(whole).stage("final")
    assert final.sources == (Source("groups", "groups", quota=2),)


@pytest.mark.parametrize(
    ("source", "path"),
    [
        ({}, "stages.1.from.0"),
        ({"stage": "groups"}, "stages.1.from.0"),
        ({"stage": "nowhere", "per_group": 2}, "stages.1.from.0.stage"),
        ({"stage": "final", "per_group": 2}, "stages.1.from.0.stage"),
        ({"per_group": 2}, "stages.1.from.0.stage"),
        ({"stage": "groups", "per_group": "two"}, "stages.1.from.0.per_group"),
        ({"stage": "groups", "per_group": 0}, "stages.1.from.0.per_group"),
        ({"stage": "groups", "per_group": 2, "worst": 1}, "stages.1.from.0.worst"),
        ({"stage": "groups", "places": [3, 1]}, "stages.1.from.0.places.1"),
        ({"stage": "groups", "places": [None, 1]}, "stages.1.from.0.places.0"),
        ({"stage": "groups", "places": [1]}, "stages.1.from.0.places"),
        ({"stage": "groups", "winners": True}, "stages.1.from.0.winners"),
        ({"stage": "groups", "losers": [1]}, "stages.1.from.0.losers"),
        ({"entries": "some"}, "stages.1.from.0.entries"),
        ({"entries": [4, 2]}, "stages.1.from.0.entries.1"),
    ],
)
def test_a_source_that_brings_nobody_is_a_fault(source: dict[str, Any], path: str) -> None:
    assert path in faults(GROUPS, fed(**source))


@pytest.mark.parametrize(
    ("slots", "path"),
    [
        ([["G1:1", "G3:1"]], "slots.0.1"),
        ([["G1:1", "G1:1"]], "slots.0.1"),
        ([["G1:1", "first"]], "slots.0.1"),
        ([["G1:1", "other/G2:1"]], "slots.0.1"),
        ([["G1:1", "G2:1"]] * 3, "slots"),
        ([["G1:1", "G2:1", "G2:2"]], "slots"),
        ([], "slots"),
    ],
)
def test_a_literal_table_names_slots_that_can_be_filled_once_each(slots: Any, path: str) -> None:
    assert f"stages.1.from.0.{path}" in faults(GROUPS, fed(stage="groups", slots=slots))


def test_a_literal_table_of_groups_has_a_row_for_each() -> None:
    second = {**GROUPS, "id": "second", "from": [{"stage": "groups", "slots": [["G1:1", "G2:1"]]}]}
    assert faults(GROUPS, second) == ["stages.1.from.0.slots"]


def test_slots_of_several_stages_may_stand_in_one_table() -> None:
    other: dict[str, Any] = {"id": "cup", "format": "single_elimination", "from": [{"entries": "all"}]}
    final = fed(stage="groups", slots=[["G1:1", "cup/T1"], ["P1:2", "T4"]])
    assert complete({"variant": "paulista", "stages": [GROUPS, other, final]})


@pytest.mark.parametrize(
    ("stages", "path"),
    [
        ((GROUPS, {**FINAL, "id": "groups"}), "stages.1.id"),
        (({**FINAL},), "stages.0.from"),
        ((GROUPS, {"id": "final"}), "stages.1.from"),
        (({**GROUPS, "seeding": "qualified"},), "stages.0.seeding"),
        ((GROUPS, {**FINAL, "seeding": "hand"}), "stages.1.starts"),
        (({**GROUPS, "criteria": ["points"]}, FINAL), "stages.0.criteria"),
        (({**GROUPS, "id": "Group stage"},), "stages.0.id"),
        ((GROUPS, {**FINAL, "late_entries": 2}), "stages.1.late_entries"),
        (({**GROUPS, "variant": "poker"},), "stages.0.variant"),
        (({**GROUPS, "options": {"wild": True}},), "stages.0.options.wild"),
        (({"match": {"legs": 2, "level": "draw"}},), "stages.0.match"),
        (({"match": {"per_board": 2}},), "stages.0.match"),
        (({"match": {"best_of": 4}},), "stages.0.match.best_of"),
        (({"match": {"default": None, "rounds": {"finale": None}}},), "stages.0.match.rounds.finale"),
        (({"match": 3},), "stages.0.match"),
        (({"time_limit": {"minutes": 60, "then": "cry"}},), "stages.0.time_limit.then"),
        (({"counts": {"victory": {"legs": [2, 0]}}},), "stages.0.counts.victory"),
        (({"counts": {"walkover": {"legs": [2]}}},), "stages.0.counts.walkover.legs"),
        (({"leaving": {"below_percent": 50, "below": "void"}},), "stages.0.leaving.otherwise"),
        (({"rounds": 1, "survivors": 4},), "stages.0.survivors"),
        (({"format": "king_of_the_table", "lives": -1},), "stages.0.lives"),
    ],
)
def test_stages_that_do_not_go_together_are_a_fault(stages: tuple[dict[str, Any], ...], path: str) -> None:
    assert faults(*stages) == [path]


@pytest.mark.parametrize(
    ("top", "path"),
    [
        ({"entry_kind": "team"}, "team"),
        ({"team": {"boards": 4, "of": "pair"}}, "team"),
        ({"entry_kind": "team", "team": {"boards": 4, "of": "team"}}, "team.of"),
        ({"roster": {"locks_at": "tomorrow"}}, "roster.locks_at"),
        ({"roster": {"locks_at": "2026-13-01T20:00Z"}}, "roster.locks_at"),
        ({"roster": {"spares": 1}}, "roster.spares"),
        ({"conduct": {"penalties": [{"offence": "late", "steps": []}]}}, "conduct.penalties.0.steps"),
        ({"conduct": {"penalties": [{"offence": "late", "steps": ["jail"]}]}}, "conduct.penalties.0.steps.0"),
        ({"conduct": {"penalties": [{"offence": "late", "steps": [0]}]}}, "conduct.penalties.0.steps.0"),
        ({"conduct": {"penalties": [{"steps": ["leg"]}]}}, "conduct.penalties.0.offence"),
        ({"conduct": {"walkovers_eliminate": 0}}, "conduct.walkovers_eliminate"),
    ],
)
def test_a_fault_of_teams_rosters_or_conduct_is_named(top: dict[str, Any], path: str) -> None:
    assert faults({}, **top) == [path]


def test_a_team_plays_its_legs_at_tables_only() -> None:
    team: dict[str, Any] = {"entry_kind": "team", "team": {"boards": 4, "of": "pair"}}
    assert faults({"mode": "online"}, **team) == ["stages.0.mode"]
    assert faults({"match": {"best_of": 3}}, **team) == ["stages.0.match"]
    whole = read(complete({"variant": "paulista", **team, "stages": [{"match": {"per_board": 2}}]}))
    assert (whole.members, whole.players, whole.boards) == (8, 4, 4)
    assert whole.stages[0].match_rule(1, "final") == MatchRule(8, 5)


def test_match_rules_are_read_whatever_words_they_are_stated_in() -> None:
    def rule(stated: Any) -> MatchRule:
        stage = {"format": "round_robin", "match": stated}
        return read(complete({"variant": "paulista", "stages": [stage]})).stages[0].match_rule(1, "")

    assert rule(None) == MatchRule(1, 1)
    assert rule({"best_of": 7}) == MatchRule(7, 4)
    assert rule({"first_to": 6}) == MatchRule(11, 6)
    assert rule({"legs": 2}) == MatchRule(2, 2, "leg")
    assert rule({"legs": 4, "level": "draw"}) == MatchRule(4, 3, "draw")
    assert rule({"legs": 3, "play_all": True}) == MatchRule(3, 0, "leg")


def test_time_leaving_and_tolerance_are_read_by_round() -> None:
    stage: dict[str, Any] = {
        "time_limit": {"default": None, "rounds": {"final": {"minutes": 60, "then": "leader"}}},
        "tolerance_minutes": {"default": 5, "rounds": {"1": 15}},
        "leaving": {"below_percent": 50, "below": "void", "otherwise": "walkover"},
    }
    regulation = read(complete({"variant": "paulista", "stages": [stage]}))
    found = regulation.stages[0]
    assert found.time_limit == PerRound(None, {"final": TimeLimit(60, "leader")})
    assert found.leaving == Leaving("walkover", 50, "void")
    assert regulation.tolerance_of("main", 1, "semifinal") == 15
    assert regulation.tolerance_of("main", 2, "final") == 5


def test_a_stage_may_be_of_another_variant_and_its_target_is_written_down() -> None:
    stage: dict[str, Any] = {"variant": "argentino", "options": None}
    whole = complete({"variant": "paulista", "stages": [stage]})
    assert whole["stages"][0]["options"] == {"target": 30}
    regulation = read(whole)
    assert regulation.game_of("main") == ("argentino", {"target": 30})
    assert (regulation.target, regulation.target_of("main")) == (12, 30)


def test_a_regulation_frozen_before_a_field_was_known_can_still_be_read() -> None:
    whole = complete({"variant": "paulista"})
    for key in ("team", "roster", "conduct"):
        del whole[key]
    known = ("id", "format", "seeding", "best_of", "mode", "rounds_together")
    whole["stages"] = [{key: whole["stages"][0][key] for key in known}]
    assert read(whole) == read(complete({"variant": "paulista"}))

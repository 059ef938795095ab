"""A regulation is a document: every fault is named, every default written down, and the draw freezes it."""

import hashlib
import json
from typing import Any

import pytest

from tests.tournaments.rules.play import SEED, Play
from tournaments.rules import commands as cmd
from tournaments.rules.errors import AlreadyDrawn, EntriesExist, InvalidRegulation
from tournaments.rules.regulation import PerRound, canonical
from tournaments.rules.regulation_check import complete, read

FULL: dict[str, Any] = {
    "format": "truco-regulation/1",
    "variant": "paulista",
    "options": {"target": 15},
    "entry_kind": "trio",
    "team": None,
    "roster": {"reserves": 1, "substitutions": 2, "locks_at": "2026-05-01T20:00Z"},
    "conduct": {
        "walkovers_eliminate": 2,
        "penalties": [{"offence": "late", "name": "Late", "steps": ["warning", -1, "leg", "match"]}],
    },
    "disputes": {
        "protest_minutes": 20,
        "ruling_minutes": None,
        "appeal_minutes": 10,
        "arbiter": "neutral",
        "replay": "leg",
        "unruled": "wait",
    },
    "max_entries": 24,
    "confirm_entries": False,
    "fee": "R$ 40",
    "tables": 6,
    "minutes_per_leg": 25,
    "presence": "assumed",
    "confirm_minutes": 10,
    "tolerance_minutes": {"default": 5, "rounds": {"1": 15, "final": None}},
    "clock": {"turn_seconds": 40, "on_timeout": "play"},
    "stages": [
        {
            "id": "main",
            "name": "Main bracket",
            "format": "single_elimination",
            "from": [{"entries": [1, 24]}],
            "seeding": "rank",
            "starts": "itself",
            "lots": "by_hand",
            "third_place": True,
            "match": {"default": None, "rounds": {"semifinal": {"first_to": 2}}},
            "variant": None,
            "options": None,
            "tolerance_minutes": 10,
            "late": "leg",
            "time_limit": None,
            "counts": {"walkover": {"legs": [2, 0]}},
            "leaving": {"below_percent": 50, "below": "void", "otherwise": "walkover"},
            "late_entries": 0,
            "mode": {"default": "online", "rounds": {"final": "table"}},
            "best_of": {"default": 1, "rounds": {"semifinal": 3, "final": 5, "round_of_16": 1}},
            "rounds_together": True,
        }
    ],
}


def faults(**changes: Any) -> dict[str, str]:
    with pytest.raises(InvalidRegulation) as caught:
        complete({"variant": "paulista", **changes})
    return {fault.path: fault.text for fault in caught.value.faults}


def stage(**changes: Any) -> dict[str, str]:
    return faults(stages=[changes])


def test_a_complete_regulation_is_kept_as_it_is() -> None:
    assert complete(FULL) == FULL


def test_what_is_left_out_is_written_down_with_its_default() -> None:
    whole = complete({"variant": "paulista"})
    assert set(whole) == set(FULL)
    assert whole["options"] == {"target": 12}
    assert whole["stages"][0]["format"] == "single_elimination"
    assert complete(whole) == whole


def test_the_target_is_the_variants_own_unless_the_options_set_another() -> None:
    assert read(complete({"variant": "paulista"})).target == 12
    assert read(complete({"variant": "argentino"})).target == 30
    assert read(complete(FULL)).target == 15


def test_a_value_by_round_goes_by_label_then_by_number_then_by_default() -> None:
    by_round = PerRound(1, {"3": 3, "final": 5})
    assert by_round.at(1, "semifinal") == 1
    assert by_round.at(3, "third_place") == 3
    assert by_round.at(3, "final") == 5


def test_an_entry_has_half_the_seats_of_a_game() -> None:
    for kind, members in (("single", 1), ("pair", 2), ("trio", 3)):
        regulation = read(complete({"variant": "paulista", "entry_kind": kind}))
        assert (regulation.members, regulation.players) == (members, 2 * members)


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"variant": None}, "variant"),
        ({"variant": "poker"}, "variant"),
        ({"format": "truco-regulation/2"}, "format"),
        ({"options": []}, "options"),
        ({"options": {"wild": True}}, "options.wild"),
        ({"options": {"target": "12"}}, "options.target"),
        ({"entry_kind": "crowd"}, "entry_kind"),
        ({"entry_kind": ["pair"]}, "entry_kind"),
        ({"max_entries": 1}, "max_entries"),
        ({"max_entries": True}, "max_entries"),
        ({"max_entries": 12.0}, "max_entries"),
        ({"confirm_entries": 1}, "confirm_entries"),
        ({"fee": 40}, "fee"),
        ({"tables": -1}, "tables"),
        ({"minutes_per_leg": 0}, "minutes_per_leg"),
        ({"presence": "never"}, "presence"),
        ({"confirm_minutes": 0}, "confirm_minutes"),
        ({"tolerance_minutes": "15"}, "tolerance_minutes"),
        ({"tolerance_minutes": {"rounds": {}}}, "tolerance_minutes.default"),
        ({"tolerance_minutes": {"default": 5, "rounds": []}}, "tolerance_minutes.rounds"),
        ({"tolerance_minutes": {"default": 5, "rounds": {"1": -1}}}, "tolerance_minutes.rounds.1"),
        ({"tolerance_minutes": {"default": 5, "rounds": {"last": 1}}}, "tolerance_minutes.rounds.last"),
        ({"tolerance_minutes": {"default": 5, "other": {}}}, "tolerance_minutes.other"),
        ({"clock": {"turn_seconds": 0}}, "clock.turn_seconds"),
        ({"clock": {"turn": 30}}, "clock.turn"),
        ({"clock": {"on_timeout": "cry"}}, "clock.on_timeout"),
        ({"stages": []}, "stages"),
        ({"stages": {}}, "stages"),
        ({"stages": ["main"]}, "stages"),
        ({"colour": "green"}, "colour"),
    ],
)
def test_a_fault_is_named_by_its_path(changes: dict[str, Any], path: str) -> None:
    assert list(faults(**changes)) == [path]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"format": "lottery"}, "stages.0.format"),
        ({"format": []}, "stages.0.format"),
        ({"seeding": "bribe"}, "stages.0.seeding"),
        ({"third_place": "yes"}, "stages.0.third_place"),
        ({"fourth_place": True}, "stages.0.fourth_place"),
        ({"best_of": 2}, "stages.0.best_of"),
        ({"best_of": True}, "stages.0.best_of"),
        ({"best_of": {"default": 1, "rounds": {"final": 4}}}, "stages.0.best_of.rounds.final"),
        ({"best_of": {"default": 1, "rounds": {"semi-final": 3}}}, "stages.0.best_of.rounds.semi-final"),
        ({"mode": "by post"}, "stages.0.mode"),
        ({"mode": {"default": "table", "rounds": {"0": "online"}}}, "stages.0.mode.rounds.0"),
        ({"rounds_together": None}, "stages.0.rounds_together"),
        ({"id": ""}, "stages.0.id"),
    ],
)
def test_a_fault_of_a_stage_is_named_by_its_path(changes: dict[str, Any], path: str) -> None:
    assert list(stage(**changes)) == [path]


def test_every_fault_is_named_at_once_and_in_words() -> None:
    found = faults(tables=-1, fee=3, stages=[{"best_of": 2}])
    assert found["tables"] == "must be a whole number from 0 to 1000"
    assert found["stages.0.best_of"] == "must be one of 1, 3, 5"
    assert len(found) == 3


def test_the_refusal_carries_all_faults_for_programs() -> None:
    with pytest.raises(InvalidRegulation) as caught:
        complete({"variant": "paulista", "tables": -1})
    assert caught.value.code == "invalid_regulation"
    assert caught.value.params["field"] == "tables"
    assert caught.value.extra["faults"] == [
        {"field": "tables", "detail": "must be a whole number from 0 to 1000"}
    ]


def test_a_variant_must_know_the_number_of_players() -> None:
    assert list(faults(variant="mineiro", entry_kind="trio")) == ["entry_kind"]


def test_the_canonical_text_does_not_depend_on_the_order_of_keys() -> None:
    assert canonical({"b": 1, "a": "ã"}) == canonical({"a": "ã", "b": 1}) == '{"a":"\\u00e3","b":1}'


def test_the_draw_freezes_the_regulation_by_its_hash() -> None:
    play = Play()
    play.enter(2)
    play.do(cmd.CloseEntries)
    assert not play.state.regulation_sha256
    play.do(cmd.Draw, seed=SEED)
    assert play.state.regulation_sha256 == hashlib.sha256(play.state.regulation_text.encode()).hexdigest()
    assert json.loads(play.state.regulation_text) == complete({"variant": "paulista"})
    with pytest.raises(AlreadyDrawn):
        play.do(cmd.ChangeRegulation, regulation={"variant": "paulista", "tables": 9})


def test_the_regulation_can_change_until_the_draw_but_not_the_kind_of_entries_there_are() -> None:
    play = Play()
    play.enter(2)
    play.do(cmd.ChangeRegulation, regulation={"variant": "paulista", "tables": 9})
    assert play.state.regulation.tables == 9
    assert play.do(cmd.ChangeRegulation, regulation={"tables": 9, "variant": "paulista"}) == ()
    with pytest.raises(EntriesExist):
        play.do(cmd.ChangeRegulation, regulation={"variant": "paulista", "entry_kind": "single"})

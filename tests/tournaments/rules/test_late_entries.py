"""Late entries: where each format can still take one after the draw, and where it refuses."""

from typing import Any

import pytest

from tests.tournaments.rules.play import SEED, START_MS, Play, started
from tournaments.rules import events as ev
from tournaments.rules.errors import AlreadyDrawn, EntriesClosed, InvalidRegulation, NoPlaceForLateEntry
from tournaments.rules.evolve import replay
from tournaments.rules.formats.protocol import Drawn
from tournaments.rules.formats.single_elimination import SingleElimination
from tournaments.rules.regulation_check import complete
from tournaments.rules.stages import tables_of
from tournaments.rules.upcasts import UPCASTS

ROBIN: dict[str, Any] = {"format": "round_robin", "late_entries": 1}
GROUPS: dict[str, Any] = {"format": "groups", "groups": 2, "draw": "serpentine", "late_entries": 1}


def pairs(play: Play) -> list[tuple[str, ...]]:
    """Who plays whom, each pair sorted, in the stage's plan."""
    stage = play.state.stages["main"]
    return sorted(tuple(sorted(side or "?" for side in play.match(name).sides)) for name in stage.matches)


def groups(play: Play) -> list[list[str]]:
    return [list(group.entries) for group in tables_of(play.state, play.state.stages["main"])]


def test_a_bracket_takes_a_late_entry_into_the_bye_of_the_next_seed() -> None:
    play = started(5, stage={"late_entries": 1})
    before = dict(play.state.matches)
    play.register(6)
    expected = {
        pairing.id: (pairing.home.of, pairing.away.of)
        for pairing in SingleElimination().plan(Drawn(tuple(f"e{n:03}" for n in range(1, 7)), {}))
    }
    planned = {name: tuple(s.of for s in match.sources) for name, match in play.state.matches.items()}
    assert planned == expected
    play.move()
    assert play.match("R1M4").sides == ("e003", "e006")
    assert play.match("R1M4").status == "called"
    assert play.match("R1M2") == before["R1M2"]
    play.finish()
    assert sum(match.result is not None for match in play.state.matches.values()) == 5


def test_a_bye_is_gone_once_who_has_it_begins_to_play() -> None:
    play = started(7, stage={"late_entries": 1})
    play.win("R1M3", 0)
    play.win("R1M4", 0)
    play.win("R1M2", 0)
    play.move()
    play.win("R2M1", 0)
    with pytest.raises(NoPlaceForLateEntry):
        play.register(8)


def test_a_bracket_without_a_bye_takes_nobody() -> None:
    play = started(4, stage={"late_entries": 2})
    with pytest.raises(NoPlaceForLateEntry):
        play.register(5)


def test_a_call_to_who_had_the_bye_is_taken_back() -> None:
    play = started(3, stage={"late_entries": 1})
    play.win("R1M2", 0)
    play.move()
    assert play.match("R2M1").status == "called"
    play.register(4)
    assert (play.match("R2M1").status, play.match("R2M1").sides) == ("waiting", (None, "e002"))
    play.move()
    assert play.match("R1M1").sides == ("e001", "e004")
    play.finish()
    assert play.state.podium
    assert play.state.podium.champion == "e001"


def test_a_third_place_and_a_lower_bracket_grow_with_the_bracket() -> None:
    for stage, matches in (({"third_place": True}, 6), ({"format": "double_elimination"}, 10)):
        play = started(5, stage={**stage, "late_entries": 1})
        play.register(6)
        play.finish()
        counted = [match for match in play.state.matches.values() if match.label != "final_reset"]
        assert len(counted) == matches
        assert all(match.result for match in counted)


def test_a_league_takes_a_late_entry_in_the_place_of_who_rests_though_it_has_begun() -> None:
    play = started(5, stage=ROBIN)
    play.win("R1M2", 0)
    kept = play.match("R1M2")
    play.register(6)
    assert play.match("R1M2") == kept
    names = [f"e{number:03}" for number in range(1, 7)]
    assert pairs(play) == [(a, b) for at, a in enumerate(names) for b in names[at + 1 :]]
    play.finish()
    assert play.state.phase == "finished"


def test_a_league_without_a_rest_takes_one_before_its_first_match_only() -> None:
    play = started(4, stage=ROBIN)
    play.register(5)
    assert len(pairs(play)) == 10
    other = started(4, stage=ROBIN)
    other.win("R1M1", 0)
    with pytest.raises(NoPlaceForLateEntry):
        other.register(5)


def test_the_smallest_group_takes_a_late_entry_and_the_others_stay_as_they_were() -> None:
    play = started(7, stage=GROUPS)
    first, second = groups(play)
    play.register(8)
    assert groups(play) == [[*first, "e008"], second]
    assert len(pairs(play)) == 12
    play.finish()
    assert play.state.phase == "finished"


def test_a_group_that_has_begun_leaves_the_late_entry_to_one_that_has_not() -> None:
    play = started(8, stage=GROUPS)
    (match, *_) = [m for m in play.state.matches.values() if m.label == "group_1" and m.status == "called"]
    play.win(match.id, 0)
    first, second = groups(play)
    play.register(9)
    assert groups(play) == [first, [*second, "e009"]]
    (other, *_) = [m for m in play.state.matches.values() if m.label == "group_2" and m.status == "ready"]
    play.move()
    play.win(other.id, 0)
    play.register(10)
    assert groups(play)[1] == [*second, "e009", "e010"]
    with pytest.raises(NoPlaceForLateEntry):
        play.register(11)


def test_a_correction_in_a_group_leaves_the_matches_of_a_late_entry_alone() -> None:
    from tournaments.rules import commands as cmd

    play = started(7, stage=GROUPS)
    play.register(8)
    play.finish()
    match = next(m for m in play.state.matches.values() if "e008" not in m.sides)
    told = play.do(cmd.CorrectResult, match=match.id, reason="swapped", legs=((0, 12),))
    assert not any(isinstance(event, ev.PlanWithdrawn | ev.MatchReopened) for event in told)
    assert play.state.phase == "finished"


def test_a_king_of_the_table_meets_the_late_entry_after_the_queue() -> None:
    play = started(3, stage={"format": "king_of_the_table", "late_entries": 1, "bouts": 5})
    play.register(4)
    play.finish()
    assert any("e004" in match.sides for match in play.state.matches.values())


def test_nobody_comes_in_after_the_round_that_the_regulation_names() -> None:
    play = started(5, stage=ROBIN)
    while not any(m.round == 2 and m.begun for m in play.state.matches.values()):
        play.move()
        called = next(m for m in play.state.matches.values() if m.status == "called")
        play.win(called.id, 0)
    with pytest.raises(NoPlaceForLateEntry):
        play.register(6)


def test_without_late_entries_the_door_is_closed_as_ever() -> None:
    play = started(5)
    with pytest.raises(EntriesClosed):
        play.register(6)


def test_an_entry_that_registered_in_time_can_be_confirmed_late() -> None:
    from tournaments.rules import commands as cmd

    play = Play(stages=[{**ROBIN, "seeding": "rank"}])
    play.enter(5)
    members = ("a", "b")
    play.do(cmd.RegisterEntry, entry_id="e006", name="Late", members=members, rank=6)
    play.start()
    assert "e006" not in play.state.stages["main"].order
    play.do(cmd.ConfirmEntry, entry_id="e006")
    assert play.do(cmd.ConfirmEntry, entry_id="e006") == ()
    assert play.state.stages["main"].late == ("e006",)
    assert play.state.stages["main"].drawn_order == tuple(f"e{n:03}" for n in range(1, 6))
    closed = started(3)
    closed.state = replay(
        [
            ev.EntryRegistered(
                entry_id="x", name="x", members=("x", "y"), club=None, rank=None, at_ms=START_MS
            )
        ],
        start=closed.state,
    )
    with pytest.raises(AlreadyDrawn):
        closed.do(cmd.ConfirmEntry, entry_id="x")


def test_whoever_has_left_gives_the_late_entry_a_walkover() -> None:
    from tournaments.rules import commands as cmd

    play = started(5, stage=ROBIN)
    play.do(cmd.WithdrawEntry, entry_id="e001")
    play.register(6)
    (match,) = [m for m in play.state.matches.values() if set(m.sides) == {"e001", "e006"}]
    assert match.result
    assert (match.result.winner, match.result.how) == ("e006", "withdrawal")


def test_only_a_first_stage_to_which_everybody_comes_takes_late_entries() -> None:
    groups_stage = {"id": "groups", **GROUPS}
    complete({"variant": "paulista", "stages": [groups_stage]})
    for stages, path in (
        ([{**groups_stage, "from": [{"entries": [1, 8]}]}], "stages.0.late_entries"),
        (
            [groups_stage, {"late_entries": 1, "from": [{"stage": "groups", "per_group": 1}]}],
            "stages.1.late_entries",
        ),
    ):
        with pytest.raises(InvalidRegulation) as refused:
            complete({"variant": "paulista", "stages": stages})  # type: ignore[dict-item]  # any JSON
        assert [fault.path for fault in refused.value.faults] == [path]


def test_a_late_entry_of_an_old_stream_is_read_as_one_without_groups() -> None:
    data = {"stage": "main", "entry_id": "e009", "at_ms": 1}
    assert UPCASTS["entry_joined/1"](data) == {**data, "rows": []}


def test_the_seed_of_the_draw_is_the_same_before_and_after() -> None:
    play = started(5, stage={"late_entries": 1})
    play.register(6)
    assert play.state.stages["main"].seed == SEED

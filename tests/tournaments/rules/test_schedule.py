"""What the scheduler is told to do, and what the clock decides."""

from dataclasses import replace
from typing import Any

import pytest

from tests.tournaments.rules.play import MINUTE_MS, Play, started
from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.decide import decide
from tournaments.rules.errors import (
    InvalidTable,
    InvalidTime,
    MatchBegun,
    MatchNotDue,
    MatchOver,
    NotASide,
    TableTaken,
    ToleranceOver,
    WrongMode,
)
from tournaments.rules.schedule import due, next_actions, tables_taken

TOLERANCE = {"tolerance_minutes": {"default": 5, "rounds": {"1": 15}}}


def opened(count: int, **regulation: Any) -> Play:
    """Started, but the scheduler has not been round yet."""
    play = Play(stages=[{"seeding": "rank", **regulation.pop("stage", {})}], **regulation)
    play.enter(count)
    play.start()
    return play


def asked(play: Play) -> list[str]:
    return [type(command).__name__ for command in next_actions(play.state, play.now_ms)]


def present(play: Play, match: str, *sides: int) -> None:
    for side in sides:
        play.do(cmd.MarkPresent, match=match, side=side)


def test_a_round_opens_when_it_has_a_match_to_play_and_the_match_is_called() -> None:
    play = opened(4)
    assert asked(play) == ["OpenRound", "CallMatch", "CallMatch"]
    play.move()
    assert play.state.stages["main"].open_rounds == {1}
    assert {match.status for match in play.state.matches.values()} == {"called", "waiting"}


def test_with_byes_the_second_round_may_open_with_the_first() -> None:
    play = opened(6)
    play.move()
    assert play.state.stages["main"].open_rounds == {1}
    play.win("R1M2")
    play.move()
    assert play.state.stages["main"].open_rounds == {1, 2}
    assert play.match("R2M1").status == "called"
    assert play.match("R1M4").status == "called"


def test_where_rounds_go_together_the_next_waits_for_the_last_match_of_the_one_before() -> None:
    play = opened(6, stage={"rounds_together": True})
    play.move()
    play.win("R1M2")
    play.move()
    assert play.match("R2M1").status == "ready"
    with pytest.raises(MatchNotDue):
        play.sheet("R2M1")
    play.win("R1M4")
    play.move()
    assert play.match("R2M1").status == "called"


def test_asking_again_after_everything_is_done_asks_for_nothing() -> None:
    play = started(7, tables=2)
    assert next_actions(play.state, play.now_ms) == []


def test_what_the_scheduler_does_twice_is_done_once() -> None:
    play = opened(8, tables=3)
    for action in next_actions(play.state, play.now_ms):
        assert play.give(action)
        assert play.give(action) == ()


def test_a_plan_made_before_another_worker_acted_advances_nothing_twice() -> None:
    play = opened(8)
    plan = next_actions(play.state, play.now_ms)
    play.move()
    before = play.state
    assert [play.give(action) for action in plan] == [()] * len(plan)
    assert play.state == before


def test_matches_get_the_lowest_free_table_and_wait_when_there_is_none() -> None:
    play = started(8, tables=2)
    assert tables_taken(play.state) == {1: "R1M1", 2: "R1M2"}
    assert play.match("R1M3").status == "ready"
    play.win("R1M1")
    play.move()
    assert tables_taken(play.state) == {1: "R1M3", 2: "R1M2"}


def test_without_a_number_of_tables_every_match_is_called_to_none() -> None:
    play = started(8)
    assert all(
        match.call and match.call.table is None for match in play.state.matches.values() if match.ready
    )


def test_a_table_is_one_of_those_there_are_and_free() -> None:
    play = opened(8, tables=2)
    play.do(cmd.OpenRound, stage="main", round=1)
    for table in (0, 3, None, True):
        with pytest.raises(InvalidTable):
            play.do(cmd.CallMatch, match="R1M1", table=table)
    play.do(cmd.CallMatch, match="R1M1", table=2)
    with pytest.raises(TableTaken):
        play.do(cmd.CallMatch, match="R1M2", table=2)


def test_a_called_match_moves_to_a_free_table() -> None:
    play = started(4, tables=3)
    with pytest.raises(TableTaken):
        play.do(cmd.AssignTable, match="R1M1", table=2)
    play.do(cmd.AssignTable, match="R1M1", table=3)
    assert play.do(cmd.AssignTable, match="R1M1", table=3) == ()
    assert tables_taken(play.state) == {2: "R1M2", 3: "R1M1"}
    with pytest.raises(MatchNotDue):
        play.do(cmd.AssignTable, match="R2M1", table=1)
    play.win("R1M1")
    with pytest.raises(MatchOver):
        play.do(cmd.AssignTable, match="R1M1", table=1)


def test_an_online_match_has_no_table() -> None:
    play = opened(4, tables=3, stage={"mode": "online"})
    play.do(cmd.OpenRound, stage="main", round=1)
    with pytest.raises(WrongMode):
        play.do(cmd.CallMatch, match="R1M1", table=1)
    play.move()
    assert tables_taken(play.state) == {}


def test_a_match_that_is_not_due_cannot_be_called() -> None:
    play = opened(4)
    with pytest.raises(MatchNotDue):
        play.do(cmd.CallMatch, match="R1M1")
    play.move()
    with pytest.raises(MatchNotDue):
        play.do(cmd.CallMatch, match="R2M1")


def test_a_match_with_a_time_is_called_when_it_comes() -> None:
    play = opened(4)
    at = play.now_ms + 60 * MINUTE_MS
    play.do(cmd.ScheduleMatch, match="R1M1", due_ms=at)
    assert play.do(cmd.ScheduleMatch, match="R1M1", due_ms=at) == ()
    play.move()
    assert play.match("R1M1").status == "ready"
    assert [(deadline.kind, deadline.at_ms) for deadline in due(play.state) if deadline.match == "R1M1"] == [
        ("call", at)
    ]
    with pytest.raises(MatchNotDue):
        play.do(cmd.CallMatch, match="R1M1")
    play.wait(60)
    assert play.match("R1M1").status == "called"
    with pytest.raises(MatchBegun):
        play.do(cmd.ScheduleMatch, match="R1M1", due_ms=None)


def test_a_time_lies_ahead_and_the_match_too() -> None:
    play = opened(4)
    with pytest.raises(InvalidTime):
        play.do(cmd.ScheduleMatch, match="R1M1", due_ms=play.now_ms)
    play.move()
    play.win("R1M1")
    with pytest.raises(MatchOver):
        play.do(cmd.ScheduleMatch, match="R1M1", due_ms=None)


def test_the_tolerance_is_that_of_the_round() -> None:
    play = started(4, **TOLERANCE)
    first = play.match("R1M1").call
    assert first
    assert first.deadline_ms == first.at_ms + 15 * MINUTE_MS
    play.win("R1M1")
    play.win("R1M2")
    play.move()
    final = play.match("R2M1").call
    assert final
    assert final.deadline_ms == final.at_ms + 5 * MINUTE_MS


def test_a_missing_side_loses_by_walkover_when_the_tolerance_is_over() -> None:
    play = started(4, **TOLERANCE)
    present(play, "R1M1", 1)
    present(play, "R1M2", 0, 1)
    assert play.wait(14) == []
    play.wait(1)
    result = play.match("R1M1").result
    assert result
    assert (result.winner, result.loser, result.how) == ("e004", "e001", "walkover")
    assert play.match("R1M2").status == "playing"
    assert play.side("R2M1", 0) == "e004"


def test_when_both_are_missing_both_lose_and_the_next_opponent_advances() -> None:
    play = started(4, **TOLERANCE)
    present(play, "R1M2", 0, 1)
    play.wait(15)
    result = play.match("R1M1").result
    assert result
    assert (result.winner, result.loser, result.how) == ("", "", "double_walkover")
    play.win("R1M2")
    assert play.state.phase == "finished"
    assert play.state.podium
    assert play.state.podium.champion == "e002"
    assert play.state.podium.runner_up is None
    final = play.match("R2M1").result
    assert final
    assert final.how == "unopposed"


def test_a_final_in_which_both_are_absent_has_no_champion() -> None:
    play = started(4, **TOLERANCE)
    play.win("R1M1")
    play.win("R1M2")
    play.move()
    play.wait(5)
    assert play.state.phase == "finished"
    assert play.state.podium
    assert (play.state.podium.champion, play.state.podium.runner_up) == (None, None)


@pytest.mark.parametrize("third_place", [False, True])
@pytest.mark.parametrize(
    ("count", "champion"), [(2, None), (3, "e001"), (5, "e001"), (6, None), (8, None), (13, "e001")]
)
def test_when_nobody_ever_comes_it_ends_with_whoever_never_had_an_opponent_or_nobody(
    count: int, champion: str | None, third_place: bool
) -> None:
    play = started(count, stage={"third_place": third_place}, **TOLERANCE)
    for _ in range(10):
        play.wait(15)
    assert play.state.phase == "finished"
    assert play.state.podium
    assert play.state.podium.champion == champion
    assert play.state.podium.third is None


def test_presence_is_said_by_the_side_itself_or_by_an_official() -> None:
    play = started(4)
    play.do(cmd.MarkPresent, match="R1M1", entry="e001")
    assert play.do(cmd.MarkPresent, match="R1M1", entry="e001") == ()
    assert play.match("R1M1").present == (True, False)
    present(play, "R1M1", 1)
    assert play.match("R1M1").status == "playing"
    for wrong in ({"entry": "e002"}, {"side": 2}, {}):
        with pytest.raises(NotASide):
            play.do(cmd.MarkPresent, match="R1M1", **wrong)
    with pytest.raises(MatchNotDue):
        play.do(cmd.MarkPresent, match="R2M1", side=0)
    play.win("R1M1")
    with pytest.raises(MatchOver):
        play.do(cmd.MarkPresent, match="R1M1", side=0)


def test_the_clock_decides_even_if_no_worker_has_come_round() -> None:
    play = started(4, **TOLERANCE)
    present(play, "R1M1", 0)
    play.now_ms += 15 * MINUTE_MS
    with pytest.raises(ToleranceOver):
        present(play, "R1M1", 1)
    with pytest.raises(ToleranceOver):
        play.sheet("R1M1")


def test_a_sheet_says_that_both_were_there() -> None:
    play = started(4, **TOLERANCE)
    play.sheet("R1M1")
    play.wait(15)
    assert play.match("R1M1").status == "reported"


def test_the_clock_is_asked_too_early_or_too_late_in_vain() -> None:
    play = started(4, **TOLERANCE)
    assert play.do(cmd.Expire, match="R1M1") == ()
    assert play.do(cmd.Expire, match="R2M1") == ()
    play.wait(15)
    assert play.do(cmd.Expire, match="R1M1") == ()


def test_without_a_tolerance_nobody_loses_by_the_clock() -> None:
    play = started(4, tolerance_minutes=None)
    play.wait(24 * 60)
    assert play.match("R1M1").status == "called"
    assert due(play.state) == ()


def test_where_presence_is_assumed_a_call_is_the_beginning() -> None:
    play = started(4, presence="assumed")
    assert play.match("R1M1").status == "playing"
    play.wait(24 * 60)
    assert play.match("R1M1").status == "playing"


def test_deadlines_come_earliest_first() -> None:
    play = started(8, confirm_minutes=1, **TOLERANCE)
    play.sheet("R1M2")
    kinds = [deadline.kind for deadline in due(play.state)]
    assert kinds == ["confirmation", "walkover", "walkover", "walkover"]
    moments = [deadline.at_ms for deadline in due(play.state)]
    assert moments == sorted(moments)


def test_a_finished_championship_has_nothing_left_to_do() -> None:
    play = started(4)
    play.finish()
    assert due(play.state) == ()
    assert next_actions(play.state, play.now_ms + 10**9) == []
    assert play.do(cmd.OpenRound, stage="main", round=1) == ()


def test_a_round_without_a_match_to_play_does_not_open() -> None:
    play = opened(4)
    assert play.do(cmd.OpenRound, stage="main", round=2) == ()
    assert play.do(cmd.OpenRound, stage="other", round=1) == ()


def test_deciding_never_changes_the_state_it_was_given() -> None:
    play = opened(4)
    before = replace(play.state)
    for action in next_actions(play.state, play.now_ms):
        if isinstance(action, cmd.OpenRound):
            decide(play.state, action)
    assert play.state == before


def test_calls_are_events_with_table_and_time() -> None:
    play = opened(2, tables=4, **TOLERANCE)
    _opened, called = play.move()
    assert called == ev.MatchCalled(
        match="R1M1", table=1, deadline_ms=play.now_ms + 15 * MINUTE_MS, at_ms=play.now_ms
    )

"""Time and conduct: late sides, time limits, penalties that grow, repeated walkovers, rosters that lock."""

from typing import Any

import pytest

from tests.tournaments.rules.play import MINUTE_MS, START_MS, Play, started
from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.dates import moment_ms
from tournaments.rules.errors import ImplausibleScore, MatchNotDue, ReasonRequired
from tournaments.rules.errors_stages import RosterLocked, SideBusy, TimeNotUp, UnknownOffence
from tournaments.rules.events import LegDetail
from tournaments.rules.schedule import due
from tournaments.rules.stages import tables_of

LEAGUE: dict[str, Any] = {"format": "round_robin", "criteria": ["points", "seed"]}
OFFENCES = [
    {"offence": "signals", "steps": ["warning", "leg", "match", "championship"]},
    {"offence": "late", "steps": [-1, -3]},
]
AT_POINT = LegDetail(at_match_point=True)


def present(play: Play, match: str) -> None:
    for side in (0, 1):
        play.do(cmd.MarkPresent, match=match, side=side)


def points(play: Play, entry: str) -> Any:
    return tables_of(play.state, play.state.stages["main"])[0].table.row(entry).values["points"]


# Late sides


def test_who_is_late_loses_the_first_leg_and_may_come_into_the_next() -> None:
    play = started(4, tolerance_minutes=10, stage={"best_of": 3, "late": "leg"})
    play.do(cmd.MarkPresent, match="R1M1", side=0)
    play.do(cmd.MarkPresent, match="R1M2", side=0)
    play.wait(10)
    match = play.match("R1M1")
    assert (match.status, match.awarded) == ("called", ((12, 0),))
    play.do(cmd.MarkPresent, match="R1M1", side=1)
    assert play.match("R1M1").status == "playing"
    play.sheet("R1M1", ((7, 12), (12, 9)))
    play.confirm("R1M1")
    result = play.match("R1M1").result
    assert result
    assert (result.winner, result.how, result.legs) == ("e001", "played", ((12, 0), (7, 12), (12, 9)))


def test_who_stays_away_for_as_many_legs_as_decide_it_has_lost_by_walkover() -> None:
    play = started(2, tolerance_minutes=10, stage={"best_of": 3, "late": "leg"})
    play.do(cmd.MarkPresent, match="R1M1", side=1)
    play.wait(10)
    assert play.match("R1M1").result is None
    play.wait(10)
    result = play.match("R1M1").result
    assert result
    assert (result.winner, result.how, result.legs) == ("e002", "walkover", ((0, 12), (0, 12)))


def test_the_tolerance_may_differ_by_stage_and_round() -> None:
    stage = {"tolerance_minutes": {"default": 5, "rounds": {"1": 15}}}
    play = started(4, stage=stage)
    call = play.match("R1M1").call
    assert call
    assert call.deadline_ms == call.at_ms + 15 * MINUTE_MS


def test_repeated_walkovers_put_an_entry_out() -> None:
    play = started(4, stage=LEAGUE, conduct={"walkovers_eliminate": 2}, tolerance_minutes=5)
    for _ in range(2):
        for match in list(play.state.matches.values()):
            if match.status == "called":
                for entry in match.sides:
                    if entry != "e004":
                        play.do(cmd.MarkPresent, match=match.id, entry=entry)
                if "e004" not in match.sides:
                    play.sheet(match.id, by=None)
                    play.confirm(match.id, by=None)
        play.wait(5)
    assert play.state.entries["e004"].out == "eliminated"
    assert play.state.stages["main"].left == {"e004": "walkover"}
    assert isinstance(next(e for e in play.events if isinstance(e, ev.EntryEliminated)), ev.EntryEliminated)
    play.finish()
    assert [match.result.how for match in play.state.matches.values() if match.result].count(
        "withdrawal"
    ) == 1


# Time limits


def limited(then: str) -> Play:
    play = started(2, stage={"best_of": 3, "time_limit": {"minutes": 60, "then": then}})
    present(play, "R1M1")
    return play


def test_when_time_is_up_that_is_an_event_and_happens_once() -> None:
    play = limited("match_point")
    assert [(d.kind, d.match) for d in due(play.state)] == [("time", "R1M1")]
    assert play.wait(59) == []
    (expired,) = play.wait(1)
    assert isinstance(expired, ev.TimeExpired)
    assert (expired.policy, expired.by) == ("match_point", None)
    assert play.wait(60) == []


def test_a_leg_begins_at_match_point_only_after_time_is_up() -> None:
    play = limited("match_point")
    legs, details = ((12, 5), (11, 12), (12, 11)), (LegDetail(), AT_POINT, AT_POINT)
    sheet: dict[str, Any] = {"match": "R1M1", "entry": None, "legs": legs, "details": details}
    with pytest.raises(TimeNotUp):
        play.do(cmd.HandInSheet, **sheet)
    play.wait(60)
    play.do(cmd.HandInSheet, **sheet)
    play.do(cmd.ConfirmSheet, match="R1M1", entry=None)
    result = play.match("R1M1").result
    assert result
    assert (result.winner, play.match("R1M1").details) == ("e001", details)


def test_a_leg_from_match_point_is_won_by_one_tento() -> None:
    play = limited("match_point")
    play.wait(60)
    with pytest.raises(ImplausibleScore):
        play.do(
            cmd.HandInSheet,
            match="R1M1",
            entry=None,
            legs=((12, 5), (12, 7)),
            details=(LegDetail(), AT_POINT),
        )


def test_the_leader_at_the_bell_has_won_by_legs_then_by_tentos() -> None:
    play = limited("leader")
    with pytest.raises(ImplausibleScore):
        play.sheet("R1M1", ((12, 5), (7, 9)))
    play.wait(60)
    play.sheet("R1M1", ((12, 5), (7, 9)))
    play.confirm("R1M1")
    result = play.match("R1M1").result
    assert result
    assert (result.winner, result.legs) == ("e001", ((12, 5), (7, 9)))


def test_a_knock_out_match_that_is_level_at_the_bell_has_no_result_yet() -> None:
    play = limited("leader")
    play.wait(60)
    with pytest.raises(ImplausibleScore, match="winner"):
        play.sheet("R1M1", ((12, 5), (5, 12)))


def test_where_the_referee_deals_on_nothing_changes_for_the_score() -> None:
    play = limited("referee")
    play.wait(60)
    with pytest.raises(ImplausibleScore):
        play.sheet("R1M1", ((12, 5), (7, 9)))
    play.sheet("R1M1", ((12, 5), (12, 9)))


def test_an_official_calls_time_where_no_clock_runs() -> None:
    play = started(2, stage={"best_of": 3, "time_limit": {"minutes": 60, "then": "leader"}})
    (expired,) = play.do(cmd.CallTime, match="R1M1")
    assert isinstance(expired, ev.TimeExpired)
    assert expired.by == "user:somebody"
    assert play.do(cmd.CallTime, match="R1M1") == ()
    with pytest.raises(MatchNotDue):
        started(2).do(cmd.CallTime, match="R1M1")


# Penalties


def punish(play: Play, *entries: str, offence: str = "signals", **fields: Any) -> tuple[ev.Event, ...]:
    return play.do(cmd.Penalize, entries=entries, offence=offence, reason="seen by all", **fields)


def penal(stage: dict[str, Any]) -> Play:
    return started(4, stage=stage, conduct={"penalties": OFFENCES})


def test_a_penalty_grows_with_repetition() -> None:
    play = penal({"best_of": 3})
    (warning,) = punish(play, "e001", match="R1M1", leg=1, hand=4)
    assert isinstance(warning, ev.PenaltyGiven)
    assert (warning.step, warning.number, warning.hand) == ("warning", 1, 4)
    punish(play, "e001", match="R1M1")
    assert play.match("R1M1").awarded == ((0, 12),)
    assert play.match("R1M1").result is None
    punish(play, "e001", match="R1M1")
    result = play.match("R1M1").result
    assert result
    assert (result.winner, result.how) == ("e004", "forfeit")
    punish(play, "e001")
    assert play.state.entries["e001"].out == "disqualified"


def test_each_side_is_punished_by_its_own_repetition() -> None:
    play = penal({"best_of": 3})
    punish(play, "e001", match="R1M1")
    given = [e for e in punish(play, "e001", "e004", match="R1M1") if isinstance(e, ev.PenaltyGiven)]
    assert [(each.entry_id, each.step) for each in given] == [("e001", "leg"), ("e004", "warning")]


def test_when_both_lose_the_match_nobody_has_won_it() -> None:
    both = {"penalties": [{"offence": "fight", "steps": ["match"]}]}
    play = started(4, conduct=both)
    punish(play, "e001", "e004", offence="fight", match="R1M1")
    result = play.match("R1M1").result
    assert result
    assert (result.winner, result.how) == ("", "double_walkover")


def test_points_are_taken_in_the_table() -> None:
    play = penal(LEAGUE)
    punish(play, "e002", offence="late")
    assert points(play, "e002") == -1
    punish(play, "e002", offence="late")
    punish(play, "e002", offence="late")
    assert points(play, "e002") == -7


def test_a_penalty_needs_an_offence_of_the_table_a_reason_and_where_it_costs_a_leg_a_match() -> None:
    play = penal({"best_of": 3})
    with pytest.raises(UnknownOffence):
        punish(play, "e001", offence="whistling")
    with pytest.raises(ReasonRequired):
        play.do(cmd.Penalize, entries=("e001",), offence="signals", reason=" ")
    punish(play, "e001")
    with pytest.raises(UnknownOffence):
        punish(play, "e001")


# Rosters and calls


def test_rosters_are_locked_at_their_date() -> None:
    lock = "2025-10-09T08:54Z"
    assert moment_ms(lock) > START_MS
    play = started(2, roster={"reserves": 1, "locks_at": lock})
    play.do(cmd.NameReserves, entry_id="e001", reserves=("spare",))
    play.now_ms = moment_ms(lock)
    with pytest.raises(RosterLocked):
        play.do(cmd.NameReserves, entry_id="e001", reserves=())


def test_nobody_is_called_to_a_match_while_playing_another() -> None:
    play = started(4, stage=LEAGUE)
    waiting = next(match for match in play.state.matches.values() if match.status == "ready")
    play.do(cmd.OpenRound, stage="main", round=waiting.round)
    with pytest.raises(SideBusy):
        play.do(cmd.CallMatch, match=waiting.id)

"""Judging what moves a championship along: rounds, times, calls, presence, online games, and the clock."""

from typing import assert_never

from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.bracket import decide_match
from tournaments.rules.decide_common import decide_sheet, in_time, match_in_play, side_of
from tournaments.rules.errors import (
    InvalidLeg,
    InvalidTable,
    InvalidTime,
    MatchBegun,
    MatchNotDue,
    MatchOver,
    NotASide,
    TableTaken,
    WrongMode,
)
from tournaments.rules.schedule import (
    can_open,
    confirmed_at,
    is_due,
    tables_taken,
    waits_for_leg,
    walkover_at,
)
from tournaments.rules.state import Championship, Match

MINUTE_MS = 60_000


def decide_schedule(state: Championship, command: cmd.ScheduleCommand) -> tuple[ev.Event, ...]:
    """What becomes of a command of the scheduler, the clock, or whoever does their work by hand."""
    if isinstance(command, cmd.OpenRound):
        return _open_round(state, command)
    match = match_in_play(state, command.match)
    match command:
        case cmd.ScheduleMatch():
            return _schedule(match, command)
        case cmd.CallMatch():
            return _call(state, match, command)
        case cmd.AssignTable():
            return _assign(state, match, command)
        case cmd.MarkPresent():
            return _present(match, command)
        case cmd.Expire():
            return _expire(state, match, command.now_ms)
        case cmd.OpenLeg():
            return _open_leg(match, command)
        case _:
            assert_never(command)


def _open_round(state: Championship, command: cmd.OpenRound) -> tuple[ev.Event, ...]:
    stage = state.stages.get(command.stage)
    if state.phase != "running" or stage is None or command.round in stage.open_rounds:
        return ()
    if not can_open(state, stage, command.round):
        return ()
    return (ev.RoundOpened(stage=stage.id, round=command.round, at_ms=command.now_ms),)


def _schedule(match: Match, command: cmd.ScheduleMatch) -> tuple[ev.Event, ...]:
    if match.result:
        raise MatchOver(match=match.id)
    if match.call or match.begun:
        raise MatchBegun(match=match.id)
    if match.due_ms == command.due_ms:
        return ()
    if command.due_ms is not None and command.due_ms < command.now_ms:
        raise InvalidTime(field="due_at")
    return (ev.MatchScheduled(match=match.id, due_ms=command.due_ms, at_ms=command.now_ms),)


def _call(state: Championship, match: Match, command: cmd.CallMatch) -> tuple[ev.Event, ...]:
    if match.call or match.begun or match.result:
        return ()
    if not is_due(state, match) or (match.due_ms or 0) > command.now_ms:
        raise MatchNotDue(match=match.id)
    _check_table(state, match, command.table)
    tolerance = state.regulation.tolerance_minutes.at(match.round, match.label)
    assumed = state.regulation.presence == "assumed"
    deadline = None if assumed or tolerance is None else command.now_ms + tolerance * MINUTE_MS
    now = command.now_ms
    called = ev.MatchCalled(match=match.id, table=command.table, deadline_ms=deadline, at_ms=now)
    if not assumed:
        return (called,)
    return (called, *(ev.SidePresent(match=match.id, side=side, at_ms=now) for side in (0, 1)))


def _check_table(state: Championship, match: Match, table: int | None) -> None:
    """An online match has no table; any other has a free one of those there are, if they are counted."""
    if match.mode == "online" and table is not None:
        raise WrongMode(match=match.id, mode=match.mode)
    if match.mode == "online" or (table is None and not state.regulation.tables):
        return
    limit = state.regulation.tables or 1000
    if type(table) is not int or not 1 <= table <= limit:
        raise InvalidTable(field="table", tables=limit)
    if tables_taken(state).get(table, match.id) != match.id:
        raise TableTaken(table=table)


def _assign(state: Championship, match: Match, command: cmd.AssignTable) -> tuple[ev.Event, ...]:
    if match.status not in ("called", "playing") or match.call is None:
        raise MatchOver(match=match.id) if match.result else MatchNotDue(match=match.id)
    if match.call.table == command.table:
        return ()
    _check_table(state, match, command.table)
    return (ev.TableAssigned(match=match.id, table=command.table, at_ms=command.now_ms),)


def _present(match: Match, command: cmd.MarkPresent) -> tuple[ev.Event, ...]:
    side = command.side if command.entry is None else side_of(match, command.entry)
    if side not in (0, 1):
        raise NotASide(match=match.id)
    if match.result:
        raise MatchOver(match=match.id)
    if match.present[side]:
        return ()
    if match.call is None:
        raise MatchNotDue(match=match.id)
    in_time(match, command.now_ms)
    return (ev.SidePresent(match=match.id, side=side, at_ms=command.now_ms),)


def _expire(state: Championship, match: Match, now_ms: int) -> tuple[ev.Event, ...]:
    """Whoever is missing after the tolerance loses, both if both are; a sheet nobody answers is confirmed."""
    deadline = walkover_at(match)
    if deadline is not None and deadline <= now_ms:
        winner = match.present.index(True) if any(match.present) else None
        how = "double_walkover" if winner is None else "walkover"
        return decide_match(state, match, winner=winner, how=how, legs=(), now_ms=now_ms)
    silence = confirmed_at(match)
    if silence is not None and silence <= now_ms and match.sheet:
        confirmed = ev.SheetConfirmed(match=match.id, by=None, how="clock", at_ms=now_ms)
        return decide_sheet(state, match, confirmed)
    return ()


def _open_leg(match: Match, command: cmd.OpenLeg) -> tuple[ev.Event, ...]:
    if match.mode != "online":
        raise WrongMode(match=match.id, mode=match.mode)
    if match.result or match.game_id or command.leg <= len(match.legs):
        return ()
    if not waits_for_leg(match) or command.leg != len(match.legs) + 1:
        raise MatchNotDue(match=match.id)
    if not command.game_id:
        raise InvalidLeg(field="game_id")
    return (ev.LegOpened(match=match.id, leg=command.leg, game_id=command.game_id, at_ms=command.now_ms),)

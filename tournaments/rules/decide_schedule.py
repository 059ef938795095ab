"""Judging what moves a championship along: rounds, times, calls, presence, online games, and the clock."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.bell import rung
from tournaments.rules.bracket import Account, decide_match
from tournaments.rules.decide_common import decide_sheet, in_time, match_in_play, side_of
from tournaments.rules.decide_entries import put_out
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
from tournaments.rules.errors_disputes import FrozenByDispute
from tournaments.rules.errors_stages import SideBusy
from tournaments.rules.evolve import evolve, replay
from tournaments.rules.schedule import (
    all_played,
    can_open,
    confirmed_at,
    is_due,
    sides_busy,
    tables_taken,
    time_limit_of,
    time_up_at,
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
            return _expire(state, match, command)
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
    if match.status == "frozen":
        raise FrozenByDispute(match=match.id, dispute=match.frozen_by)
    if not is_due(state, match) or (match.due_ms or 0) > command.now_ms:
        raise MatchNotDue(match=match.id)
    busy = sides_busy(state)
    for side in match.sides:
        if side in busy:
            raise SideBusy(match=match.id, other=busy[side])
    _check_table(state, match, command.table)
    tolerance = state.regulation.tolerance_of(match.stage, match.round, match.label)
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


def _expire(state: Championship, match: Match, command: cmd.Expire) -> tuple[ev.Event, ...]:
    """Whoever is missing after the tolerance loses, both if both are; a sheet nobody answers is confirmed.

    And when the time of a match is up, that is what happens.
    """
    now_ms = command.now_ms
    deadline = walkover_at(match)
    if deadline is not None and deadline <= now_ms:
        return _missed(state, match, now_ms)
    silence = confirmed_at(match)
    if silence is not None and silence <= now_ms and match.sheet:
        confirmed = ev.SheetConfirmed(match=match.id, by=None, how="clock", at_ms=now_ms)
        return decide_sheet(state, match, confirmed)
    up = time_up_at(state, match)
    limit = time_limit_of(state, match)
    if limit is not None and up is not None and up <= now_ms:
        return rung(state, match, command, limit.then, None)
    return ()


def _missed(state: Championship, match: Match, now_ms: int) -> tuple[ev.Event, ...]:
    """The match goes to who is there; or only its next leg, where who is late may come into the one after."""
    winner = match.present.index(True) if any(match.present) else None
    rules = state.regulation.stage(match.stage)
    before: list[ev.Event] = []
    if winner is not None and rules.late == "leg" and match.best_of > 1:
        awarded = _awarded(state, match, winner, now_ms)
        after = evolve(state, awarded).matches[match.id]
        if not all_played(after):
            return (awarded,)
        before, match = [awarded], after
    how = "double_walkover" if winner is None else "walkover"
    legs = tuple(leg.score for leg in match.legs)
    events = decide_match(state, match, *before, winner=winner, how=how, legs=legs, now_ms=now_ms)
    return (*events, *_eliminated(state, match, winner, events, now_ms))


def _awarded(state: Championship, match: Match, winner: int, now_ms: int) -> ev.LegAwarded:
    """One leg for who is there; who is late has the tolerance again for the next one."""
    target = state.regulation.target_of(match.stage)
    tolerance = state.regulation.tolerance_of(match.stage, match.round, match.label) or 0
    return ev.LegAwarded(
        match=match.id,
        side=winner,
        score=(target, 0) if winner == 0 else (0, target),
        why="late",
        deadline_ms=now_ms + tolerance * MINUTE_MS,
        at_ms=now_ms,
    )


def _eliminated(
    state: Championship, match: Match, winner: int | None, events: Iterable[ev.Event], now_ms: int
) -> Iterator[ev.Event]:
    """Who has lost too many matches by walkover is out."""
    limit = state.regulation.conduct.walkovers_eliminate
    if limit is None:
        return
    account = Account(replay(events, start=state), now_ms)
    for side, entry_id in enumerate(match.sides):
        if side == winner or not entry_id or account.state.entries[entry_id].out:
            continue
        count = walkovers(account.state, entry_id)
        if count >= limit and account.state.phase == "running":
            account.tell(ev.EntryEliminated(entry_id=entry_id, walkovers=count, at_ms=now_ms))
            put_out(account, entry_id)
    yield from account.events


def walkovers(state: Championship, entry_id: str) -> int:
    """How many matches an entry has lost for not being there."""
    return sum(
        match.result is not None
        and match.result.how in ("walkover", "double_walkover")
        and entry_id in match.sides
        and match.result.winner != entry_id
        for match in state.matches.values()
    )


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

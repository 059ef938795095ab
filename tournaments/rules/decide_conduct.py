"""Judging by the rules of time and conduct: rosters, substitutions, penalties, the end of a match's time."""

from collections.abc import Iterator
from typing import assert_never

from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.bell import rung
from tournaments.rules.bracket import Account, decide_match
from tournaments.rules.decide_common import because, match_in_play, side_of
from tournaments.rules.decide_entries import put_out
from tournaments.rules.errors import (
    AlreadyEntered,
    EntryOut,
    MatchNotDue,
    MatchOver,
    UnknownEntry,
    WrongMembers,
    WrongPhase,
)
from tournaments.rules.errors_stages import (
    LegRunning,
    NoSubstitutionLeft,
    NotInRoster,
    RosterLocked,
    UnknownOffence,
)
from tournaments.rules.schedule import all_played, match_winner
from tournaments.rules.state import Championship, Entry, Match


def decide_conduct(state: Championship, command: cmd.ConductCommand) -> tuple[ev.Event, ...]:
    """What becomes of a command about people, conduct or time."""
    match command:
        case cmd.NameReserves():
            return _name(state, command)
        case cmd.Substitute():
            return _substitute(state, command)
        case cmd.Penalize():
            return _penalize(state, command)
        case cmd.CallTime():
            return _call_time(state, command)
        case _:
            assert_never(command)


def _entry(state: Championship, entry_id: str) -> Entry:
    entry = state.entries.get(entry_id)
    if entry is None:
        raise UnknownEntry(entry=entry_id)
    if entry.out:
        raise EntryOut(entry=entry_id)
    return entry


def _unlocked(state: Championship, now_ms: int) -> None:
    locks = state.regulation.roster.locks_ms
    if locks is not None and now_ms >= locks:
        raise RosterLocked


def _name(state: Championship, command: cmd.NameReserves) -> tuple[ev.Event, ...]:
    """A reserve waits for one entry alone, and is no member of any."""
    entry = _entry(state, command.entry_id)
    if state.phase in ("finished", "cancelled"):
        raise WrongPhase(phase=state.phase)
    _unlocked(state, command.now_ms)
    limit, reserves = state.regulation.roster.reserves, tuple(command.reserves)
    if len(reserves) > limit or len(set(reserves)) != len(reserves):
        raise WrongMembers(field="reserves", needed=limit)
    others = [each for each in state.entries.values() if not each.out]
    taken = {person for each in others for person in each.members}
    taken |= {person for each in others if each.id != entry.id for person in each.reserves}
    for index, person in enumerate(reserves):
        if person in taken:
            raise AlreadyEntered(field=f"reserves.{index}", who=person)
    if reserves == entry.reserves:
        return ()
    return (ev.ReservesNamed(entry_id=entry.id, reserves=reserves, at_ms=command.now_ms),)


def _substitute(state: Championship, command: cmd.Substitute) -> tuple[ev.Event, ...]:
    entry = _entry(state, command.entry_id)
    match = match_in_play(state, command.match)
    side_of(match, entry.id)
    if match.result:
        raise MatchOver(match=match.id)
    if match.game_id or match.sheet:
        raise LegRunning(match=match.id)
    limit = state.regulation.roster.substitutions
    if limit is not None and entry.substitutions >= limit:
        raise NoSubstitutionLeft(limit=limit)
    for person, roster, field in (
        (command.taken_out, entry.members, "taken_out"),
        (command.put_in, entry.reserves, "put_in"),
    ):
        if person not in roster:
            raise NotInRoster(field=field, person=person)
    return (
        ev.MemberSubstituted(
            entry_id=entry.id,
            match=match.id,
            leg=len(match.legs) + 1,
            taken_out=command.taken_out,
            put_in=command.put_in,
            at_ms=command.now_ms,
        ),
    )


def _penalize(state: Championship, command: cmd.Penalize) -> tuple[ev.Event, ...]:
    """Every entry gets what its own repetition of the offence costs; both may lose the match by it."""
    reason = because(command.reason)
    offence = state.regulation.conduct.offence(command.offence)
    if offence is None or not command.entries:
        raise UnknownOffence(field="offence", offence=command.offence)
    match = match_in_play(state, command.match) if command.match is not None else None
    account = Account(state, command.now_ms)
    lost: list[int] = []
    for entry_id in dict.fromkeys(command.entries):
        given = _given(account.state, _entry(account.state, entry_id), match, command, reason)
        account.tell(given)
        lost += _taken(account, given)
    if match is not None and lost:
        _forfeited(account, match.id, lost, command, reason)
    return tuple(account.events)


def _given(
    state: Championship, entry: Entry, match: Match | None, command: cmd.Penalize, reason: str
) -> ev.PenaltyGiven:
    """The penalty, by how often the entry has been punished for the same before."""
    offence = state.regulation.conduct.offence(command.offence)
    assert offence is not None
    number = entry.offences.get(offence.code, 0) + 1
    step = offence.steps[min(number, len(offence.steps)) - 1]
    if match is not None:
        side_of(match, entry.id)
    if step in ("leg", "match") and (match is None or match.result or not match.ready):
        raise UnknownOffence(field="match", offence=offence.code)
    stage = match.stage if match else (state.last_stage.id if state.last_stage else "")
    return ev.PenaltyGiven(
        entry_id=entry.id,
        offence=offence.code,
        number=number,
        step=step if isinstance(step, str) else "points",
        points=step if isinstance(step, int) else 0,
        stage=stage,
        match=command.match,
        leg=command.leg,
        hand=command.hand,
        reason=reason,
        by=command.actor,
        at_ms=command.now_ms,
    )


def _taken(account: Account, given: ev.PenaltyGiven) -> Iterator[int]:
    """Let a penalty take effect; yields the side that loses the match by it."""
    state = account.state
    found = state.matches[given.match] if given.match else None
    if given.step == "championship":
        account.tell(ev.EntryDisqualified(entry_id=given.entry_id, reason=given.reason, at_ms=account.now_ms))
        put_out(account, given.entry_id)
    elif given.step == "leg" and found:
        side = 1 - side_of(found, given.entry_id)
        target = state.regulation.target_of(found.stage)
        score = (target, 0) if side == 0 else (0, target)
        account.tell(
            ev.LegAwarded(
                match=found.id, side=side, score=score, why="penalty", deadline_ms=None, at_ms=account.now_ms
            )
        )
        after = account.state.matches[found.id]
        if all_played(after):
            winner = match_winner(after)
            yield 1 - winner if winner is not None else side_of(found, given.entry_id)
    elif given.step == "match" and found:
        yield side_of(found, given.entry_id)


def _forfeited(account: Account, match_id: str, lost: list[int], command: cmd.Penalize, reason: str) -> None:
    """The match goes to the other side, or to nobody where both have lost it."""
    match = account.state.matches[match_id]
    if match.result:
        return
    sides = sorted(set(lost))
    taken = [
        ev.MatchForfeited(
            match=match_id,
            entry=match.sides[side] or "",
            reason=reason,
            by=command.actor,
            at_ms=account.now_ms,
        )
        for side in sides
    ]
    winner, how = (1 - sides[0], "forfeit") if len(sides) == 1 else (None, "double_walkover")
    legs = tuple(leg.score for leg in match.legs)
    account.tell(
        *decide_match(account.state, match, *taken, winner=winner, how=how, legs=legs, now_ms=account.now_ms)
    )


def _call_time(state: Championship, command: cmd.CallTime) -> tuple[ev.Event, ...]:
    match = match_in_play(state, command.match)
    if match.result:
        raise MatchOver(match=match.id)
    limit = state.regulation.stage(match.stage).time_limit.at(match.round, match.label)
    if limit is None or not match.ready or match.sheet:
        raise MatchNotDue(match=match.id)
    if match.expired:
        return ()
    return rung(state, match, command, limit.then, command.actor)

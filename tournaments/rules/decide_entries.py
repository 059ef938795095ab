"""Judging what concerns entries: who may play, who is here, who has left."""

from collections.abc import Iterator
from typing import assert_never

from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.bracket import Account
from tournaments.rules.decide_common import because, before_draw, named
from tournaments.rules.errors import (
    AlreadyEntered,
    CheckInClosed,
    EntriesClosed,
    EntriesFull,
    EntryNotConfirmed,
    EntryOut,
    InvalidRank,
    NoPlaceForLateEntry,
    UnknownEntry,
    WrongMembers,
    WrongPhase,
)
from tournaments.rules.format_fields import TABLED
from tournaments.rules.formats.group_stage import whole as whole_number
from tournaments.rules.late import can_be_late, entrance
from tournaments.rules.stages import decided
from tournaments.rules.state import Championship, Entry

ENTRY_NAME_LIMIT = 80


def decide_entry(state: Championship, command: cmd.EntryCommand) -> tuple[ev.Event, ...]:
    """What becomes of a command about an entry."""
    if isinstance(command, cmd.RegisterEntry):
        return _register(state, command)
    entry = state.entries.get(command.entry_id)
    if entry is None:
        raise UnknownEntry(entry=command.entry_id)
    if isinstance(command, cmd.RenameEntry):
        return (ev.EntryRenamed(entry_id=entry.id, name=command.name, at_ms=command.now_ms),)
    if state.phase == "cancelled":
        raise WrongPhase(phase=state.phase)
    match command:
        case cmd.WithdrawEntry():
            return _withdraw(state, entry, command)
        case cmd.DisqualifyEntry():
            return _disqualify(state, entry, command)
        case cmd.MarkFeePaid():
            return _fee(entry, command)
        case cmd.ConfirmEntry() if can_be_late(state) and not entry.out:
            return () if entry.confirmed else _joined(state, entry.id, command.now_ms)
        case cmd.ConfirmEntry() | cmd.RankEntry() | cmd.CheckIn():
            return _before_draw(state, entry, command)
        case _:
            assert_never(command)


def _fee(entry: Entry, command: cmd.MarkFeePaid) -> tuple[ev.Event, ...]:
    if entry.paid == command.paid:
        return ()
    return (ev.FeeMarked(entry_id=entry.id, paid=command.paid, at_ms=command.now_ms),)


def _before_draw(
    state: Championship, entry: Entry, command: cmd.ConfirmEntry | cmd.RankEntry | cmd.CheckIn
) -> tuple[ev.Event, ...]:
    """What changes only the draw, and so must come before it."""
    before_draw(state)
    if entry.out:
        raise EntryOut(entry=entry.id)
    now = command.now_ms
    match command:
        case cmd.ConfirmEntry():
            return () if entry.confirmed else (ev.EntryConfirmed(entry_id=entry.id, at_ms=now),)
        case cmd.RankEntry():
            _check_rank(command.rank)
            if entry.rank == command.rank:
                return ()
            return (ev.EntryRanked(entry_id=entry.id, rank=command.rank, at_ms=now),)
        case cmd.CheckIn():
            if not state.check_in:
                raise CheckInClosed(phase=state.phase)
            if not entry.confirmed:
                raise EntryNotConfirmed(entry=entry.id)
            return () if entry.checked_in else (ev.EntryCheckedIn(entry_id=entry.id, at_ms=now),)
        case _:
            assert_never(command)


def _joined(
    state: Championship, entry_id: str, now_ms: int, registered: ev.EntryRegistered | None = None
) -> tuple[ev.Event, ...]:
    """A late entry is confirmed and has its place in the stage: what is planned for it, and what follows."""
    account = Account(state, now_ms)
    if registered:
        account.tell(registered)
    way = entrance(state, entry_id)
    if way is None:
        raise NoPlaceForLateEntry(phase=state.phase)
    account.tell(
        ev.EntryConfirmed(entry_id=entry_id, at_ms=now_ms),
        ev.EntryJoined(stage=way.stage, entry_id=entry_id, rows=way.rows, at_ms=now_ms),
    )
    if way.matches:
        account.tell(ev.PlanAmended(stage=way.stage, matches=way.matches, at_ms=now_ms))
    if state.phase == "running":
        account.settle([match.match for match in way.matches])
    return tuple(account.events)


def _register(state: Championship, command: cmd.RegisterEntry) -> tuple[ev.Event, ...]:
    late = can_be_late(state)
    if state.phase != "open" and not late:
        raise EntriesClosed(phase=state.phase)
    if late and entrance(state) is None:
        raise NoPlaceForLateEntry(phase=state.phase)
    name = named(command.name, ENTRY_NAME_LIMIT)
    members = tuple(command.members)
    if len(members) != state.regulation.members or len(set(members)) != len(members):
        raise WrongMembers(field="members", needed=state.regulation.members)
    _check_rank(command.rank)
    _check_room(state, command)
    now = command.now_ms
    registered = ev.EntryRegistered(
        entry_id=command.entry_id,
        name=name,
        members=members,
        club=command.club,
        rank=command.rank,
        at_ms=now,
    )
    if state.regulation.confirm_entries:
        return (registered,)
    if late:
        return _joined(state, command.entry_id, now, registered)
    return (registered, ev.EntryConfirmed(entry_id=command.entry_id, at_ms=now))


def _check_room(state: Championship, command: cmd.RegisterEntry) -> None:
    """An id is used once, a person plays for one entry, and the places are counted."""
    active = [entry for entry in state.entries.values() if not entry.out]
    taken = {member for entry in active for member in entry.members}
    if command.entry_id in state.entries:
        raise AlreadyEntered(field="entry_id", who=command.name)
    for index, member in enumerate(command.members):
        if member in taken:
            raise AlreadyEntered(field=f"members.{index}", who=member)
    if len(active) >= state.regulation.max_entries:
        raise EntriesFull(limit=state.regulation.max_entries)


def _check_rank(rank: int | None) -> None:
    if rank is not None and (type(rank) is not int or rank < 1):
        raise InvalidRank(field="rank")


def _withdraw(state: Championship, entry: Entry, command: cmd.WithdrawEntry) -> tuple[ev.Event, ...]:
    event = ev.EntryWithdrawn(entry_id=entry.id, reason=command.reason.strip(), at_ms=command.now_ms)
    return _leave(state, entry, event)


def _disqualify(state: Championship, entry: Entry, command: cmd.DisqualifyEntry) -> tuple[ev.Event, ...]:
    event = ev.EntryDisqualified(entry_id=entry.id, reason=because(command.reason), at_ms=command.now_ms)
    return _leave(state, entry, event)


def _leave(
    state: Championship, entry: Entry, event: ev.EntryWithdrawn | ev.EntryDisqualified
) -> tuple[ev.Event, ...]:
    """The entry is out; in play, its open matches go to the opponents and what follows follows."""
    if state.phase == "finished":
        raise WrongPhase(phase=state.phase)
    if entry.out:
        return ()
    account = Account(state, event.at_ms)
    account.tell(event)
    put_out(account, entry.id)
    return tuple(account.events)


def put_out(account: Account, entry_id: str) -> None:
    """Let all follow that follows from an entry being out: what of its matches counts, and who goes on."""
    if account.state.phase not in ("drawn", "running"):
        return
    account.tell(*_judged(account.state, entry_id, account.now_ms))
    if account.state.phase == "running":
        matches = account.state.matches.values()
        account.settle([match.id for match in matches if entry_id in match.sides])


def _judged(state: Championship, entry_id: str, now_ms: int) -> Iterator[ev.LeavingJudged]:
    """What becomes of its matches in each stage with a table that is not over, by how much it has played."""
    for stage in state.stages.values():
        rules = state.regulation.stage(stage.id)
        own = [state.matches[match] for match in stage.matches if entry_id in state.matches[match].sides]
        if rules.format not in TABLED or entry_id not in stage.order or decided(state, stage):
            continue
        played = sum(match.result is not None for match in own)
        # In a Swiss stage the rounds to come are not planned yet, and count as matches to be played.
        whole = max(len(own), whole_number(rules.config, "rounds", 0))
        policy = rules.leaving
        below = 100 * played < policy.percent * whole
        yield ev.LeavingJudged(
            stage=stage.id,
            entry_id=entry_id,
            policy=policy.below if below else policy.otherwise,
            at_ms=now_ms,
        )

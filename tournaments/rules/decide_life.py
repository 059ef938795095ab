"""Judging the life of a championship: founding, entries open and closed, draw, start, cancelling."""

from typing import assert_never

from tournaments.rules import commands as cmd
from tournaments.rules import events as ev
from tournaments.rules.bracket import Account
from tournaments.rules.decide_common import because, before_draw, named
from tournaments.rules.decide_stages import first_draw
from tournaments.rules.errors import EntriesExist, EntriesOpen, NotDrawn, WrongPhase
from tournaments.rules.regulation import canonical, sha256
from tournaments.rules.regulation_check import complete
from tournaments.rules.state import Championship


def decide_life(state: Championship, command: cmd.LifeCommand) -> tuple[ev.Event, ...]:
    """What becomes of a command about the championship as a whole."""
    if isinstance(command, cmd.CreateChampionship):
        return _create(state, command)
    if state.phase in ("new", "cancelled"):
        raise WrongPhase(phase=state.phase)
    now = command.now_ms
    match command:
        case cmd.ChangeRegulation():
            return _change(state, command)
        case cmd.OpenEntries():
            before_draw(state)
            return () if state.phase == "open" else (ev.EntriesOpened(at_ms=now),)
        case cmd.CloseEntries():
            return _close(state, now)
        case cmd.OpenCheckIn():
            return _open_check_in(state, now)
        case cmd.Draw():
            return _draw(state, command)
        case cmd.Start():
            return _start(state, now)
        case cmd.Cancel():
            return _cancel(state, command)
        case _:
            assert_never(command)


def _create(state: Championship, command: cmd.CreateChampionship) -> tuple[ev.Event, ...]:
    if state.phase != "new":
        raise WrongPhase(phase=state.phase)
    return (
        ev.ChampionshipCreated(
            championship_id=command.championship_id,
            club_id=command.club_id,
            name=named(command.name),
            regulation=canonical(complete(command.regulation)),
            at_ms=command.now_ms,
        ),
    )


def _change(state: Championship, command: cmd.ChangeRegulation) -> tuple[ev.Event, ...]:
    before_draw(state)
    document = complete(command.regulation)
    text = canonical(document)
    if document["entry_kind"] != state.regulation.entry_kind and state.entries:
        raise EntriesExist(field="regulation.entry_kind")
    if text == state.regulation_text:
        return ()
    return (ev.RegulationChanged(regulation=text, at_ms=command.now_ms),)


def _open_check_in(state: Championship, now_ms: int) -> tuple[ev.Event, ...]:
    before_draw(state)
    if state.phase == "created":
        raise WrongPhase(phase=state.phase)
    return () if state.check_in else (ev.CheckInOpened(at_ms=now_ms),)


def _close(state: Championship, now_ms: int) -> tuple[ev.Event, ...]:
    before_draw(state)
    if state.phase == "created":
        raise WrongPhase(phase=state.phase)
    return () if state.phase == "closed" else (ev.EntriesClosed(at_ms=now_ms),)


def _draw(state: Championship, command: cmd.Draw) -> tuple[ev.Event, ...]:
    """Freeze, seed, plan: events that stand or fall together."""
    before_draw(state)
    if state.phase != "closed":
        raise EntriesOpen(phase=state.phase) if state.phase == "open" else WrongPhase(phase=state.phase)
    frozen = ev.RegulationFrozen(sha256=sha256(state.regulation_text), at_ms=command.now_ms)
    return (frozen, *first_draw(state, command))


def _start(state: Championship, now_ms: int) -> tuple[ev.Event, ...]:
    if not state.drawn:
        raise NotDrawn(phase=state.phase)
    if state.phase != "drawn":
        return ()
    account = Account(state, now_ms)
    account.tell(ev.ChampionshipStarted(at_ms=now_ms))
    account.settle(list(state.matches))
    return tuple(account.events)


def _cancel(state: Championship, command: cmd.Cancel) -> tuple[ev.Event, ...]:
    if state.phase == "finished":
        raise WrongPhase(phase=state.phase)
    return (ev.ChampionshipCancelled(reason=because(command.reason), at_ms=command.now_ms),)

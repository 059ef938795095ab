"""Remembering: the state after an event. Never refuses, never judges, reads nothing but its arguments."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import assert_never

from tournaments.rules import events as ev
from tournaments.rules.evolve_disputes import evolve_dispute
from tournaments.rules.evolve_matches import (
    evolve_call,
    evolve_decision,
    evolve_draw,
    evolve_sheet,
    with_match,
)
from tournaments.rules.regulation_check import read
from tournaments.rules.state import Championship, Entry, Match, Podium, Points, empty
from truco_api.errors import gettext_noop

DELETED_PLAYER = str(gettext_noop("deleted player"))
"""What an entry is called when nobody is left of whom it had its name."""


def replay(events: Iterable[ev.Event], *, start: Championship | None = None) -> Championship:
    """The state after all these events, from the beginning or from `start`."""
    state = start or empty()
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: Championship, event: ev.Event) -> Championship:
    """The state after one event."""
    if isinstance(event, ev.LifeEvent):
        return _life(state, event)
    if isinstance(event, ev.EntryEvent):
        return _entry(state, event)
    if isinstance(event, ev.DrawEvent):
        return evolve_draw(state, event)
    if isinstance(event, ev.CallEvent):
        return evolve_call(state, event)
    if isinstance(event, ev.SheetEvent):
        return evolve_sheet(state, event)
    if isinstance(event, ev.DisputeEvent):
        return evolve_dispute(state, event)
    if isinstance(event, ev.PenaltyGiven):
        return _punished(state, event)
    return evolve_decision(state, event)


def _life(state: Championship, event: ev.LifeEvent) -> Championship:
    match event:
        case ev.ChampionshipCreated():
            found = replace(
                state, id=event.championship_id, club_id=event.club_id, name=event.name, phase="created"
            )
            return _regulated(found, event.regulation)
        case ev.RegulationChanged():
            return _regulated(state, event.regulation)
        case ev.EntriesOpened():
            return replace(state, phase="open")
        case ev.EntriesClosed():
            return replace(state, phase="closed")
        case ev.CheckInOpened():
            return replace(state, check_in=True)
        case ev.ChampionshipStarted():
            return replace(state, phase="running")
        case ev.ChampionshipCancelled():
            return replace(state, phase="cancelled")
        case ev.ChampionshipFinished():
            podium = Podium(event.champion, event.runner_up, event.third)
            return replace(state, phase="finished", podium=podium)
        case _:
            assert_never(event)


def _regulated(state: Championship, text: str) -> Championship:
    return replace(state, regulation=read(json.loads(text)), regulation_text=text)


def _entry(state: Championship, event: ev.EntryEvent) -> Championship:
    if isinstance(event, ev.EntryRegistered):
        entry = Entry(
            id=event.entry_id,
            name=event.name or DELETED_PLAYER,
            members=event.members,
            club=event.club,
            rank=event.rank,
        )
    elif isinstance(event, ev.EntryRenamed):
        entry = replace(state.entries[event.entry_id], name=event.name or DELETED_PLAYER)
    else:
        entry = _changed(state.entries[event.entry_id], event)
    entries: Mapping[str, Entry] = {**state.entries, entry.id: entry}
    return replace(state, entries=entries)


def _punished(state: Championship, event: ev.PenaltyGiven) -> Championship:
    entry = state.entries[event.entry_id]
    offences = {**entry.offences, event.offence: event.number}
    state = replace(state, entries={**state.entries, entry.id: replace(entry, offences=offences)})
    if event.step == "deal" and event.match:
        state = _without_deal(state, state.matches[event.match], entry.id)
    if not event.points:
        return state
    return replace(state, penalties=(*state.penalties, Points(event.stage, entry.id, event.points)))


def _without_deal(state: Championship, match: Match, entry: str) -> Championship:
    """The entry does not deal first in the next leg; where both have lost the deal, it is as it was."""
    side = match.side_of(entry)
    lost = None if match.lost_deal == 1 - (side or 0) else side
    return with_match(state, replace(match, lost_deal=lost))


def _changed(
    entry: Entry,
    event: ev.EntryConfirmed
    | ev.FeeMarked
    | ev.EntryRanked
    | ev.EntryCheckedIn
    | ev.EntryWithdrawn
    | ev.EntryDisqualified
    | ev.RosterEvent,
) -> Entry:
    match event:
        case ev.EntryConfirmed():
            return replace(entry, confirmed=True)
        case ev.FeeMarked():
            return replace(entry, paid=event.paid)
        case ev.EntryRanked():
            return replace(entry, rank=event.rank)
        case ev.EntryCheckedIn():
            return replace(entry, checked_in=True)
        case ev.EntryWithdrawn():
            return replace(entry, out="withdrawn")
        case ev.EntryDisqualified():
            return replace(entry, out="disqualified")
        case ev.EntryEliminated():
            return replace(entry, out="eliminated")
        case ev.ReservesNamed():
            return replace(entry, reserves=event.reserves)
        case ev.MemberSubstituted():
            return _substituted(entry, event.taken_out, event.put_in)
        case _:
            assert_never(event)


def _substituted(entry: Entry, taken_out: str, put_in: str) -> Entry:
    """The reserve has the member's seat, and the member waits among the reserves."""
    return replace(
        entry,
        members=tuple(put_in if member == taken_out else member for member in entry.members),
        reserves=tuple(taken_out if member == put_in else member for member in entry.reserves),
        substitutions=entry.substitutions + 1,
    )

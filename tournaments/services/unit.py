"""One command on one championship: load, decide, append, project, answer, all in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from games.services import Answer, Asked
from games.states import milliseconds
from tournaments import personal, ratings, states
from tournaments.codec import codec, stream_of
from tournaments.errors import ChampionshipNotFound, StaleChampionship
from tournaments.projections import project
from tournaments.queries import history
from tournaments.rules.commands import Command
from tournaments.rules.decide import decide
from tournaments.rules.events import Event
from tournaments.rules.evolve import replay
from tournaments.rules.state import Championship
from tournaments.services.games import end_games
from truco_api.celery import ring_on_commit
from truco_api.eventstore import StaleVersion, Unit, unit_of_work

MOST_MISSED = 200
"""Events that come along with a stale version; whoever has missed more reads on at `events_url`."""
Answering = Callable[[Championship], dict[str, Any]]


class Making(Protocol):
    """Makes the command once the stream is locked; may read and write the database in the transaction."""

    def __call__(self, *, actor: str, now_ms: int) -> Command: ...


@dataclass(slots=True)
class Work:
    """The championship at hand in a locked unit: `state` follows every command."""

    championship_id: UUID
    unit: Unit
    before: Championship
    state: Championship
    now_ms: int
    told: list[Event] = field(default_factory=list)

    def do(self, command: Command) -> None:
        """Decide and remember; what is told is stored when the work is finished."""
        events = decide(self.state, command)
        self.told += events
        self.state = replay(events, start=self.state)

    def store(self) -> None:
        """Append everything told, end the games nobody needs any more, and write the read models."""
        if not self.told:
            return
        self.unit.append(personal.set_apart(codec.encode(event) for event in self.told))
        self.told.clear()
        end_games(self.before, self.state, actor=self.unit.actor)
        ratings.project(self.before, self.state)
        wake = project(self.before, self.state, version=self.unit.version, now_ms=milliseconds(self.unit.now))
        if wake.due_at is not None and wake.due_at <= self.unit.now:
            # Nobody has to wait for the sweep; whoever comes second finds another version and does nothing.
            ring_on_commit("tournaments.tasks.advance", str(self.championship_id), self.unit.version)
        states.KEPT.keep(self.unit.stream, self.unit.version, self.state)

    def answer(self, answering: Answering, *, status: int = 200) -> Answer:
        """Store, and keep what `answering` says of the state, with the version."""
        self.store()
        body = answering(self.state) | {"version": self.unit.version}
        return Answer(**self.unit.answer(status=status, body=body))


@contextmanager
def work_on(championship_id: UUID, by: Asked) -> Iterator[Work | Answer]:
    """The championship, locked and loaded; or the stored answer, if this key was answered before."""
    with unit_of_work(
        stream_of(championship_id),
        actor=by.actor,
        expected_version=by.expected_version,
        key=by.key,
        body=by.digest,
    ) as unit:
        if unit.replayed is not None:
            yield Answer(**unit.replayed)
        else:
            state = states.at_version(championship_id, unit.version)
            yield Work(championship_id, unit, state, state, clock_ms(unit.now))


def carry_out(
    championship_id: UUID, by: Asked, making: Making, answering: Answering, *, status: int = 200
) -> Answer:
    """Carry out one command on a championship that exists; what `answering` says of the state after it."""
    with asked_of(championship_id, by) as work:
        if isinstance(work, Answer):
            return work
        work.do(making(actor=by.actor, now_ms=work.now_ms))
        return work.answer(answering, status=status)


@contextmanager
def asked_of(championship_id: UUID, by: Asked) -> Iterator[Work | Answer]:
    """As `work_on`, for somebody who asks: ChampionshipNotFound for none that exists, and StaleChampionship
    with the events they have missed."""
    try:
        with work_on(championship_id, by) as work:
            if isinstance(work, Work) and work.unit.version == 0:
                raise ChampionshipNotFound
            yield work
    except StaleVersion as stale:
        missed = history.events(championship_id, after=by.expected_version or 0, limit=MOST_MISSED)
        raise StaleChampionship(current_version=stale.params["current_version"], events=missed) from stale


def clock_ms(now: datetime) -> int:
    """The time by which a championship is judged: the database's, in whole milliseconds."""
    return milliseconds(now)

"""The frame of every command: load, decide, append; in one transaction, with the game's head locked."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from games import projections, queries
from games.codec import encode
from games.dealing import draw_secret
from games.errors import GameNotFound
from games.rules.table import Event, Table, decide, evolve
from games.rules.table.commands import Command, CommitHand, DealHand
from games.rules.table.fairness import Due, due
from games.states import State, at_version, follow, keep, milliseconds, stream_of
from truco_api.eventstore import Recorded, StaleVersion, Unit, together, unit_of_work
from truco_api.eventstore.codec import signed

Guard = Callable[[Table], None]
"""Returns silently, or raises why this may not be done at the table as it stands locked."""
SeatFor = Callable[[Table], int]
"""The seat that the caller acts for, or raises why there is none."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks, by which idempotency key (`digest`: of the whole request), having seen which version.

    `actor` is "user:<uuid>", "bot:<kind>" or "system:<part>"; `expected_version` None takes it as it is.
    """

    actor: str
    key: str | None = None
    digest: str | None = None
    expected_version: int | None = None


class Answer(NamedTuple):
    """What the caller is told: fresh, or word for word what the same key was told before."""

    status: int
    body: dict[str, Any]


class Work:
    """One command on one locked game: what is done to it is collected, then committed once."""

    def __init__(self, unit: Unit, game_id: UUID, before: State | None) -> None:
        self._unit = unit
        self._game_id = game_id
        self._before = before
        self._at_ms = milliseconds(unit.now)
        self._events: list[Event] = []
        self._table = before.table if before else None
        self._signed: tuple[int, dict[str, Any]] | None = None
        self.recorded: list[Recorded] = []

    @property
    def table(self) -> Table:
        """The table as it is now, with what was done so far."""
        assert self._table is not None, "a table is opened before anything else"
        return self._table

    @property
    def now(self) -> datetime:
        """The time of this command."""
        return self._unit.now

    @property
    def now_ms(self) -> int:
        """The same in milliseconds since 1970."""
        return self._at_ms

    def do(self, *commands: Command) -> None:
        """Let this happen, or raise the refusal; then what comes next by itself."""
        for command in commands:
            self._decide(command)
        self.go_on()

    def do_signed(self, command: Command, signature: dict[str, Any]) -> None:
        """The same, with a device's signature in the event that the command itself is."""
        self._signed = len(self._events), signature
        self.do(command)

    def go_on(self) -> None:
        """Deal if that is what comes next, and commit to the hand after."""
        while (step := due(self.table, self._at_ms)) is not None:
            if step is Due.COMMIT:
                self._decide(CommitHand(draw_secret(self.table), self._at_ms))
            else:
                self._decide(DealHand(self._at_ms))

    def commit(self) -> State:
        """Store what happened and bring the lists up to date; the game as it is now."""
        if not self._events and self._before is not None:
            return self._before
        new = encode(self._events)
        if self._signed is not None:
            place, signature = self._signed
            new[place] = signed(new[place], signature)
        self.recorded = self._unit.append(new)
        state = follow(self._before, self._game_id, self.table, self._events, self.recorded)
        projections.write(self._before, state)
        keep(state)
        return state

    def events_seen(self, state: State, seat: int | None) -> list[dict[str, Any]]:
        """What happened, as this seat may see it."""
        pairs = zip(self.recorded, self._events, strict=True)
        return [queries.event_json(*pair, seat, open_cards=state.table.over) for pair in pairs]

    def answer(self, body: dict[str, Any], status: int = 200) -> Answer:
        """Keep the answer for repetitions of the same request."""
        self._unit.answer(status=status, body=body)
        return Answer(status, body)

    def _decide(self, command: Command) -> None:
        for event in decide(self._table, command):
            self._events.append(event)
            self._table = evolve(self._table, event, self._at_ms)


class _StaleGameError(StaleVersion):
    """Somebody was faster; what the caller has missed is told outside of the transaction."""


@contextmanager
def working(game_id: UUID, by: Asked, *, new: bool = False) -> Iterator[Work | Answer]:
    """The game, locked; or the answer that this key was given before: then there is nothing to do.

    Raises GameNotFound, and StaleGame with the events that the caller has missed.
    """
    version = 0 if new else None
    with (
        _telling_of_the_missed(game_id, by),
        unit_of_work(
            stream_of(game_id), actor=by.actor, expected_version=version, key=by.key, body=by.digest
        ) as unit,
    ):
        yield _begun(unit, game_id, by, new=new)


def worked(game_id: UUID, by: Asked, do: Callable[[Work], Answer]) -> Answer:
    """What `do` answers, or what this key was answered before: the same as `working`, but in one transaction
    with what is done in other games at this moment. `do` may be called more than once."""

    def work(unit: Unit) -> Answer:
        begun = _begun(unit, game_id, by)
        return begun if isinstance(begun, Answer) else do(begun)

    with _telling_of_the_missed(game_id, by):
        return together(stream_of(game_id), actor=by.actor, key=by.key, body=by.digest, work=work)


def _begun(unit: Unit, game_id: UUID, by: Asked, *, new: bool = False) -> Work | Answer:
    if unit.replayed is not None:
        return Answer(unit.replayed["status"], unit.replayed["body"])
    if new:
        return Work(unit, game_id, None)
    if unit.version == 0:
        raise GameNotFound
    before = at_version(game_id, unit.version)
    if not before.stands_at(by.expected_version):
        raise _StaleGameError(current_version=unit.version)
    return Work(unit, game_id, before)


@contextmanager
def _telling_of_the_missed(game_id: UUID, by: Asked) -> Iterator[None]:
    try:
        yield
    except _StaleGameError as error:
        raise queries.stale(game_id, by.actor, by.expected_version or 0) from error

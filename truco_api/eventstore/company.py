"""Commands of several streams that come at the same time, in one transaction: a group commit.

One thread of a process leads: it takes what has come, does it and commits it; what comes meanwhile waits for
the next turn, which one of those who wait leads. So nobody waits for company that may not come, and the more
there is to do, the less each costs. Measured with four together: half the processor time of the database, and
two fifths of ours for sending.

Only what succeeds is done in company. What is refused touches no other: all that it wrote is still held, and
is dropped; then it is done alone, as in `unit_of_work`, and what is raised there counts. So is what would
have to wait, for a stream that is locked or for a leader that is slow. Whatever else goes wrong takes all
back, and each goes alone; its key sees to it that even a lost connection makes nothing happen twice.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from threading import Lock
from typing import Any, Final, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.utils import translation

from truco_api.eventstore.hot import Hot, transaction
from truco_api.eventstore.store import unit_of_work
from truco_api.eventstore.unit import Unit
from truco_api.eventstore.wire import Row

T = TypeVar("T")

AT_ONCE: Final = 16
PATIENCE: Final = 0.25
"""Seconds that a command waits for others, before it goes alone."""
_ALONE: Final[ContextVar[bool]] = ContextVar("alone", default=False)


def together(stream: str, *, actor: str, key: str | None, body: str | None, work: Callable[[Unit], T]) -> T:
    """What `work` makes of the stream's unit, which is as in `unit_of_work`; committed when this returns.

    `work` may run in another thread, in the caller's context, and more than once: what it does besides
    writing to its unit and by `hot()` is not taken back.
    """
    if key is not None and not _ALONE.get() and not connections[DEFAULT_DB_ALIAS].in_atomic_block:
        command = _Command(stream, actor, key, body, work)
        _COMPANY.bring(command)
        if command.done:
            return cast("T", command.result)
    with unit_of_work(stream, actor=actor, key=key, body=body) as unit:
        return work(unit)


@contextmanager
def alone() -> Iterator[None]:
    """In this, nothing is done in company: for what was tried there before and is known to fail."""
    token = _ALONE.set(True)
    try:
        yield
    finally:
        _ALONE.reset(token)


class InseparableError(Exception):
    """A command failed when some of what it wrote was sent already, or left nothing but a rollback."""


class _Command:
    """What one caller wants done, and what came of it. Its `turn` comes when it is to lead, or is through:
    `done`, or left to be done alone."""

    __slots__ = (
        "actor",
        "body",
        "context",
        "done",
        "key",
        "language",
        "leads",
        "result",
        "stream",
        "turn",
        "work",
    )

    def __init__(
        self, stream: str, actor: str, key: str, body: str | None, work: Callable[[Unit], Any]
    ) -> None:
        self.stream = stream
        self.actor = actor
        self.key = key
        self.body = body
        self.work = work
        self.context = copy_context()  # its request, whoever runs it
        self.language = translation.get_language()  # which Django shows to no other thread
        self.turn = Lock()
        self.turn.acquire()
        self.leads = False
        self.done = False
        self.result: Any = None

    def attempt(self, unit: Unit, found: Row, hot: Hot) -> bool:
        """Do it, uncommitted; False if it has to be done alone."""
        mark = hot.mark()
        try:
            head = unit.found(found[0], found[1:])
            if head is not None:
                unit.stand_at(head)
            elif unit.replayed is None:
                return False
            self.result = self.context.run(self._run, unit)
            unit.close()
        except Error:
            raise  # the database's transaction is lost
        except Exception as error:
            if not hot.back_to(mark):
                raise InseparableError from error
            return False
        return True

    def _run(self, unit: Unit) -> Any:
        with translation.override(self.language):
            return self.work(unit)


class _Company:
    """The commands of this process that wait, and whether one is leading."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: deque[_Command] = deque()
        self._led = False

    def bring(self, command: _Command) -> None:
        """Have it done with others, if that can be; else it is left as it was."""
        with self._lock:
            self._waiting.append(command)
            command.leads, self._led = not self._led, True
        if not command.leads:
            self._wait(command)
        if command.leads:
            self._lead(command)

    def _wait(self, command: _Command) -> None:
        if command.turn.acquire(timeout=PATIENCE):
            return
        with self._lock:
            if not command.leads and command in self._waiting:
                self._waiting.remove(command)
                return
        command.turn.acquire()  # it was called or taken along just now

    def _lead(self, leader: _Command) -> None:
        commands = self._take(leader)
        try:
            _do(commands)
        except Exception:  # noqa: S110 - whosever it is: each goes alone, and meets again what is not over
            pass
        finally:
            self._hand_on(commands[1:])

    def _take(self, leader: _Command) -> list[_Command]:
        """The leader and those who came first, each of another stream and with another key."""
        taken, others = [leader], deque[_Command]()
        with self._lock:
            self._waiting.remove(leader)
            for command in self._waiting:
                apart = all(command.stream != one.stream and command.key != one.key for one in taken)
                (taken if apart and len(taken) < AT_ONCE else others).append(command)
            self._waiting = others
        return taken

    def _hand_on(self, followers: Sequence[_Command]) -> None:
        """Tell those who were taken along, and call the next leader."""
        with self._lock:
            following = self._waiting[0] if self._waiting else None
            self._led = following is not None
            if following is not None:
                following.leads = True
        for command in (*followers, *([following] if following else [])):
            command.turn.release()


def _do(commands: Sequence[_Command]) -> None:
    """Do and commit all of them."""
    with transaction() as hot:
        units = [Unit(hot, one.stream, actor=one.actor, key=one.key, body=one.body) for one in commands]
        answers = hot.ask(*(unit.attempt() for unit in units))
        through = [
            command
            for command, unit, [found] in zip(commands, units, answers, strict=True)
            if command.attempt(unit, found, hot)
        ]
        if hot.backend.needs_rollback:  # Django will do it without a word
            raise InseparableError
    for command in through:
        command.done = True


_COMPANY: Final = _Company()

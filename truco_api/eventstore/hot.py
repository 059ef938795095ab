"""The hot path in Django's terms: its connection and its transactions, without its cursors.

Django still opens and closes the connection, begins and ends the transactions, translates the errors and
counts the statements. What is left aside are its layers around each statement; see `wire` for what is
gained.

A *held* statement goes out with the next round trip, and always before anything else that is sent on the
connection, whoever sends it. So order and meaning are those of statements sent at once; an error in one
surfaces with the next that is sent, at the latest when the transaction ends.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connections
from django.db import transaction as django_transaction
from psycopg import ServerCursor
from psycopg.pq import Format

from truco_api.eventstore.wire import Row, Statement, Values, Wire

_numbers = count(1)


class Mark(NamedTuple):
    """How many changes there were, and how many functions waited for the commit."""

    changes: int
    waiting: int


class Hot:
    """This thread's connection for statements that are sent again and again."""

    __slots__ = ("_held", "_holding", "_sent", "backend", "wire")

    def __init__(self, backend: Any) -> None:
        self.backend = backend
        self.wire = Wire(backend.connection)
        self._held: list[Statement] = []
        self._holding = False
        self._sent = 0

    def rows(self, sql: str, values: Values) -> list[Row]:
        """The rows of one statement."""
        return self.ask((sql, values))[0]

    def ask(self, *statements: Statement) -> list[list[Row]]:
        """The rows of each statement, in one round trip."""
        return self._run(statements, commit=False)

    def change(self, sql: str, values: Values) -> None:
        """A statement without rows: held inside `transaction`, else sent at once."""
        if self._holding:
            self._held.append((sql, values))
        else:
            self._run(((sql, values),), commit=False)

    def mark(self) -> Mark:
        """This place among all that is held, to come `back_to`."""
        return Mark(self._sent + len(self._held), len(self.backend.run_on_commit))

    def back_to(self, mark: Mark) -> bool:
        """Drop what was held since, and what since then waits for the commit; False if some of it was sent
        already, so that only a rollback helps."""
        if self._sent > mark.changes:
            return False
        del self._held[mark.changes - self._sent :]
        del self.backend.run_on_commit[mark.waiting :]
        return True

    @contextmanager
    def holding(self, *, commit: bool) -> Iterator[None]:
        """Hold what `change` is given and send it in the end, with a COMMIT in the same round trip if that
        is wished; on an error drop it. Inside another's, what is held is sent all the same."""
        if self._holding:
            yield
            self._send(commit=commit)
            return
        self._holding = True
        try:
            with self.backend.execute_wrapper(self._after_the_held):
                yield
                self._send(commit=commit)
        finally:
            self._holding = False
            self._held.clear()

    def _send(self, *, commit: bool) -> None:
        commit = commit and not self.backend.needs_rollback
        if commit or self._held:
            self._run((), commit=commit)

    def _after_the_held(self, execute: Callable[..., Any], *arguments: Any) -> Any:
        """Django's hook around each statement of its own cursors, savepoints included."""
        if self._held:
            if self.wire.failed:  # sent at once they would have failed too; only a rollback can follow
                self._held.clear()
            else:
                self._run((), commit=False)
        self._sent += 1
        return execute(*arguments)

    def _run(self, statements: tuple[Statement, ...], *, commit: bool) -> list[list[Row]]:
        held = len(self._held)
        self._sent += held + sum(not _only_reads(sql) for sql, _ in statements)
        sent = (*self._held, *statements)
        self._held.clear()
        began = time.monotonic()
        with self.backend.wrap_database_errors:
            answers = self.wire.run(sent, commit=commit)
        if self.backend.queries_logged:
            spent = f"{time.monotonic() - began:.3f}"
            self.backend.queries_log.extend({"sql": sql, "time": spent} for sql, _ in sent)
        return answers[held:]


def _only_reads(sql: str) -> bool:
    """Whether nothing need be taken back; a change may be asked for too, such as INSERT … RETURNING."""
    return sql.lstrip().startswith("SELECT")


def hot() -> Hot:
    """The hot side of this thread's connection to the database."""
    backend: Any = connections[DEFAULT_DB_ALIAS]  # the stubs know nothing of its psycopg side
    backend.close_if_health_check_failed()
    backend.ensure_connection()
    found: Hot | None = getattr(backend, "truco_hot", None)
    if found is None or found.wire.raw is not backend.connection:
        found = backend.truco_hot = Hot(backend)
    return found


@contextmanager
def transaction() -> Iterator[Hot]:
    """Django's `atomic`, whose changes are held, and sent in the end in one round trip with the COMMIT.

    When that has come back, all is on disk: Django's own commit finds nothing left to do, and then runs what
    waits for it (`on_commit`). Within another transaction this is a savepoint of it, and commits nothing.
    """
    outermost = not connections[DEFAULT_DB_ALIAS].in_atomic_block
    with django_transaction.atomic():
        mine = hot()
        with mine.holding(commit=outermost and mine.backend.commit_on_exit):
            yield mine


@contextmanager
def streaming(sql: str, values: tuple[Any, ...] = (), *, chunk: int = 2000) -> Iterator[Iterator[Any]]:
    """The rows of one query, `chunk` at a time: the server keeps the rest, whatever their number."""
    backend: Any = connections[DEFAULT_DB_ALIAS]
    backend.ensure_connection()
    raw = backend.connection
    server = ServerCursor(raw, f"truco_{next(_numbers)}", withhold=raw.autocommit)
    server.format = Format.BINARY
    with backend._prepare_cursor(server) as cursor:
        cursor.execute(sql, values)
        yield (row for rows in iter(lambda: cursor.fetchmany(chunk), []) for row in rows)

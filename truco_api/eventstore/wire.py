"""Several prepared statements in one round trip: libpq's pipeline, driven by hand.

Measured for a command with a key against psycopg's cursors, inside its own pipeline or not: a third of the
processor time, most of which they spend on finding out anew how to write each value.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from datetime import date, datetime
from functools import lru_cache
from itertools import count
from re import compile as pattern
from typing import Any, Final, NamedTuple
from uuid import UUID
from weakref import WeakKeyDictionary

from psycopg import Connection, Error, OperationalError
from psycopg.adapt import Transformer
from psycopg.errors import error_from_result
from psycopg.pq import ConnStatus, DiagnosticField, ExecStatus, Format, TransactionStatus
from psycopg.pq.abc import PGconn, PGresult
from psycopg.waiting import Ready, Wait

Values = Mapping[str, Any]
Row = tuple[Any, ...]
Statement = tuple[str, Values]
"""SQL and its values by name: `("… WHERE stream = %(stream)s", {"stream": …})`."""

PREPARED_AT_MOST: Final = 100
"""Statements kept prepared by one connection; any other is parsed each time."""
# The locks of the store are thought out for this level, whatever the server's default is.
BEGIN: Final = b"BEGIN ISOLATION LEVEL READ COMMITTED"
COMMIT: Final = b"COMMIT"

_NAMED = pattern(r"%\((\w+)\)s")
_numbers = count(1)
_prepared: WeakKeyDictionary[Connection[Any], set[bytes]] = WeakKeyDictionary()


class Text(NamedTuple):
    """A statement as the server takes it: a name of our own, and `$1`, `$2`, … for the names in it."""

    name: bytes
    sql: bytes
    names: tuple[str, ...]


Bound = tuple[Text, list[bytes | None], list[Format]]


@lru_cache(maxsize=1000)
def text_of(sql: str) -> Text:
    """The statement with numbered places instead of named ones."""
    names = tuple(dict.fromkeys(_NAMED.findall(sql)))
    places = {name: f"${place}" for place, name in enumerate(names, 1)}
    numbered = _NAMED.sub(lambda match: places[match[1]], sql)
    return Text(b"truco_%d" % next(_numbers), numbered.encode(), names)


class Wire:
    """A connection of psycopg's, for statements that are sent again and again."""

    __slots__ = ("_pg", "_prepared", "_transformer", "raw")

    def __init__(self, raw: Connection[Any]) -> None:
        self.raw = raw
        self._pg = raw.pgconn
        self._prepared = _prepared.setdefault(raw, set())
        self._transformer = Transformer(raw)

    @property
    def failed(self) -> bool:
        """Whether the transaction can only be rolled back."""
        return self._pg.transaction_status == TransactionStatus.INERROR

    def run(self, statements: Sequence[Statement], *, commit: bool = False) -> list[list[Row]]:
        """The rows of each statement, after one round trip that begins a transaction where one is due and
        with `commit` ends it. Each statement sees what was committed when it began.

        The first error keeps the server from all that follows, COMMIT included, and is raised.
        """
        ready = [_bound(self._prepare(sql), values) for sql, values in statements]
        begin = not self.raw.autocommit and self._pg.transaction_status == TransactionStatus.IDLE
        try:
            results = self._exchange(ready, begin=begin, commit=commit)
        except BaseException:
            self.raw.close()  # in the middle of an exchange nobody could go on
            raise
        for result in results:
            if result.status == ExecStatus.FATAL_ERROR:
                raise _error(result)
        if commit and results[-1].command_status != COMMIT:
            raise OperationalError("the transaction had failed before and was rolled back")
        return [self._rows(result) for result in results[begin : begin + len(ready)]]

    def _prepare(self, sql: str) -> Text:
        """The statement, known to this connection under its name unless too many are."""
        text = text_of(sql)
        if text.name not in self._prepared and len(self._prepared) < PREPARED_AT_MOST:
            result = self._pg.prepare(text.name, text.sql)
            if result.status != ExecStatus.COMMAND_OK:
                raise _error(result)
            self._prepared.add(text.name)
        return text

    def _exchange(self, statements: Sequence[Bound], *, begin: bool, commit: bool) -> list[PGresult]:
        pg = self._pg
        pg.enter_pipeline_mode()
        if begin:
            pg.send_query_params(BEGIN, None)
        for text, values, formats in statements:
            if text.name in self._prepared:
                pg.send_query_prepared(text.name, values, formats, Format.BINARY)
            else:
                pg.send_query_params(text.sql, values, None, formats, Format.BINARY)
        if commit:
            pg.send_query_params(COMMIT, None)
        pg.pipeline_sync()
        results = self.raw.wait(_received(pg))
        pg.exit_pipeline_mode()
        return results

    def _rows(self, result: PGresult) -> list[Row]:
        if result.status != ExecStatus.TUPLES_OK:
            return []
        self._transformer.set_pgresult(result)
        return self._transformer.load_rows(0, result.ntuples, tuple)


def _received(pg: PGconn) -> Generator[Wait, Ready | int, list[PGresult]]:
    """Every result up to the mark at the end of the pipeline; psycopg waits for the socket in between."""
    while pg.flush():
        if (yield Wait.RW) & Ready.R:
            pg.consume_input()
    results: list[PGresult] = []
    while True:
        while pg.is_busy():
            if (yield Wait.R):
                pg.consume_input()
        result = pg.get_result()
        if result is None:  # between two statements; or for ever, once the connection is lost
            if pg.status != ConnStatus.OK:
                raise OperationalError(pg.get_error_message())
        elif result.status == ExecStatus.PIPELINE_SYNC:
            return results
        else:
            results.append(result)


def _error(result: PGresult) -> Error:
    """What the server says; or libpq, which has no code to tell by: then the connection is lost."""
    if result.error_field(DiagnosticField.SQLSTATE) is None:
        return OperationalError(result.get_error_message())
    return error_from_result(result)


def _array(values: Sequence[Any]) -> bytes:
    return b"{%b}" % b",".join(map(_element, values))


def _element(value: Any) -> bytes:
    if isinstance(value, str):
        return b'"%b"' % value.replace("\\", r"\\").replace('"', r"\"").encode()
    return b"%d" % value


# Texts go as binary, which for them is the same, but tells the server how long they are: libpq takes any
# other parameter up to its first zero byte.
_WRITE: dict[type, tuple[Callable[[Any], bytes], Format]] = {
    str: (str.encode, Format.BINARY),
    bytes: (bytes, Format.BINARY),
    int: (b"%d".__mod__, Format.TEXT),
    bool: (lambda value: b"t" if value else b"f", Format.TEXT),
    datetime: (lambda value: value.isoformat().encode(), Format.TEXT),
    date: (lambda value: value.isoformat().encode(), Format.TEXT),
    UUID: (lambda value: str(value).encode(), Format.TEXT),
    list: (_array, Format.TEXT),
}


def _bound(text: Text, values: Values) -> Bound:
    parameters: list[bytes | None] = []
    formats: list[Format] = []
    for name in text.names:
        value = values[name]
        if value is None:
            parameters.append(None)
            formats.append(Format.TEXT)
        else:
            write, format_ = _WRITE[type(value)]
            parameters.append(write(value))
            formats.append(format_)
    return text, parameters, formats

"""Lists of entries as spreadsheets write them: CSV with a heading, separated by comma, semicolon or tab.

A heading names its columns in Portuguese, Spanish or English; `dupla;jogador 1;jogador 2;clube` will do. A
player is a name, or `@` and the name of an account. Whatever is wrong is told with its line and column.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import StringIO

from tournaments.rules.faults import Fault
from truco_api.accounts.names import hides_something
from truco_api.errors import Invalid
from truco_api.errors import gettext_noop as _

NAME, PLAYER, CLUB, RANK, PAID = "name", "player", "club", "rank", "paid"
HEADINGS = {
    NAME: "name entry team pair nome dupla inscricao equipe trio nombre pareja inscripcion equipo",
    PLAYER: "player member jogador jogadores jogadora membro jugador jugadora miembro",
    CLUB: "club clube",
    RANK: "rank ranking seed posicao cabeca posicion siembra",
    PAID: "paid pago paga pagou",
}
YES = frozenset(["1", "x", "y", "yes", "s", "sim", "si", "true", "verdadeiro"])
NO = frozenset(("", *["0", "n", "no", "nao", "false", "falso", "-"]))
SEPARATORS = ";,\t"
MOST_LINES = 4096
MOST_PLAYERS = 150
LONGEST = 80
_COLUMN_OF = {word: column for column, words in HEADINGS.items() for word in words.split()}


class UnreadableList(Invalid):
    """The list cannot be read at all."""

    code = "unreadable_list"
    message = _("The list of entries cannot be read.")


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the list; players are names, or account names with "@" before them."""

    number: int
    name: str
    players: tuple[str, ...]
    club: str | None = None
    rank: int | None = None
    paid: bool | None = None


@dataclass(slots=True)
class EntryList:
    """What was read, and what could not be: faults by "lines.<number>.<column>".

    `ignored` are headings of columns that mean nothing to us.
    """

    separator: str
    ignored: list[str]
    lines: list[Line] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


def decoded(data: bytes) -> str:
    """The text of a file in UTF-8 (with or without a mark) or, if it is not that, in Windows' Latin-1."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def read(text: str) -> EntryList:
    """The entries of a list; UnreadableList without a heading that names an entry or its players."""
    text = text.lstrip("\ufeff\r\n ")
    separator = max(SEPARATORS, key=text.partition("\n")[0].count)
    rows = csv.reader(StringIO(text), delimiter=separator)
    try:
        headings = next(rows, [])
        columns = [_column(cell) for cell in headings]
        _check_heading(columns)
        ignored = [cell for cell, column in zip(headings, columns, strict=True) if column is None]
        found = EntryList(separator, ignored)
        for row in rows:
            if not any(cell.strip() for cell in row):
                continue
            if len(found.lines) + len(found.faults) >= MOST_LINES:
                raise UnreadableList(_("The list has more than {most} lines."), most=MOST_LINES)
            _read_row(found, rows.line_num, columns, row)
    except csv.Error as error:
        raise UnreadableList(_("Line {line}: {why}."), line=rows.line_num, why=str(error)) from error
    return found


def _check_heading(columns: Sequence[str | None]) -> None:
    if NAME not in columns and PLAYER not in columns:
        raise UnreadableList(_("The first line must name the columns, such as name;player 1;player 2;club."))
    for column in (NAME, CLUB, RANK, PAID):
        if list(columns).count(column) > 1:
            raise UnreadableList(_("Two columns are headed {column}."), column=column)


def _column(heading: str) -> str | None:
    """The column that a heading means; None for one that nobody knows."""
    plain = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode().casefold()
    words = re.findall(r"[a-z]+", plain)
    return next((_COLUMN_OF[word] for word in words if word in _COLUMN_OF), None)


def _read_row(found: EntryList, number: int, columns: Sequence[str | None], row: Sequence[str]) -> None:
    cells = [_unguarded(cell) for cell in row]
    faults = list(_shape_faults(number, columns, cells))
    named: dict[str, str] = {}
    players: list[str] = []
    for column, cell in zip(columns, cells, strict=False):
        if column == PLAYER:
            players += [cell] if cell else []
        elif column:
            named[column] = cell
    rank, paid = named.get(RANK, ""), named.get(PAID, "").casefold()
    if rank and not (rank.isdecimal() and 1 <= int(rank) <= 100_000):
        faults.append(_fault(number, RANK, _("must be a whole number from 1 to 100000")))
    if _plain(paid) not in YES | NO:
        faults.append(_fault(number, PAID, _("must be yes or no")))
    if not (named.get(NAME) or players):
        faults.append(_fault(number, NAME, _("is missing")))
    if faults:
        found.faults += faults
        return
    found.lines.append(
        Line(
            number,
            named.get(NAME) or " / ".join(player.lstrip("@") for player in players)[:LONGEST],
            tuple(players),
            named.get(CLUB) or None,
            int(rank) if rank else None,
            _plain(paid) in YES if paid else None,
        )
    )


def _shape_faults(number: int, columns: Sequence[str | None], cells: Sequence[str]) -> Iterator[Fault]:
    if len(cells) > len(columns):
        yield _fault(number, "", _("has more cells than the heading"))
    for column, cell in zip(columns, cells, strict=False):
        if len(cell) > LONGEST:
            yield _fault(number, column or "", _("must not be longer than {most} characters"), most=LONGEST)
        elif hides_something(cell):
            yield _fault(number, column or "", _("holds a character that cannot be written"))


def _fault(number: int, column: str, message: str, **params: object) -> Fault:
    path = f"lines.{number}.{column}" if column else f"lines.{number}"
    return Fault(path, message, params)


def _plain(word: str) -> str:
    return unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode()


def _unguarded(cell: str) -> str:
    """The cell without the apostrophe that keeps a spreadsheet from calculating it, and without blanks."""
    cell = " ".join(cell.split())
    return cell[1:] if cell.startswith("'") and cell[1:2] in GUARDED else cell


GUARDED = tuple("=+-@")
"""What a spreadsheet takes for the beginning of a formula."""


def guarded(cell: object) -> str:
    """A cell that no spreadsheet calculates, whoever chose the name in it."""
    text = "" if cell is None else str(cell)
    number = re.fullmatch(r"-?\d+(\.\d+)?", text)
    return f"'{text}" if text.startswith(GUARDED) and not number else text


def written(rows: Sequence[Sequence[object]], separator: str) -> str:
    """Rows as CSV."""
    out = StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator="\r\n")
    writer.writerows([[guarded(cell) for cell in row] for row in rows])
    return out.getvalue()

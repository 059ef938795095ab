"""`manage.py standings`: the table of every standings record in the files, one object a line."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments.rules.record_fields import UnreadableRecord
from tournaments.rules.standings_record import answer, read_record
from truco_api.record_files import Found, records


class Command(BaseCommand):
    """Judge standings records: exit 0 if every one could be read, else 2, the others still written."""

    help = "Write the table of each standings record (truco-standings/1), one JSON object a line."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="JSON or JSON lines; - is stdin")
        parser.add_argument("--explain", action="store_true", help="add to each row why it stands there")

    def handle(self, *_args: Any, files: list[str], explain: bool, **_options: Any) -> None:
        """Write tables to the output and what could not be read to the error output."""
        readable = [self._judge_file(name, explain=explain) for name in files]
        if not all(readable):
            sys.exit(2)

    def _judge_file(self, name: str, *, explain: bool) -> bool:
        """Judge one file; whether all of it could be read."""
        try:
            text = _read(name)
        except OSError as error:
            self._complain(name, 1, error.strerror or "cannot be read")
            return False
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            self._complain(name, line, "not UTF-8")
            return False
        readable = [self._judge(name, found, explain=explain) for found in records(text)]
        return all(readable)

    def _judge(self, name: str, found: Found, *, explain: bool) -> bool:
        if found.error is not None:
            self._complain(name, found.line, found.error)
            return False
        try:
            table = read_record(found.value).standings()
        except UnreadableRecord as error:
            self._complain(name, found.line, error.detail)
            return False
        self.stdout.write(json.dumps(answer(table, explained=explain), ensure_ascii=False))
        return True

    def _complain(self, name: str, line: int, message: str) -> None:
        self.stderr.write(f"{name}:{line}: {message}")


def _read(name: str) -> str:
    """The text of a file, or of standard input for a dash."""
    return (sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()).decode()

"""The command line of a record judge: reads files of records and writes one judgement a line."""

import json
import sys
from abc import abstractmethod
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from truco_api.errors import Invalid
from truco_api.record_files import Found, records


class RecordCommand(BaseCommand):
    """Judge every record of the files: exit 0 if each could be read, whatever the judgements; else 2,
    with a line `file:line: message` for each that could not, the others still written in order."""

    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="JSON or JSON lines; - is stdin")

    @abstractmethod
    def judge(self, record: Any) -> dict[str, Any]:
        """The judgement on one record, JSON-ready; raises Invalid for one that cannot be read.

        `self.options` holds what else was given on the command line."""

    def handle(self, *_args: Any, files: list[str], **options: Any) -> None:
        """Write judgements to the output and what could not be read to the error output."""
        self.options = options
        readable = [self._judge_file(name) for name in files]
        if not all(readable):
            sys.exit(2)

    def _judge_file(self, name: str) -> bool:
        """Judge one file; whether all of it could be read."""
        try:
            text = _read(name)
        except OSError as error:
            self._complain(name, 1, error.strerror or "cannot be read")
            return False
        except UnicodeDecodeError as error:
            self._complain(name, error.object[: error.start].count(b"\n") + 1, "not UTF-8")
            return False
        readable = [self._judge_found(name, found) for found in records(text)]
        return all(readable)

    def _judge_found(self, name: str, found: Found) -> bool:
        if found.error is not None:
            self._complain(name, found.line, found.error)
            return False
        try:
            judgement = self.judge(found.value)
        except Invalid as error:
            self._complain(name, found.line, error.detail)
            return False
        self.stdout.write(json.dumps(judgement, ensure_ascii=False))
        return True

    def _complain(self, name: str, line: int, message: str) -> None:
        self.stderr.write(f"{name}:{line}: {message}")


def _read(name: str) -> str:
    """The text of a file, or of standard input for a dash."""
    return (sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()).decode()

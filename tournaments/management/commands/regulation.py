"""`manage.py regulation`: check regulations as the API does, or print a preset or the schema of all."""

import json
import sys
from typing import Any

from django.core.management.base import CommandParser

from tournaments.rules.regulation_answer import answer
from tournaments.rules.schema import schema
from tournaments.rules.season_document import season_schema
from truco_api.record_command import RecordCommand

SCHEMAS = {"regulation": schema, "season": season_schema}


class Command(RecordCommand):
    """Check regulations: exit 0 if none has a fault, 1 if one has, 2 if one cannot be read at all."""

    help = (
        "Check regulations (truco-regulation/1) and seasons (truco-season/1): "
        "every fault by its path, or the hash it would have."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="*", metavar="FILE", help="JSON or JSON lines; - is stdin")
        parser.add_argument(
            "--schema",
            nargs="?",
            const="regulation",
            choices=sorted(SCHEMAS),
            help="print the JSON Schema of a regulation, or of a season",
        )
        parser.add_argument(
            "--complete", action="store_true", help="add the regulation with its defaults written out"
        )

    def handle(self, *args: Any, files: list[str], **options: Any) -> None:
        """One answer a line, in the order of the files."""
        if options["schema"]:
            self.stdout.write(json.dumps(SCHEMAS[options["schema"]](), indent=2))
            return
        self.valid = True
        super().handle(*args, files=files, **options)
        if not self.valid:
            sys.exit(1)

    def judge(self, record: Any) -> dict[str, Any]:
        """The answer to one document."""
        found = answer(record)
        self.valid = self.valid and found["valid"]
        if not self.options["complete"]:
            del found["regulation"]
        return found

"""`manage.py standings`: the table of every standings record in the files, one object a line."""

from typing import Any

from django.core.management.base import CommandParser

from tournaments.rules.standings_record import answer, read_record
from truco_api.record_command import RecordCommand


class Command(RecordCommand):
    """Judge standings records."""

    help = "Write the table of each standings record (truco-standings/1), one JSON object a line."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--explain", action="store_true", help="add to each row why it stands there")

    def judge(self, record: Any) -> dict[str, Any]:
        """The table of one record."""
        return answer(read_record(record).standings(), explained=self.options["explain"])

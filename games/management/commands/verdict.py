"""`manage.py verdict`: the verdict on every hand record in the files, one object a line."""

from typing import Any

from games.rules.record import read_record, verdict
from truco_api.record_command import RecordCommand


class Command(RecordCommand):
    """Judge hand records."""

    help = "Write the verdict on each hand record (truco-hand/1), one JSON object a line."

    def judge(self, record: Any) -> dict[str, Any]:
        """The verdict on one record."""
        return verdict(read_record(record))

"""`manage.py audit`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from truco_api.checkpoints.audit import check_kept
from truco_api.checkpoints.statements import Checkpoint, read
from truco_api.eventstore.audit import Report, run_checks

SHOWN = 100


class Command(BaseCommand):
    """Checks every chain, the feed and whatever the apps add; exit status 1 if anything was touched."""

    help = "Check that everything stored is what was written, and say what was checked."

    def add_arguments(self, parser: CommandParser) -> None:
        """What is known from elsewhere."""
        parser.add_argument(
            "--checkpoint",
            metavar="FILE",
            action="append",
            default=[],
            help="a checkpoint kept elsewhere, as /api/v1/checkpoints/latest/ gives it: it must still hold",
        )
        parser.add_argument(
            "--key",
            metavar="HEX",
            action="append",
            default=[],
            help="a public key known from elsewhere: a kept checkpoint must be signed by one of these",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print a line a check and a line a finding."""
        total = 0
        for name, report in self._reports(options):
            counts = ", ".join(f"{number:,} {what}" for what, number in report.counts.items())
            found = len(report.findings)
            total += found
            self.stdout.write(f"{name:<8} {counts}: {f'{found} wrong' if found else 'all as written'}")
            for finding in report.findings[:SHOWN]:
                self.stdout.write(f"  {finding}")
            if found > SHOWN:
                self.stdout.write(f"  … and {found - SHOWN} more")
        if total:
            raise CommandError(f"The audit found {total} things that are not as they were written.")
        self.stdout.write("The audit found nothing wrong.")

    def _reports(self, options: dict[str, Any]) -> Iterator[tuple[str, Report]]:
        # Read first: a file that cannot be read ends it before anything is checked.
        kept = [checkpoint for file in options["checkpoint"] for checkpoint in _read(Path(file))]
        yield from run_checks()
        if kept:
            report = Report()
            check_kept(report, kept, frozenset(key.lower() for key in options["key"]))
            yield "kept", report


def _read(file: Path) -> list[Checkpoint]:
    """The checkpoints in a file: one, a list, or a page of the API; CommandError for anything else."""
    try:
        body = json.loads(file.read_text())
        if isinstance(body, dict) and "results" in body:
            body = body["results"]
        found = [read(one) for one in (body if isinstance(body, list) else [body])]
    except (OSError, ValueError) as error:
        raise CommandError(f"{file} holds no checkpoint: {error}") from error
    if not found:
        raise CommandError(f"{file} holds no checkpoint.")
    return found

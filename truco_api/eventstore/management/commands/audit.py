"""`manage.py audit`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from truco_api.eventstore.audit import run_checks

SHOWN = 100


class Command(BaseCommand):
    """Checks every chain, the feed and whatever the apps add; exit status 1 if anything was touched."""

    help = "Check that everything stored is what was written, and say what was checked."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print a line a check and a line a finding."""
        total = 0
        for name, report in run_checks():
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

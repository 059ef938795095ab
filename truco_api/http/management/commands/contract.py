"""`manage.py contract`: what would break clients of the last release; `--release` makes this one the last."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from truco_api.http import contract, error_list
from truco_api.http.breaking import breaks


class Command(BaseCommand):
    """Compares the description of the API with that of the last release (docs/versions.md)."""

    help = "Tell what would break clients of the last release."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to write instead."""
        parser.add_argument(
            "--release", action="store_true", help="Keep the description as the released one."
        )
        parser.add_argument("--errors", action="store_true", help="Write docs/errors.md anew.")

    def handle(self, *_args: Any, release: bool, errors: bool, **_options: Any) -> None:
        """Write what is asked for, or compare."""
        if errors:
            error_list.path().write_text(error_list.text())
        elif release:
            contract.release()
        else:
            self._compare()

    def _compare(self) -> None:
        found = breaks(contract.released(), contract.described(), today=timezone.now().date().isoformat())
        for line in found:
            self.stdout.write(line)
        if found:
            raise CommandError(f"{len(found)} changes break clients of the last release (docs/versions.md).")
        self.stdout.write("No change breaks a client of the last release.")

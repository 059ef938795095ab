"""`manage.py rebuild`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from truco_api.eventstore.projections import PROJECTIONS, UnknownProjectionError, rebuild


class Command(BaseCommand):
    """Folds read models again from the events; commands wait while it runs."""

    help = "Empty the named projections (all, if none is named) and fill them again from the events."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Names of projections."""
        parser.add_argument("names", nargs="*", metavar="name")

    def handle(self, *_args: Any, names: list[str], **_options: Any) -> None:
        """Print a line a projection."""
        for name in names or list(PROJECTIONS):
            try:
                done = rebuild(name)
            except UnknownProjectionError:
                known = ", ".join(PROJECTIONS) or "none"
                raise CommandError(f"There is no projection {name}. There are: {known}.") from None
            self.stdout.write(f"{name}: {done.events:,} events of {done.streams:,} streams")

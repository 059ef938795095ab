"""`manage.py bench`: run the benchmarks of `tests/benchmarks/` and print figures beside their yardsticks."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

SECTIONS = {
    "rules": "tests.benchmarks.rules_speed",
    "store": "tests.benchmarks.store_speed",
    "http": "tests.benchmarks.http_speed",
    "championships": "tests.benchmarks.championship_speed",
}


class Command(BaseCommand):
    """Measure; every ratio is against something run in the same call."""

    help = "Measure rules (a, b), the event store (c), actions over HTTP (d, e) and championships."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("sections", nargs="*", choices=[[], *SECTIONS], help="all of them unless named")
        parser.add_argument("--seconds", type=float, default=3.0, help="how long each figure is measured")

    def handle(self, *_args: Any, sections: list[str], seconds: float, **_options: Any) -> None:
        """Print the lines of each section as they come."""
        if find_spec("tests.benchmarks") is None:
            raise CommandError("The benchmarks are not part of this installation: run them in a clone.")
        for section in sections or SECTIONS:
            for line in import_module(SECTIONS[section]).run(seconds):
                self.stdout.write(line)

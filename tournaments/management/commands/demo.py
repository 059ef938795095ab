"""`manage.py demo`: a championship of sixteen pairs, played over the API of a running system."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tournaments.demo.script import run
from tournaments.demo.show import show


class Command(BaseCommand):
    """Registration, draw, games, a score sheet, a dispute, a walkover; then the bracket and the audit."""

    help = "Play a championship over the public API of a running system, then audit the database."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--url", default="http://127.0.0.1:8000", help="where the API is")

    def handle(self, *_args: Any, url: str, **_options: Any) -> None:
        """Play, show, audit."""
        console = Console(highlight=False)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        with Progress(*columns, console=console) as progress:
            played = run(url, progress)
        show(console, url, played.championship, played.bracket)
        console.print(f"\n{played.actions} actions were played over the API.")
        console.print(
            f"{played.hands} hands were dealt from the players' own seeds and checked by their devices.\n"
        )
        call_command("audit")

"""`manage.py up`: the whole system in the foreground, from one command."""

import asyncio
import signal
import sys
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from truco_api.embedded import claim, postgres
from truco_api.embedded.console import Console
from truco_api.embedded.parts import HIGHEST_PORT, free_address
from truco_api.embedded.running import INTERRUPTED, prepare_database, run_demo, serve
from truco_api.errors import DomainError


class Command(BaseCommand):
    """Starts database, migrations, web and stream servers, Celery worker and beat; Ctrl-C stops all of it."""

    help = "Start the whole system here and keep it running. Ctrl-C stops it."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen, and whether to show a championship."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
        parser.add_argument(
            "--port", type=_port, default=8000, help="port of the API (8000); streams use the one above"
        )
        parser.add_argument("--demo", action="store_true", help="play a championship over the API")
        parser.add_argument("--once", action="store_true", help="with --demo: stop when it is over")

    def handle(self, *, host: str, port: int, demo: bool, once: bool, **_options: Any) -> None:
        """Run, and exit with the demo's code if it failed."""
        if once and not demo:
            raise CommandError("--once belongs to --demo.")
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            with claim.claimed(postgres.data_folder()) as ours:
                code = _run(host, port, demo=demo, once=once) if ours else _point_to_the_first(demo=demo)
        except KeyboardInterrupt:
            code = INTERRUPTED
        if code:
            sys.exit(code)


def _run(host: str, port: int, *, demo: bool, once: bool) -> int:
    """Be the one `up` of this data folder."""
    console = Console(quiet=demo)
    try:
        address = free_address(host, port)
    except DomainError as error:
        raise CommandError(str(error)) from error
    if address.port != port:
        console.say("up", f"port {port} or {port + 1} is taken; using {address.port} and {address.port + 1}")
    claim.tell(postgres.data_folder(), address.url, address.stream_url)
    prepare_database(console)
    return asyncio.run(serve(address, console, demo=demo, once=once))


def _point_to_the_first(*, demo: bool) -> int:
    """Say where the `up` that was first can be found; a demo is played there."""
    console, first = Console(), claim.holder(postgres.data_folder())
    if first is None:
        console.say("up", "another one is just starting in this data folder; try again in a moment")
        return 1
    console.say(
        "up", f"already running at {first.url}/ (process {first.pid}, streams at {first.stream_url}/)"
    )
    return asyncio.run(run_demo(first.url)) if demo else 1


def _port(text: str) -> int:
    """A port number that leaves room for its neighbour."""
    if not text.isdecimal() or not 0 < int(text) < HIGHEST_PORT:
        raise ArgumentTypeError(f"not a port number: {text}")
    return int(text)

"""What `up` does while it holds the data folder: database, parts, and perhaps the demo."""

import asyncio
import signal
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping

from django.conf import settings
from django.core.management import call_command
from django.db import connections

from truco_api.embedded import postgres
from truco_api.embedded.console import Console, PartStream
from truco_api.embedded.parts import Address, environment, parts
from truco_api.embedded.supervisor import Supervisor

READY_WITHIN_SECONDS = 90.0
INTERRUPTED = 130
_DATABASE_LOOK_SECONDS = 2.0


def prepare_database(console: Console) -> None:
    """Start the embedded database unless DATABASE_URL names another, and bring its tables up to date."""
    name = "database"
    if postgres.is_embedded():
        began = time.monotonic()
        postgres.ensure_running()
        console.say(name, f"PostgreSQL is up after {time.monotonic() - began:.1f} s")
    call_command("migrate", interactive=False, stdout=PartStream(console, name))
    connections.close_all()
    console.say(name, "all migrations are applied")


async def serve(address: Address, console: Console, *, demo: bool, once: bool) -> int:
    """Run everything until a signal says stop, or with `once` until the demo ends; gives the exit code."""
    folder = postgres.data_folder()
    env = environment(address, folder)
    supervisor = Supervisor(parts(address), env, console, folder)
    work = asyncio.create_task(_work(address.url, env, console, demo=demo, once=once))
    _on_signals(work, supervisor)
    await supervisor.start()
    watching = asyncio.create_task(_watch_database(console))
    try:
        code = await work
    except asyncio.CancelledError:
        code = INTERRUPTED if once else 0
    watching.cancel()
    if code:
        supervisor.show_remembered()
    console.say("up", "stopping")
    await supervisor.stop()
    console.say("up", "stopped")
    return code


async def run_demo(url: str, env: Mapping[str, str] | None = None) -> int:
    """Let the demo play against a running system, on this terminal; gives its exit code."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, str(settings.BASE_DIR / "manage.py"), "demo", "--url", url), env=env
    )
    try:
        return await process.wait()
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()


async def _work(url: str, env: Mapping[str, str], console: Console, *, demo: bool, once: bool) -> int:
    """Say when the system is ready, play the demo if asked, and go on for ever unless `once`."""
    if not await _ready(url):
        console.say("up", f"not ready within {READY_WITHIN_SECONDS:g} s")
        return 1
    console.say("up", f"ready: {url}/ and for streams {env['STREAM_URL']}/")
    code = await run_demo(url, env) if demo else 0
    if once:
        return code
    console.quiet = False
    console.say("up", "Ctrl-C stops everything")
    await asyncio.Event().wait()
    return code


async def _ready(url: str) -> bool:
    """Wait until the web part says that it and its database are ready; False if that takes too long."""
    deadline = time.monotonic() + READY_WITHIN_SECONDS
    while time.monotonic() < deadline:
        if await asyncio.to_thread(_answers, f"{url}/readyz"):
            return True
        await asyncio.sleep(0.2)
    return False


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as response:  # noqa: S310 - our own address
            return bool(response.status == 200)
    except (OSError, urllib.error.URLError):
        return False


async def _watch_database(console: Console) -> None:
    """Start the embedded database again if it dies."""
    while postgres.is_embedded():
        await asyncio.sleep(_DATABASE_LOOK_SECONDS)
        if not await asyncio.to_thread(postgres.is_running):
            console.say("database", "PostgreSQL is gone; starting it again")
            try:
                await asyncio.to_thread(postgres.ensure_running)
            except Exception as error:
                console.say("database", f"it did not start: {error}")


def _on_signals(work: "asyncio.Task[int]", supervisor: Supervisor) -> None:
    """Let the first signal stop everything in order, and any further one end it at once."""

    def stop() -> None:
        if not work.cancel():
            supervisor.kill()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, stop)

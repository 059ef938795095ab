"""Keeps the parts running: starts them, marks what they say, restarts what dies, and stops all in order."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from truco_api.embedded.console import Console
from truco_api.embedded.parts import Part
from truco_api.embedded.warden import signal_group

FIRST_DELAY_SECONDS = 0.5
LONGEST_DELAY_SECONDS = 30.0
HEALTHY_SECONDS = 60.0
PATIENCE_SECONDS = 8.0
_LONGEST_LINE = 2**22


class Supervisor:
    """Runs parts until it is told to stop; each part is a process group of its own."""

    def __init__(
        self, parts: tuple[Part, ...], env: Mapping[str, str], console: Console, folder: Path
    ) -> None:
        self._parts, self._env, self._console, self._folder = parts, env, console, folder
        self._running: dict[str, asyncio.subprocess.Process] = {}
        self._stopping = asyncio.Event()
        self._warden: asyncio.subprocess.Process | None = None
        self._keepers: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start all parts, once the remains of a killed predecessor are cleared away."""
        self._warden = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "truco_api.embedded.warden", str(self._folder)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        if self._warden.stdout:
            await self._warden.stdout.readline()
        self._keepers = [asyncio.create_task(self._keep(part)) for part in self._parts]

    async def stop(self) -> None:
        """Stop all parts, the last started first; each has eight seconds before it is killed."""
        self._stopping.set()
        for part in reversed(self._parts):
            if process := self._running.get(part.name):
                await self._stop(process)
        await asyncio.gather(*self._keepers)
        if self._warden and self._warden.stdin:
            self._warden.stdin.close()
            await self._warden.wait()

    def kill(self) -> None:
        """End everything now, without asking."""
        for process in self._running.values():
            signal_group(process.pid, signal.SIGKILL)

    def show_remembered(self) -> None:
        """Print what the parts said while they were not shown."""
        for part in self._parts:
            self._console.show_remembered(part.name)

    async def _keep(self, part: Part) -> None:
        """Run a part again and again, waiting longer from death to death while it does not last."""
        delay = FIRST_DELAY_SECONDS
        while not self._stopping.is_set():
            began = time.monotonic()
            code = await self._run(part)
            if self._stopping.is_set():
                return
            if time.monotonic() - began > HEALTHY_SECONDS:
                delay = FIRST_DELAY_SECONDS
            self._console.show_remembered(part.name)
            self._console.say(part.name, f"ended ({_outcome(code)}); starting it again in {delay:g} s")
            await self._pause(delay)
            delay = min(delay * 2, LONGEST_DELAY_SECONDS)

    async def _run(self, part: Part) -> int:
        """Run a part once, to its end; gives its exit code."""
        # A pipe of our own: asyncio's would have us wait until the process's children have closed it, too.
        said, saying = os.pipe()
        try:
            process = await asyncio.create_subprocess_exec(
                *part.argv,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=saying,
                stderr=asyncio.subprocess.STDOUT,
                env=self._env,
                start_new_session=True,
            )
        finally:
            os.close(saying)
        self._running[part.name] = process
        self._tell_warden(f"+ {process.pid}\n")
        if self._stopping.is_set():  # told while it was starting
            process.terminate()
        listening = asyncio.create_task(self._listen(part.name, said))
        code = await process.wait()
        signal_group(process.pid, signal.SIGKILL)  # its own children, if it left any behind
        await listening
        del self._running[part.name]
        self._tell_warden(f"- {process.pid}\n")
        return code

    async def _listen(self, name: str, said: int) -> None:
        reader = asyncio.StreamReader(limit=_LONGEST_LINE)
        transport, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(said, "rb")
        )
        async for line in reader:
            self._console.heard(name, line.decode(errors="replace").rstrip())
        transport.close()

    async def _stop(self, process: asyncio.subprocess.Process) -> None:
        if process.returncode is not None:
            return
        process.send_signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(process.wait(), PATIENCE_SECONDS)
        except TimeoutError:
            signal_group(process.pid, signal.SIGKILL)
            await process.wait()

    async def _pause(self, seconds: float) -> None:
        """Wait, but not once everything is to stop."""
        try:
            await asyncio.wait_for(self._stopping.wait(), seconds)
        except TimeoutError:
            return

    def _tell_warden(self, line: str) -> None:
        if self._warden and self._warden.stdin and not self._warden.stdin.is_closing():
            self._warden.stdin.write(line.encode())


def _outcome(code: int) -> str:
    return f"exit code {code}" if code >= 0 else signal.Signals(-code).name

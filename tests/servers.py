"""The parts of a running system on the test database, as `up` starts them, at addresses of this machine."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager

import pytest

from tests.processes import end, spawn
from truco_api.embedded.parts import Address, free_address, parts

READY_WITHIN_SECONDS = 60.0
OURS = {"SEED_SECONDS": "0", "WEBHOOK_HTTP": "1", "WEBHOOK_NETWORKS": "127.0.0.0/8"}
"""No deal waits, and webhooks may go to this machine."""


@pytest.fixture
def server(part_environment: Mapping[str, str]) -> Iterator[Address]:
    """The web and the stream part: all that clients talk to."""
    with running_parts(part_environment, "web", "stream") as address:
        yield address


@pytest.fixture
def whole_system(part_environment: Mapping[str, str]) -> Iterator[Address]:
    """Every part, so that bots play and clocks run out."""
    with running_parts(part_environment, "worker", "beat", "stream", "web") as address:
        yield address


@contextmanager
def running_parts(env: Mapping[str, str], *names: str) -> Iterator[Address]:
    """These parts, ready to be asked; all of them are ended with the block."""
    address = free_address("127.0.0.1", 20_000 + os.getpid() % 20_000)
    with ExitStack() as stack:
        for part in parts(address):
            if part.name in names:
                process = spawn(part.argv, {**env, **OURS, "STREAM_URL": address.stream_url})
                stack.callback(end, process)
                stack.callback(process.send_signal, signal.SIGTERM)
        for name, port in (("web", address.port), ("stream", address.port + 1)):
            if name in names:
                _wait_for(port)
        yield address


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + READY_WITHIN_SECONDS
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    pytest.fail(f"nothing listens on port {port}")


def run(argv: list[str], *, cwd: str, env: Mapping[str, str] | None = None, timeout: float = 150) -> str:
    """What a command prints; fails with all of it unless the command succeeds."""
    done = subprocess.run(
        argv, cwd=cwd, env=env, timeout=timeout, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert done.returncode == 0, f"{' '.join(argv)}\n{done.stdout[-6000:]}"
    return done.stdout

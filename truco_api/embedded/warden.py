"""The warden outlives a killed `up` and clears up after it: `python -m truco_api.embedded.warden <folder>`.

Its standard input is a pipe from `up`, with lines `+ <group>` and `- <group>` for the process groups that
start and end. When the pipe closes, however `up` came to its end, every group still there is asked to stop,
and killed when it does not. The warden holds a lock on the folder meanwhile; it says `ready` once it has it.
"""

import contextlib
import os
import signal
import sys
import time
from pathlib import Path

from truco_api.embedded import postgres
from truco_api.embedded.locks import locked

PATIENCE_SECONDS = 8.0


def signal_group(group: int, number: int) -> bool:
    """Send a signal (0: only look) to a process group; False when there is none any more."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def clear_up(groups: set[int]) -> None:
    """End these process groups, by force after eight seconds."""
    for group in groups:
        signal_group(group, signal.SIGTERM)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline and any(signal_group(group, 0) for group in groups):
        time.sleep(0.1)
    for group in groups:
        signal_group(group, signal.SIGKILL)


def main(folder: Path) -> None:
    """Watch until the pipe closes, then clear up."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    with locked(folder / "warden.lock"):
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        groups: set[int] = set()
        for line in sys.stdin:
            sign, group = line.split()
            (groups.add if sign == "+" else groups.discard)(int(group))
        clear_up(groups)
        postgres.stop_if_unused(folder)


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        main(Path(sys.argv[1]))

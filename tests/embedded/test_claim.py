"""One `up` a data folder: the second is told where the first is, and a killed one is in nobody's way."""

import os
import signal
import socket
import sys
from pathlib import Path

import pytest

from tests.processes import end, spawn, wait_for_line
from truco_api.embedded.claim import Holder, claimed, holder, tell
from truco_api.embedded.parts import Address, NoFreePort, free_address


def test_a_folder_is_claimed_once(tmp_path: Path) -> None:
    with claimed(tmp_path) as first, claimed(tmp_path) as second:
        assert (first, second) == (True, False)


def test_the_holder_says_where_it_is_for_as_long_as_it_runs(tmp_path: Path) -> None:
    with claimed(tmp_path):
        assert holder(tmp_path) is None
        tell(tmp_path, "http://here:1", "http://here:2")
        assert holder(tmp_path) == Holder(os.getpid(), "http://here:1", "http://here:2")
    assert holder(tmp_path) is None


def test_a_killed_holder_leaves_no_claim_and_no_address(tmp_path: Path) -> None:
    script = f"""
import time
from pathlib import Path
from truco_api.embedded.claim import claimed, tell
with claimed(Path({str(tmp_path)!r})) as ours:
    tell(Path({str(tmp_path)!r}), "http://gone:1", "http://gone:2")
    print("claimed", ours, flush=True)
    time.sleep(60)
"""
    killed = spawn((sys.executable, "-c", script), os.environ)
    wait_for_line(killed, "claimed True")
    with claimed(tmp_path) as ours:
        assert not ours
        assert holder(tmp_path) is not None
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait()
    with claimed(tmp_path) as ours:
        assert ours
        assert holder(tmp_path) is None
    end(killed)


def test_the_next_two_free_ports_are_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert free_address("127.0.0.1", port).port > port
        assert free_address("127.0.0.1", port - 1).port > port


def test_without_free_ports_it_is_said() -> None:
    with pytest.raises(NoFreePort):
        free_address("192.0.2.1", 8000)


def test_the_address_for_clients_is_one_that_they_can_reach() -> None:
    assert Address("0.0.0.0", 8000).url == "http://127.0.0.1:8000"
    assert Address("127.0.0.1", 8000).stream_url == "http://127.0.0.1:8001"

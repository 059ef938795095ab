"""Many streams at one process, at a small size; the full one is `python -m tests.benchmarks.streams_load`."""

import os

from tests.benchmarks.streams_load import run

SIZE = int(os.environ.get("TRUCO_STREAMS", "60"))
"""Idle streams; a tenth as many games are played."""


def test_many_streams_hear_every_event_once_and_soon(transactional_db: None) -> None:
    measured = run(SIZE, SIZE // 10, seconds=4, rate=20)
    assert measured.events > 100
    assert sorted(measured.late_ms)[len(measured.late_ms) // 2] < 2000
    assert measured.full_mib < 400

"""What docs/webhooks.md says is so: its receiver runs, its tables are complete."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from pytest_django import Settings

from tests.processes import eventually
from tests.webhooks.conftest import CLUB, news
from tournaments.rules.announcements import KINDS
from truco_api.webhooks import backoff, services
from truco_api.webhooks.drain import drain
from truco_api.webhooks.models import Attempt, Endpoint

TEXT = (Path(settings.BASE_DIR) / "docs" / "webhooks.md").read_text()


def _block(name: str) -> str:
    [found] = re.findall(rf"<!-- {name} -->\n```\w+\n(.*?)```", TEXT, re.DOTALL)
    return str(found)


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


@pytest.fixture
def documented(db: None, settings: Settings) -> Iterator[tuple[Endpoint, subprocess.Popen[str]]]:
    """The receiver of the page, running, and an endpoint for it."""
    settings.WEBHOOK_HTTP, settings.WEBHOOK_NETWORKS = True, ["127.0.0.0/8"]
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    endpoint, secret = services.add(club=CLUB, url=f"http://127.0.0.1:{port}/truco")
    program = subprocess.Popen(
        [sys.executable, "-c", _block("receiver")],
        env={"WEBHOOK_SECRET": secret, "PORT": str(port)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert eventually(lambda: _listens(port))
        yield endpoint, program
    finally:
        program.kill()
        program.wait()


def test_the_receiver_of_the_page_verifies_and_takes_each_message_once(
    documented: tuple[Endpoint, subprocess.Popen[str]],
) -> None:
    endpoint, program = documented
    about = {"championship": {"name": "Copa"}}
    decided = {"id": "R1M1", "winner": {"name": "Ana & Bento"}}
    services.announce(news(1, "match.decided", match=decided, **about))
    services.announce(news(2, "championship.finished", podium={"champion": {"name": "Ana & Bento"}}, **about))
    services.ping(found=endpoint)
    drain(endpoint.id)
    services.redeliver_since(found=endpoint, since=endpoint.created_at, delivered_too=True)
    drain(endpoint.id)
    assert [attempt.status for attempt in Attempt.objects.all()] == [204] * 5
    program.kill()
    assert program.communicate()[0].splitlines() == [
        "Copa, R1M1: Ana & Bento",
        "Copa: the champion is Ana & Bento",
        "ping",
    ]


def test_every_type_stands_in_the_table_in_the_words_of_the_schema() -> None:
    table = dict(re.findall(r"^\| `([a-z]+\.[a-z_]+)` \| (.*?) \|", TEXT, re.MULTILINE))
    assert table.keys() == KINDS.keys()


def test_the_example_is_a_message_as_it_is_sent() -> None:
    example = json.loads(_block("message"))
    assert example["type"] in KINDS
    assert example.keys() == {"type", "timestamp", "data"}


def test_the_waits_are_those_of_the_code() -> None:
    assert "5\nseconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours" in TEXT
    hours = [wait / backoff.HOUR for wait in backoff.WAITS[3:]]
    assert (backoff.WAITS[:3], hours) == ((5, 300, 1800), [2, 5, 10, 14, 20, 24])

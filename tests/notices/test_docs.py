"""What docs/notifications.md says is so: its examples are taken, its tables are complete."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from django.conf import settings

from tests.notices.conftest import Reader, Services
from tournaments import notices as championships
from truco_api.notices import kinds, push, services, sweeping, waking
from truco_api.notices.models import Level

TEXT = (Path(settings.BASE_DIR) / "docs" / "notifications.md").read_text()
REQUEST = re.compile(r"me (?:-X (\w+) )?\$API(\S+)(?: --json '(.*?)')?(?=\n|$)", re.DOTALL)


def _requests(name: str) -> list[tuple[str, str, Any]]:
    """The requests of an example: method, address, body."""
    [block] = re.findall(rf"<!-- example: {name} -->\n```sh\n(.*?)```", TEXT, re.DOTALL)
    return [
        (method or ("post" if body else "get"), path, json.loads(body) if body else None)
        for method, path, body in REQUEST.findall(block)
    ]


def _answers(reader: Reader, name: str) -> list[Any]:
    found = []
    for method, path, body in _requests(name):
        ask = getattr(reader.client, method.lower())
        answer = ask(f"/api/v1{path}", body, format="json") if body else ask(f"/api/v1{path}")
        assert answer.status_code in (200, 201), (path, answer.content)
        found.append(answer.json())
    return found


def test_the_examples_are_answered(ana: Reader, services: Services) -> None:
    inbox, unread = _answers(ana, "inbox")
    assert (inbox["results"], unread) == ([], {"unread": 0})
    [wishes] = _answers(ana, "wishes")
    assert wishes["levels"]["called_to_table"] == "always"
    offered, device = _answers(ana, "devices")
    assert (offered["fcm"], device["platform"]) == (True, "fcm")


def test_every_kind_and_every_level_stands_in_its_table() -> None:
    first = [re.findall(r"`(\w+)`", cell) for cell in re.findall(r"^\| (`.*?) \|", TEXT, re.MULTILINE)]
    named = {name for names in first for name in names}
    assert kinds.KINDS.keys() | set(Level.values) <= named


def test_the_numbers_are_those_of_the_code() -> None:
    assert (services.GATHER.seconds, services.FRESH.seconds, services.OLD.days) == (2, 3600, 7)
    assert (waking.WAITS, push.LIFE_SECONDS, sweeping.KEEP.days) == ((10, 60, 300), 4 * 3600, 90)
    assert championships.WARNING.seconds == 5 * 60
    assert settings.TURN_NOTICE_SECONDS == 30

"""Records are judged for anybody, but not without end for one address."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings
from rest_framework.test import APIClient

from truco_api.accounts.models import User

STANDINGS = {"format": "truco-standings/1", "entries": ["A"], "criteria": ["points"], "matches": []}
WISHES: list[tuple[str, dict[str, Any]]] = [
    ("/api/v1/standings/", STANDINGS),
    ("/api/v1/regulations/check/", {"variant": "paulista"}),
    ("/api/v1/verdicts/", {}),
]


@pytest.fixture(autouse=True)
def two_in_an_hour(settings: Settings, tmp_path: Path) -> None:
    """Room for two, counted apart from everything else."""
    settings.REQUEST_RATES = settings.REQUEST_RATES | {"judgements": (2, 3600)}
    settings.RATE_FILE = tmp_path / "limits"


def asked(client: APIClient, path: str, body: dict[str, Any], address: str) -> Any:
    return client.post(path, body, format="json", REMOTE_ADDR=address)


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "body"), WISHES)
def test_without_signing_in_each_address_may_ask_so_much(path: str, body: dict[str, Any]) -> None:
    client = APIClient()
    assert [asked(client, path, body, "10.0.0.1").status_code < 429 for _ in range(2)] == [True, True]
    refused = asked(client, path, body, "10.0.0.1")
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert int(refused["Retry-After"]) > 0
    assert asked(client, path, body, "10.0.0.2").status_code != 429


@pytest.mark.django_db
def test_the_three_share_one_room_and_who_is_signed_in_does_not_need_it() -> None:
    client = APIClient()
    for path, body in WISHES[:2]:
        asked(client, path, body, "10.0.0.1")
    assert asked(client, *WISHES[2], "10.0.0.1").status_code == 429
    client.force_authenticate(User.objects.create(username="ana"))
    assert asked(client, *WISHES[0], "10.0.0.1").status_code == 200

"""The streams are described where everything else is."""

from typing import Any

import pytest
from django.test import Client

from truco_api.streams.server import build
from truco_api.streams.sources import all_sources


@pytest.fixture
def described() -> dict[str, Any]:
    """The paths of the description."""
    served = Client().get("/api/schema/", headers={"Accept": "application/json"}).json()
    paths: dict[str, Any] = served["paths"]
    return paths


def test_every_address_of_the_stream_server_is_described(described: dict[str, Any]) -> None:
    served = [getattr(route, "path", "") for route in build(all_sources()).routes]
    for kind, ident in (("games", "game_id"), ("championships", "championship_id")):
        for name in ("events", "stream"):
            assert f"/api/v1/{kind}/{{ident:uuid}}/{name}/" in served
            assert f"/api/v1/{kind}/{{{ident}}}/{name}/" in described


def test_a_stream_says_where_and_how_it_is_served(described: dict[str, Any]) -> None:
    operation = described["/api/v1/games/{game_id}/stream/"]["get"]
    assert operation["servers"] == [{"url": "/", "description": "The stream process"}]
    assert list(operation["responses"]["200"]["content"]) == ["text/event-stream"]
    assert {"401", "404", "default"} <= operation["responses"].keys()
    assert {"after", "signals"} <= {parameter.get("name") for parameter in operation["parameters"]}

"""The description that clients are generated from."""

import json
from pathlib import Path

import pytest
from django.test import Client

from tests.servers import server  # noqa: F401 - a fixture


@pytest.fixture(scope="package")
def description(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The description of the API as it is served, in a file."""
    path = tmp_path_factory.mktemp("description") / "openapi.json"
    served = Client().get("/api/schema/", headers={"Accept": "application/json"})
    path.write_text(json.dumps(served.json()))
    return path

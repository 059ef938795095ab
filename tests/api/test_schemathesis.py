"""Generated requests, as the description has them and as it has them not, meet no fault of the server.

`TRUCO_EXAMPLES` is the number of requests for each operation; each run makes the same ones.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok

from truco_api.accounts import tokens
from truco_api.accounts.models import User

EXAMPLES = int(os.environ.get("TRUCO_EXAMPLES", "1"))
ELSEWHERE = ("/stream/", ".pdf")
"""Streams are another process, and how long a page takes to draw is no matter of its input."""
STEADY = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """The test's own connection serves all requests, as with Django's client: none of them closes it."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture
def headers(db: None) -> dict[str, str]:
    """Those of somebody who is signed in."""
    user = User.objects.create_user("anybody")
    key, _ = tokens.issue(user=user, device="", now=timezone.now())
    return {"Authorization": f"Bearer {key}"}


def test_no_generated_request_meets_a_fault_of_the_server(headers: dict[str, str]) -> None:
    description = schemathesis.openapi.from_wsgi("/api/schema/?format=json", get_wsgi_application())
    found = list(description.get_all_operations())
    operations = [one.ok() for one in found if isinstance(one, Ok)]
    assert len(operations) == len(found)
    asked = []
    for operation in operations:
        if operation.path.endswith(ELSEWHERE):
            continue

        @STEADY
        @given(case=operation.as_strategy())
        def ask(case: schemathesis.Case[Any]) -> None:
            asked.append(case.path)
            case.call_and_validate(headers=headers, checks=[not_a_server_error])

        ask()
    assert len(set(asked)) > 80

"""Logs: a line for every request, found again by its id, and nothing in it that a log should not hold."""

import json
import logging

import pytest
from django.test import Client

from truco_api.logs import JsonFormatter, RequestIdFilter, logging_config, request_id

SECRETS = ("4P", "hunter2", "s3cr3t")


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines that are logged, as a deployment would write them."""
    written: list[str] = []

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            RequestIdFilter().filter(record)
            written.append(JsonFormatter().format(record))

    access = logging.getLogger("truco.access")
    monkeypatch.setattr(access, "level", logging.INFO)
    handler = Handler()
    monkeypatch.setattr(access, "handlers", [handler])
    access.manager._clear_cache()  # type: ignore[attr-defined]  # levels are remembered there
    return written


@pytest.mark.django_db
def test_a_request_leaves_one_line_without_what_it_carried(lines: list[str]) -> None:
    response = Client().post(
        "/api/v1/tokens/?card=4P",
        {"name": "ana", "password": "hunter2"},
        content_type="application/json",
        headers={"Authorization": "Bearer s3cr3t"},
    )
    [line] = lines
    said = json.loads(line)
    assert (said["method"], said["path"], said["status"]) == ("POST", "/api/v1/tokens/", response.status_code)
    assert said["request_id"] == response["X-Request-ID"]
    assert not [secret for secret in SECRETS if secret in line]


def test_a_callers_request_id_is_kept() -> None:
    response = Client().get("/healthz", headers={"X-Request-ID": "phone-17.a_B"})
    assert response["X-Request-ID"] == "phone-17.a_B"


@pytest.mark.parametrize("given", ["short", "x" * 65, "with space", 'quote"quote', "línea-línea"])
def test_a_request_id_that_could_harm_a_log_is_replaced(given: str) -> None:
    response = Client().get("/healthz", headers={"X-Request-ID": given})
    assert response["X-Request-ID"] != given
    assert len(response["X-Request-ID"]) == 32


def test_outside_a_request_there_is_no_id() -> None:
    record = logging.LogRecord("x", logging.INFO, "x.py", 1, "said", None, None)
    assert RequestIdFilter().filter(record)
    assert json.loads(JsonFormatter().format(record))["request_id"] == request_id.get() == "-"


def test_a_fault_is_logged_with_its_trace_on_the_same_line() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError as error:
        fault = (ValueError, error, error.__traceback__)
        record = logging.LogRecord("x", logging.ERROR, "x.py", 1, "failed", None, fault)
    line = JsonFormatter().format(record)
    assert "\n" not in line
    assert "ValueError" in json.loads(line)["exception"]


def test_requests_are_logged_one_by_one_only_where_a_machine_reads() -> None:
    for as_json, level in ((True, "INFO"), (False, "WARNING")):
        loggers = logging_config(as_json=as_json, level="INFO")["loggers"]
        assert isinstance(loggers, dict)
        assert loggers["truco.access"]["level"] == level

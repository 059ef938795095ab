"""What bodies are read, and which are refused before anything looks at them."""

import json
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from truco_api.errors import DomainError
from truco_api.http.parsers import MAX_BODY, MAX_DEPTH, loads

pytestmark = pytest.mark.urls("tests.api.probe_urls")


def post(body: bytes | str) -> tuple[int, dict[str, Any]]:
    """Status and body of the answer to a raw body."""
    response = Client(raise_request_exception=False).post("/api/probe/echo/", body, "application/json")
    return response.status_code, json.loads(response.content)


def deep(levels: int) -> bytes:
    """A list in a list in a list."""
    return b"[" * levels + b"]" * levels


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b'{"a": 1,}',
        b"{'a': 1}",
        b'"\xff"',
        b'"\x00"',
        b"\xef\xbb\xbf{}",
        b"NaN",
        b'{"a": Infinity}',
        b"[-Infinity]",
        b'{"a": 1, "a": 1}',
        b'{"b": {"a": 1, "a": 2}}',
        deep(MAX_DEPTH + 2),
        deep(30_000),
        b'{"a":' * 5_000,
    ],
    ids=lambda body: repr(body[:24]),
)
def test_what_is_not_json_with_one_meaning_is_malformed(body: bytes) -> None:
    status, problem = post(body)
    assert (status, problem["code"]) == (400, "malformed_json")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (r'{"a": {"b": ["x", "\u0000"]}}', "a.b.1"),
        (r'{"a": "\ud800"}', "a"),
        (r'{"\u0000": 1}', ""),
        (r'{"\udfff": "\udfff"}', ""),
    ],
)
def test_what_is_no_character_is_refused_and_named(body: str, field: str) -> None:
    status, problem = post(body)
    assert (status, problem["code"]) == (422, "invalid_characters")
    assert problem["errors"][0]["field"] == field


@pytest.mark.parametrize("body", ["9007199254740992", "-9007199254740993", "1" * 5_000, "1e999", "[-1e999]"])
def test_a_number_that_clients_would_read_differently_is_refused(body: str) -> None:
    status, problem = post(body)
    assert (status, problem["code"]) == (422, "invalid")


def test_a_body_beyond_the_limit_is_too_large() -> None:
    largest = b'"' + b"a" * (MAX_BODY - 2) + b'"'
    assert post(largest)[0] == 200
    status, problem = post(largest + b" ")
    assert (status, problem["code"]) == (413, "body_too_large")


@pytest.mark.parametrize(
    "value",
    [
        {},
        [],
        None,
        0.5,
        2**53 - 1,
        "ação é truco, ladrão! 🂡",
        {"a": [1, {"b": None}], "c": [[] for _ in range(40)]},
        json.loads(deep(MAX_DEPTH)),
    ],
)
def test_what_is_sound_is_read_as_it_is(value: Any) -> None:
    assert post(json.dumps(value)) == (200, {"read": value})


def test_a_request_without_a_body_reads_as_an_empty_object() -> None:
    assert post(b"") == (200, {"read": {}})


@given(st.binary(max_size=200) | st.text(alphabet='{}[]",:\\u0d8e-1.N', max_size=60).map(str.encode))
def test_any_bytes_give_a_value_or_a_stable_error(body: bytes) -> None:
    try:
        value = loads(body)
    except DomainError:
        return
    json.dumps(value, allow_nan=False).encode()

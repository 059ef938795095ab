"""What answers look like in bytes, and what a program's request does not pass through."""

import json
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.utils.translation import gettext_lazy
from hypothesis import given
from hypothesis import strategies as st
from rest_framework import renderers
from rest_framework.exceptions import ErrorDetail

from truco_api.http.written import JSONRenderer

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\u2028\u2029"))
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | texts,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(texts, inner, max_size=4)
        | st.dictionaries(st.integers(0, 9), inner, max_size=2)
    ),
    max_leaves=20,
)


def as_django_rest_framework_writes(value: Any) -> bytes:
    """The yardstick."""
    written: bytes = renderers.JSONRenderer().render(value)
    return written


@given(values)
def test_answers_are_written_as_django_rest_framework_writes_them(value: Any) -> None:
    assert JSONRenderer().render(value) == as_django_rest_framework_writes(value)


@pytest.mark.parametrize(
    "value",
    [
        datetime(2025, 3, 1, 12, 30, tzinfo=UTC),
        datetime(2025, 3, 1, 12, 30, 0, 1500, tzinfo=UTC).date(),
        UUID(int=7),
        Decimal("1.50"),
        ErrorDetail("wrong", "code"),
        gettext_lazy("January"),
        (1, 2),
        1.5,
    ],
    ids=repr,
)
def test_values_of_python_are_written_alike(value: Any) -> None:
    assert JSONRenderer().render({"value": [value]}) == as_django_rest_framework_writes({"value": [value]})


def test_what_asks_for_indented_json_is_given_it() -> None:
    assert JSONRenderer().render({"a": 1}, "application/json; indent=2") == b'{\n  "a": 1\n}'


@pytest.mark.urls("tests.api.probe_urls")
@pytest.mark.parametrize(
    ("accept", "status"),
    [
        (None, 200),
        ("*/*", 200),
        ("application/json", 200),
        ("application/*;q=0.5, text/html", 200),
        ("application/json; indent=2", 200),
        ("text/html", 406),
        ("", 406),
    ],
)
def test_accept_is_honoured_however_it_is_written(accept: str | None, status: int) -> None:
    headers = {} if accept is None else {"Accept": accept}
    response = Client().post("/api/probe/echo/", b'{"a":1}', "application/json", headers=headers)
    assert response.status_code == status
    if status == 200:
        assert json.loads(response.content) == {"read": {"a": 1}}


@pytest.mark.django_db
def test_sessions_and_messages_are_for_pages_alone() -> None:
    page = Client().get("/sign-in/")
    assert page.status_code == 200
    assert hasattr(page.wsgi_request, "session")
    answer = Client().get("/api/v1/variants/")
    assert answer.status_code == 200
    assert not hasattr(answer.wsgi_request, "session")
    assert not answer.cookies

"""Idempotency keys belong to one user, and digests tell two requests apart."""

import json
from typing import Any

import pytest
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from truco_api.accounts.models import User
from truco_api.http.errors import InvalidIdempotencyKey
from truco_api.http.idempotency import idempotency_key
from truco_api.http.parsers import StrictJSONParser

ANA, RUI = User(username="ana"), User(username="rui")


def asked(
    body: Any = None,
    *,
    key: str | None = "k-1",
    user: User = ANA,
    path: str = "/x/",
    method: str = "post",
) -> tuple[str | None, str]:
    """What is made of a request."""
    headers = {} if key is None else {"Idempotency-Key": key}
    raw = body if isinstance(body, str) else json.dumps(body or {})
    plain = getattr(APIRequestFactory(), method)(path, raw, content_type="application/json", headers=headers)
    parsers: list[BaseParser] = [StrictJSONParser()]
    request = Request(plain, parsers=parsers)
    request.user = user
    return idempotency_key(request)


def test_a_request_without_a_key_has_none() -> None:
    assert asked(key=None)[0] is None


def test_the_same_request_gives_the_same_key_and_digest() -> None:
    assert asked({"a": 1}) == asked({"a": 1})


def test_the_order_of_members_and_spaces_do_not_matter() -> None:
    assert asked('{"a":1,"b":[true]}') == asked('{ "b": [true],\n "a": 1 }')


def test_another_body_path_or_method_has_another_digest() -> None:
    digests = {asked()[1], asked({"a": 1})[1], asked(path="/y/")[1], asked(method="put")[1]}
    assert len(digests) == 4


def test_true_and_one_are_not_the_same_body() -> None:
    assert asked({"a": True})[1] != asked({"a": 1})[1]


def test_two_users_never_share_a_key() -> None:
    assert asked()[0] != asked(user=RUI)[0]


def test_a_key_is_stored_as_64_hex_digits() -> None:
    key = asked(key="~" * 255)[0]
    assert key is not None
    assert len(bytes.fromhex(key)) == 32


@pytest.mark.parametrize("key", ["", "a b", "ç", "a\tb", "x" * 256])
def test_a_key_is_1_to_255_visible_ascii_characters(key: str) -> None:
    with pytest.raises(InvalidIdempotencyKey):
        asked(key=key)

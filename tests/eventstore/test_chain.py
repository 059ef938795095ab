"""The canonical form and the hash over it."""

import json
from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha256
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from truco_api.eventstore import NotCanonicalError, salt
from truco_api.eventstore.chain import canonical, genesis, link, parse

AT = datetime(2025, 3, 1, 12, 30, tzinfo=UTC)
EVENT: dict[str, Any] = {
    "previous": genesis("game-1"),
    "version": 1,
    "type": "card_played/1",
    "data": '{"card":"4P"}',
    "at": AT,
    "actor": "user:ana",
}

text = st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4),
    max_leaves=20,
)


@given(values)
def test_the_canonical_form_says_the_same_and_nothing_else_can(value: Any) -> None:
    written = canonical(value)
    assert parse(written) == value == json.loads(written)
    assert canonical(parse(written)) == written


@given(values)
def test_the_canonical_form_is_that_of_rfc_8785_to_the_byte(value: Any) -> None:
    assert canonical(value).encode() == rfc8785.dumps(value)


@pytest.mark.parametrize("number", [2**53, -(2**53), 10**30])
def test_a_number_that_not_all_read_alike_is_refused(number: int) -> None:
    with pytest.raises(rfc8785.IntegerDomainError):
        canonical({"number": number})


def test_half_a_character_is_refused() -> None:
    with pytest.raises(rfc8785.CanonicalizationError):
        canonical({"text": "\ud800"})


def test_names_are_in_the_order_of_utf_16() -> None:
    assert canonical({"\ue000": 1, "\U00010000": 2, "a": 3}) == '{"a":3,"\U00010000":2,"\ue000":1}'


@given(st.dictionaries(text, values, max_size=4), text, text, st.integers(1, 10**6), st.datetimes())
def test_the_hashed_text_is_the_canonical_form_of_the_whole_event(
    data: dict[str, Any], name: str, actor: str, version: int, at: datetime
) -> None:
    previous = genesis("game-1")
    envelope: dict[str, Any] = {
        "version": version,
        "type": name,
        "data": data,
        "at": at.replace(tzinfo=UTC).isoformat(timespec="microseconds"),
        "actor": actor,
        "previous": previous.hex(),
    }
    hashed = link(
        previous=previous,
        version=version,
        type=name,
        data=canonical(data),
        at=at.replace(tzinfo=UTC),
        actor=actor,
    )
    assert hashed == sha256(rfc8785.dumps(envelope)).digest()


@pytest.mark.parametrize(
    "change",
    [
        {"previous": genesis("game-2")},
        {"version": 2},
        {"type": "card_played/2"},
        {"data": '{"card":"5P"}'},
        {"at": AT + timedelta(microseconds=1)},
        {"actor": "user:bia"},
    ],
    ids=lambda change: str(next(iter(change))),
)
def test_the_hash_covers_everything(change: dict[str, Any]) -> None:
    assert link(**EVENT) != link(**EVENT | change)


def test_the_hash_does_not_depend_on_the_time_zone() -> None:
    elsewhere = AT.astimezone(timezone(timedelta(hours=-3)))
    assert link(**EVENT) == link(**EVENT | {"at": elsewhere})


def test_the_form_never_changes() -> None:
    """Whatever is stored was hashed like this; a change here would break every chain there is."""
    assert canonical({"seat": 1, "card": "4P", "né": ["\n", None, True]}) == (
        '{"card":"4P","né":["\\n",null,true],"seat":1}'
    )
    assert link(**EVENT).hex() == "a500ae7313d010d0fdaea42713a535402066cd8ffb471b0b873cd856bd70a1ce"


@pytest.mark.parametrize("value", [0.0, float("nan"), {1, 2}, object(), b"bytes", {None: 1}, [{"x": 1.5}]])
def test_what_json_cannot_carry_exactly_is_refused(value: Any) -> None:
    with pytest.raises(NotCanonicalError):
        canonical(value)


def test_a_salt_is_16_random_bytes() -> None:
    salts = {salt() for _ in range(100)}
    assert len(salts) == 100
    assert {len(bytes.fromhex(one)) for one in salts} == {16}

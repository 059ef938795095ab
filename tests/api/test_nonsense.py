"""Every address in the description meets nonsense with a problem, and never with a fault of its own."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from truco_api.accounts import tokens
from truco_api.accounts.models import User

METHODS = ("get", "post", "put", "patch", "delete")
UNKNOWN = "00000000-0000-4000-8000-000000000000"
VALUES = {"string": ["x", "-1", "%F0%9F%82%A1", "a%2Fb"], "integer": ["0", "999999999999999999999"]}
BODIES = (
    "{",
    "[]",
    "null",
    '"x"',
    "{}",
    '{"name": "\\u0000"}',
    '{"name": {"a": []}, "players": -1, "seat": 1e9, "variant": [], "options": 7, "action": {}}',
    '{"name": null, "players": "4", "seat": true, "variant": null, "options": {"x": 1}, "action": null}',
    json.dumps({"name": "x" * 10_000, "seat": 2**53 - 1, "variant": "x" * 300, "action": "play"}),
)
HEADERS = {"If-Match": '"1"', "Idempotency-Key": "nonsense"}


def addresses(path: str, parameters: list[dict[str, Any]]) -> Iterator[str]:
    """The address with values that fit its parameters but mean nothing."""
    kinds = {item["name"]: item["schema"] for item in parameters if item.get("in") == "path"}
    uuids = {name: UNKNOWN for name, schema in kinds.items() if schema.get("format") == "uuid"}
    others = {
        name: VALUES[schema.get("type", "string")] for name, schema in kinds.items() if name not in uuids
    }
    for choice in range(max((len(values) for values in others.values()), default=1)):
        chosen = {name: values[choice % len(values)] for name, values in others.items()}
        yield path.format(**uuids, **chosen)


@pytest.fixture
def stranger(db: None) -> Client:
    """A signed-in account that has nothing to do with anything."""
    user = User.objects.create_user("stranger")
    key, _ = tokens.issue(user=user, device="", now=timezone.now())
    return Client(raise_request_exception=False, headers={"Authorization": f"Bearer {key}"})


@pytest.fixture
def operations(client: Client) -> list[tuple[str, str, dict[str, Any]]]:
    """Method, path and description of every operation under /api/v1/."""
    schema = client.get("/api/schema/", headers={"Accept": "application/json"}).json()
    return [
        (method, path, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    ]


def is_proper(response: Any) -> bool:
    """Whether an answer is no failure of ours, and a problem if it is a failure of theirs."""
    if response.status_code < 400:
        return True
    return response.status_code < 500 and response["Content-Type"] == "application/problem+json"


def test_no_address_fails_on_nonsense(stranger: Client, operations: list[tuple[str, str, Any]]) -> None:
    improper = []
    for method, path, operation in operations:
        bodies = BODIES if "requestBody" in operation else ("",)
        for address in addresses(path, operation.get("parameters", [])):
            for body in bodies:
                send = getattr(stranger, method)
                response = send(address, body or None, content_type="application/json", headers=HEADERS)
                if not is_proper(response):
                    improper.append((method, address, body[:60], response.status_code))
    assert improper == []


def test_no_address_fails_on_a_nonsense_query(
    stranger: Client, operations: list[tuple[str, str, Any]]
) -> None:
    improper = []
    for method, path, operation in operations:
        names = [item["name"] for item in operation.get("parameters", []) if item.get("in") == "query"]
        for value in ("x", "-1", "%C3%28", "99999999999999999999", UNKNOWN, "") if method == "get" else ():
            query = "&".join(f"{name}={value}" for name in names)
            address = next(addresses(path, operation.get("parameters", [])))
            response = stranger.get(f"{address}?{query}")
            if not is_proper(response):
                improper.append((path, query, response.status_code))
    assert improper == []


def test_what_needs_an_account_says_so_to_a_stranger(
    client: Client, operations: list[tuple[str, str, Any]]
) -> None:
    open_to_all = []
    for method, path, operation in operations:
        if {} in operation.get("security", [{}]):
            continue
        address = next(addresses(path, operation.get("parameters", [])))
        response = getattr(client, method)(address, content_type="application/json")
        if response.status_code != 401:
            open_to_all.append((method, path, response.status_code))
    assert open_to_all == []

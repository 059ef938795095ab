"""Every address in the description meets nonsense with a problem, and never with a fault of its own."""

import json
import re
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
BODIES = ("{", "[]", "null", '"x"', "{}", '{"name": "\\u0000"}')
ODD_VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0.5,
    2**53 - 1,
    "",
    "x" * 1000,
    "-1",
    UNKNOWN,
    "9999-12-31T23:59:59Z",
    "0001-01-01T00:00:00+14:00",
    [],
    [None],
    [[]],
    ["x", "x"],
    {},
    {"x": [1, {"y": None}]},
)
HEADERS = {"If-Match": '"1"'}
OF_THE_STREAM_PROCESS = ("/api/v1/me/stream/", "/api/v1/me/events/")

Schema = dict[str, Any]
Operation = tuple[str, str, Schema]


@pytest.fixture
def description(client: Client) -> Schema:
    """The description of the API."""
    served: Schema = client.get("/api/schema/", headers={"Accept": "application/json"}).json()
    return served


@pytest.fixture
def operations(description: Schema) -> list[Operation]:
    """Method, path and description of every operation."""
    return [
        (method, path, operation)
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    ]


@pytest.fixture
def stranger(db: None) -> Client:
    """A signed-in account that has nothing to do with anything."""
    user = User.objects.create_user("stranger")
    key, _ = tokens.issue(user=user, device="", now=timezone.now())
    return Client(raise_request_exception=False, headers={"Authorization": f"Bearer {key}"})


def addresses(path: str, operation: Schema) -> Iterator[str]:
    """The address with values that fit its parameters but mean nothing."""
    kinds = {item["name"]: item["schema"] for item in operation["parameters"] if item.get("in") == "path"}
    uuids = {name: UNKNOWN for name, schema in kinds.items() if schema.get("format") == "uuid"}
    others = {
        name: VALUES[schema.get("type", "string")] for name, schema in kinds.items() if name not in uuids
    }
    for choice in range(max((len(values) for values in others.values()), default=1)):
        chosen = {name: values[choice % len(values)] for name, values in others.items()}
        yield path.format(**uuids, **chosen)


def sensible_address(path: str) -> str:
    """An address that is well formed, of a thing that is not there."""
    return re.sub(r"\{\w+\}", "1", re.sub(r"\{\w*id\}", UNKNOWN, path))


def sample(schema: Schema, description: Schema) -> Any:
    """A value that the schema allows, as far as its types go."""
    if "$ref" in schema:
        return sample(description["components"]["schemas"][schema["$ref"].rpartition("/")[2]], description)
    for choice in ("oneOf", "anyOf", "allOf"):
        if choice in schema:
            return sample(schema[choice][0], description)
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type", "object")
    match kind if isinstance(kind, str) else kind[0]:
        case "object":
            fields = schema.get("properties", {}).items()
            return {name: sample(inner, description) for name, inner in fields}
        case "array":
            return [sample(schema["items"], description)] * schema.get("minItems", 1)
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return True
        case _:
            formats = {"uuid": UNKNOWN, "date-time": "2030-01-01T00:00:00Z", "date": "2030-01-01"}
            return formats.get(schema.get("format", ""), "x" * schema.get("minLength", 3))


def odd_bodies(operation: Schema, description: Schema) -> Iterator[Any]:
    """The sample body of an operation, and then with each of its members made odd."""
    content = operation["requestBody"]["content"].get("application/json")
    body = sample(content["schema"], description) if content else None
    if isinstance(body, dict):
        yield body
        for name in body:
            yield from (body | {name: value} for value in ODD_VALUES)


def fault(response: Any) -> bool:
    """Whether an answer is a failure of ours, or one of theirs that is no problem."""
    if response.status_code < 400:
        return False
    return bool(response.status_code >= 500 or response["Content-Type"] != "application/problem+json")


def test_no_address_fails_on_a_body_that_means_nothing(stranger: Client, operations: list[Operation]) -> None:
    faults = []
    for method, path, operation in operations:
        for address in addresses(path, operation):
            for body in BODIES if "requestBody" in operation else (None,):
                response = getattr(stranger, method)(address, body, "application/json", headers=HEADERS)
                if fault(response):
                    faults.append((method, address, body, response.status_code))
    assert faults == []


def test_no_address_fails_on_one_odd_value(
    stranger: Client, operations: list[Operation], description: Schema
) -> None:
    faults = []
    for method, path, operation in operations:
        for body in odd_bodies(operation, description) if "requestBody" in operation else ():
            raw = json.dumps(body)
            response = getattr(stranger, method)(
                sensible_address(path), raw, "application/json", headers=HEADERS
            )
            if fault(response):
                faults.append((method, path, raw[:200], response.status_code))
    assert faults == []


def test_no_address_fails_on_an_odd_query(stranger: Client, operations: list[Operation]) -> None:
    faults = []
    reads = [(path, operation) for method, path, operation in operations if method == "get"]
    for path, operation in reads:
        names = [item["name"] for item in operation["parameters"] if item.get("in") == "query"]
        for value in ("x", "-1", "%C3%28", "99999999999999999999", UNKNOWN, ""):
            address = f"{sensible_address(path)}?{'&'.join(f'{name}={value}' for name in names)}"
            response = stranger.get(address)
            if fault(response):
                faults.append((address, response.status_code))
    assert faults == []


def test_what_needs_an_account_says_so_to_a_stranger(client: Client, operations: list[Operation]) -> None:
    open_to_all = []
    for method, path, operation in operations:
        if not all(operation.get("security") or [{}]) or path in OF_THE_STREAM_PROCESS:
            continue
        response = getattr(client, method)(sensible_address(path), content_type="application/json")
        if response.status_code != 401:
            open_to_all.append((method, path, response.status_code))
    assert open_to_all == []

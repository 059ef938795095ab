"""The description of the API is complete enough to generate clients from."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from openapi_spec_validator import OpenAPIV31SpecValidator

METHODS = {"get", "post", "put", "patch", "delete"}


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    """The description as it is served."""
    served: dict[str, Any] = Client().get("/api/schema/", headers={"Accept": "application/json"}).json()
    return served


def operations(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every operation with its address."""
    for path, methods in schema["paths"].items():
        yield from ((path, operation) for method, operation in methods.items() if method in METHODS)


def test_the_description_is_valid_and_generated_without_a_warning(tmp_path: Any) -> None:
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(tmp_path / "schema.yml"))


def test_the_description_is_openapi_3_1(schema: dict[str, Any]) -> None:
    assert schema["openapi"] == "3.1.0"
    OpenAPIV31SpecValidator(schema).validate()


def test_every_operation_says_how_it_fails(schema: dict[str, Any]) -> None:
    for _, operation in operations(schema):
        assert operation["responses"]["default"] == {"$ref": "#/components/responses/ProblemDefault"}
    content = schema["components"]["responses"]["ProblemDefault"]["content"]
    assert content == {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}


def test_every_operation_has_a_name_of_its_own_and_a_word_about_it(schema: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, operation in operations(schema)]
    assert len(names) == len(set(names))
    assert [path for path, operation in operations(schema) if not operation.get("description")] == []


def test_every_operation_stands_under_a_heading_that_says_what_it_is(schema: dict[str, Any]) -> None:
    described = {tag["name"] for tag in schema["tags"] if tag["description"]}
    used = {tag for _, operation in operations(schema) for tag in operation["tags"]}
    assert used - described == set()


def test_no_component_is_called_like_one_of_its_members(schema: dict[str, Any]) -> None:
    """Generated Python would name a variable and a class alike."""
    words = {name: re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower() for name in schema["components"]["schemas"]}
    members = {name: part.get("properties", {}) for name, part in schema["components"]["schemas"].items()}
    alike = {name: members[name][word] for name, word in words.items() if word in members[name]}
    plain = ("string", "integer", "boolean", ["string", "null"], ["integer", "null"])
    assert [name for name, member in alike.items() if member.get("type") not in plain] == []


def test_an_address_that_takes_a_version_says_412_and_428_if_it_needs_one(
    schema: dict[str, Any],
) -> None:
    needed = set()
    for _, operation in operations(schema):
        for parameter in operation.get("parameters", []):
            if parameter.get("name") == "If-Match":
                assert "412" in operation["responses"]
                assert ("428" in operation["responses"]) == parameter.get("required", False)
                needed.add(parameter.get("required", False))
    assert needed == {True, False}


def test_every_address_of_the_api_ends_in_a_slash_or_names_a_file(schema: dict[str, Any]) -> None:
    files = (".pdf", ".csv", ".json")
    assert [path for path in schema["paths"] if not path.endswith(("/", *files))] == []


def test_the_description_and_the_page_are_served_without_a_login(client: Client) -> None:
    assert client.get("/api/schema/").status_code == 200
    page = client.get("/api/docs/").content.decode()
    assert "swagger-ui" in page


def test_the_page_loads_nothing_from_other_hosts(client: Client) -> None:
    page = client.get("/api/docs/").content.decode()
    assert 'src="http' not in page
    assert 'href="http' not in page
    parts = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    assert len(parts) >= 3
    assert {client.get(part).status_code for part in parts} == {200}

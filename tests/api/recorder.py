"""Requests by the names of their operations, kept with their answers as examples."""

import json
import re
from collections.abc import Iterable
from typing import Any

from rest_framework.test import APIClient

Json = dict[str, Any]
METHODS = {"get", "post", "put", "patch", "delete"}
SECRETS = {
    "token": "q3vT0pAVv5jDq1d5h0dJm7ZkL9w2sXyR4bNcE6fGtU8",
    "access_token": "eyJ1c2VyIjo3fQ:1vL2xY:an-access-token-of-a-few-minutes",
    "refresh_token": "r8Yw2nQx5LzV1kTf9sHc3mJb7DpG4aUe6oRi0tWvXyZ",
    "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
}
"""Stand in the examples instead of the real ones."""


class Recorder:
    """Makes requests, and keeps those that are to be examples: by operation, then part, then name."""

    def __init__(self, description: Json) -> None:
        self.kept: dict[str, dict[str, Json]] = {}
        self.operations = {
            operation["operationId"]: (method, path)
            for path, methods in description["paths"].items()
            for method, operation in methods.items()
            if method in METHODS
        }

    def ask(
        self, who: APIClient, operation: str, body: Any = None, *, name: str = "", version: int = 0, **at: Any
    ) -> Any:
        """What is answered; with a name it is an example of this operation, or of its kind of problem."""
        method, path = self.operations[operation]
        address = re.sub(r"\{(\w+)\}", lambda found: str(at[found[1]]), path)
        headers = {"If-Match": f'"{version}"'} if version else {}
        answer = getattr(who, method)(address, body, format="json", headers=headers)
        told: Any = answer.json() if answer.content else None
        problem = answer.status_code >= 400
        assert problem == name.startswith("problem"), (operation, answer.status_code, told)
        if problem:
            self.keep(f"Problem{answer.status_code}", str(answer.status_code), told["code"], told)
        elif name:
            if body is not None:
                self.keep(operation, "request", name, body)
            if told is not None:
                self.keep(operation, str(answer.status_code), name, told)
        return told

    def keep(self, where: str, part: str, name: str, value: Any) -> None:
        """Keep this as an example."""
        kept = self.kept.setdefault(where, {}).setdefault(part, {})
        assert name not in kept, (where, part, name)
        kept[name] = veiled(value, of_problem=where.startswith("Problem"))


def veiled(value: Any, *, of_problem: bool = False) -> Any:
    """The same with no real secret in it."""
    match value:
        case dict():
            return {
                key: SECRETS[key]
                if key in SECRETS and isinstance(inner, str) and not of_problem
                else veiled(inner, of_problem=of_problem)
                for key, inner in value.items()
            }
        case list():
            return [veiled(inner, of_problem=of_problem) for inner in value]
        case _:
            return value


def outline(value: Any) -> Any:
    """What members there are and of which types, however many items a list has."""
    match value:
        case dict():
            return {key: outline(inner) for key, inner in value.items()}
        case list():
            return _distinct(outline(inner) for inner in value)
        case _:
            return type(value).__name__


def _distinct(items: Iterable[Any]) -> list[Any]:
    return sorted({json.dumps(item, sort_keys=True) for item in items})

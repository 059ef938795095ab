"""Examples of requests, answers and problems in the description of the API.

An app keeps its own in `api/examples.json`: by operation, `request` or the status of an answer, and name;
those of problems stand in `truco_api/http/examples.json`, by the shared response. All were recorded by
`tests/api/test_examples.py`, which also compares them with what the server answers now.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.apps import apps
from django.conf import settings

Examples = dict[str, dict[str, dict[str, Any]]]
PROBLEMS: Final = Path(__file__).with_name("examples.json")


def files() -> list[Path]:
    """The files that are there."""
    folders = [Path(config.path) / "api" for config in apps.get_app_configs()]
    own = [folder / "examples.json" for folder in folders if folder.is_relative_to(settings.BASE_DIR)]
    return [path for path in (*own, PROBLEMS) if path.exists()]


@cache
def kept() -> Examples:
    """All examples, by operation or shared response, then by `request` or status, then by name."""
    return {where: parts for path in files() for where, parts in json.loads(path.read_text()).items()}


def add_examples(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """A post-processing hook of drf-spectacular: every example where its reader looks for it."""
    operations = [one for methods in result["paths"].values() for one in methods.values()]
    for operation in operations:
        for part, examples in kept().get(operation["operationId"], {}).items():
            where = operation["requestBody"] if part == "request" else operation["responses"][part]
            _put(where, examples)
    for name, response in result["components"]["responses"].items():
        for examples in kept().get(name, {}).values():
            _put(response, examples)
    return result


def _put(where: dict[str, Any], examples: dict[str, Any]) -> None:
    """Give a body its examples, in JSON of either kind."""
    for kind, content in where["content"].items():
        if kind.endswith("json"):
            content.setdefault("examples", {}).update(
                {name: {"value": one} for name, one in examples.items()}
            )

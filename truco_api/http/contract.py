"""The contract: the description of the API now, and as it was released last."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer

Document = dict[str, Any]


def released_path() -> Path:
    """Where the description of the last release is kept."""
    return Path(settings.BASE_DIR) / "docs" / "openapi-v1.json"


def released() -> Document:
    """The description of the last release."""
    document: Document = json.loads(released_path().read_text())
    return document


def described() -> Document:
    """The description as it is now, in English, as it is served."""
    with translation.override("en"):
        schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # it has no types
        document: Document = json.loads(OpenApiJsonRenderer().render(schema, renderer_context={}))
    return document


def release() -> None:
    """Keep the present description as that of the release."""
    text = json.dumps(described(), ensure_ascii=False, indent=1, sort_keys=True)
    released_path().write_text(f"{text}\n")

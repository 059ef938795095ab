"""What the generated OpenAPI description says about all operations alike.

Views add `IDEMPOTENCY_KEY` and `IF_MATCH` to `extend_schema(parameters=[…])`; the rest comes by itself.
"""

from collections.abc import Iterator
from typing import Any, Final

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from typing_extensions import override

from truco_api.http.codes import api_errors
from truco_api.http.shapes import REF, ref
from truco_api.http.tags import declared

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="1 to 255 visible ASCII characters. The same key with the same body gives the stored answer "
    "again; with another body 422; while the first still runs 409.",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    required=True,
    description='The version that was seen, in quotation marks: `"17"`. Without it 428, when stale 412.',
)
JUDGEMENTS = ("verdicts_judge", "standings_judge", "regulations_check")
"""Operations that judge a record for anybody, of whom each address may ask only so much."""
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The `ETag` of an earlier answer; 304 while it still holds.",
)
_ACCEPT_LANGUAGE = {
    "name": "Accept-Language",
    "in": "header",
    "schema": {"type": "string", "examples": ["pt-BR"]},
    "description": "The language of messages: `pt-BR`, `es` or `en`.",
}
_PROBLEM: Final[dict[str, Any]] = {
    "type": "object",
    "description": "What went wrong (RFC 9457). Some codes have more members, such as `current_version`.",
    "required": ["type", "title", "status", "detail", "code", "instance", "errors"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference", "examples": ["/problems/stale_version"]},
        "title": {"type": "string", "description": "The kind of problem, in the caller's language."},
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "detail": {"type": "string", "description": "This problem, in the caller's language."},
        "code": {
            "description": "Stable; what a program should look at. Codes may be added: go by `status` then.",
            "anyOf": [ref("ProblemCode"), {"type": "string"}],
        },
        "instance": {"type": "string", "format": "uri-reference"},
        "errors": {"type": "array", "items": ref("ProblemField")},
    },
}
_FIELD = {
    "type": "object",
    "description": "One fault of the input.",
    "required": ["field", "code", "detail"],
    "properties": {
        "field": {"type": "string", "description": "A dotted path; empty for the whole body."},
        "code": {"type": "string"},
        "detail": {"type": "string", "description": "In the caller's language."},
    },
}
_STALE = _PROBLEM | {
    "description": "The version in `If-Match` has passed: where the thing is now, and what was missed.",
    "required": [*_PROBLEM["required"], "current_version"],
    "properties": _PROBLEM["properties"]
    | {
        "current_version": {"type": "integer", "description": "The version to act upon."},
        "events": {
            "type": "array",
            "items": ref("GameEvent"),
            "description": "Of a game: what came after the version that was named, as you may see it.",
        },
    },
}
_RETRY_AFTER = {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 1}}
_ETAG = {"description": "The version, in quotation marks, for `If-Match`.", "schema": {"type": "string"}}
EXTENSIBLE: Final = {"NoticeKindEnum", "WebhookLoggedTypeEnum", "WebhookTypeEnum"}
"""The choices in answers to which more may be added: a client takes any other text as well."""
_MEANINGS = {
    "400": "The request cannot be read.",
    "401": "Not signed in.",
    "403": "Not allowed to this person.",
    "404": "No such thing, or not for this person.",
    "409": "The rules or the state do not allow it.",
    "412": "The version is stale; `current_version` and what was missed come along.",
    "422": "The input is not valid; `errors` says where.",
    "428": "If-Match is missing.",
    "429": "Too many requests; `Retry-After` says how long to wait.",
    "default": "Any other failure.",
}

_BEARER = (
    "An access token (`POST /api/v1/tokens/refresh/`), or the long-lived token of a device "
    "(`POST /api/v1/tokens/`)."
)


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # its metaclass hook is untyped
    """`Authorization: Bearer <token>`."""

    target_class = "truco_api.accounts.authentication.TokenAuthentication"
    name = "token"

    @override
    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """HTTP bearer authentication."""
        return {"type": "http", "scheme": "bearer", "description": _BEARER}


def add_conventions(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """A post-processing hook: the failures of each operation, and the headers that all of them share."""
    components = result.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    schemas["ProblemCode"] = {
        "type": "string",
        "enum": list(api_errors()),
        "description": "Every code; `/problems/<code>` tells what to do. Codes may be added.",
        "x-extensible": True,
    }
    schemas |= {"Problem": _PROBLEM, "ProblemField": _FIELD, "StaleVersionProblem": _STALE}
    components.setdefault("parameters", {})["AcceptLanguage"] = _ACCEPT_LANGUAGE
    components["responses"] = {_name(status): _response(status) for status in _MEANINGS}
    used: set[str] = set()
    for path, operations in result.get("paths", {}).items():
        for operation in operations.values():
            used |= set(operation["tags"])
            operation.setdefault("parameters", []).append({"$ref": "#/components/parameters/AcceptLanguage"})
            for status in _failures(path, operation):
                shared = {"$ref": f"#/components/responses/{_name(status)}"}
                operation["responses"].setdefault(status, shared)
            _tidy(operation)
            if _headers(operation) & {"If-Match", "If-None-Match"}:
                done = next(answer for status, answer in operation["responses"].items() if status[0] == "2")
                done.setdefault("headers", {})["ETag"] = _ETAG
    result["tags"] = declared(used)
    return name_enums(result)


def name_enums(result: dict[str, Any]) -> dict[str, Any]:
    """Null and the empty text among choices as what they are; names for the choices that are numbers."""
    schemas = result["components"]["schemas"]
    plain = {f"{REF}NullEnum": {"type": "null"}, f"{REF}BlankEnum": {"type": "string", "const": ""}}
    schemas.pop("NullEnum", None)
    schemas.pop("BlankEnum", None)
    for name in EXTENSIBLE & schemas.keys():
        about = schemas[name].pop("description", "")
        anything = {"type": "string", "description": "Of a kind that was added later: pass over it."}
        schemas[name] = {"description": about, "anyOf": [schemas[name], anything], "x-extensible": True}
    if "SideEnum" in schemas:
        schemas["SideEnum"]["x-enum-varnames"] = ["HOME", "AWAY"]
    replaced: dict[str, Any] = _replaced(result, plain)
    return replaced


def _tidy(operation: dict[str, Any]) -> None:
    """An operation without a login asks for none; a body that is named by a component has to come."""
    if operation.get("security") == [{}]:
        operation["security"] = []
    body = operation.get("requestBody", {})
    named = body.get("content", {}).get("application/json", {}).get("schema", {}).get("$ref", "Request")
    if not named.endswith("Request"):  # such a body is described by a component, not by a serializer
        body["required"] = True


def _replaced(value: Any, plain: dict[str, Any]) -> Any:
    """The same document with what `plain` names written out, and anything at all as just that."""
    match value:
        case {"$ref": str(target)} if target in plain:
            return plain[target]
        case {"oneOf": list(parts), **rest} if {} in parts:  # anything is null as well: two of them would fit
            return _replaced(rest, plain)
        case dict():
            return {key: _replaced(inner, plain) for key, inner in value.items()}
        case list():
            return [_replaced(inner, plain) for inner in value]
        case _:
            return value


def _headers(operation: dict[str, Any]) -> set[str]:
    return {parameter.get("name", "") for parameter in operation.get("parameters", [])}


def _failures(path: str, operation: dict[str, Any]) -> Iterator[str]:
    """The statuses with which an operation can fail, by what it takes."""
    names, parameters = _headers(operation), operation.get("parameters", [])
    yield "default"
    if any(operation.get("security", [])):
        yield from ("401", "403")
    if "{" in path:
        yield "404"
    if "requestBody" in operation:
        yield from ("400", "409", "422")
    if "If-Match" in names:
        yield from ("400", "409", "412")
    if any(each.get("name") == "If-Match" and each.get("required") for each in parameters):
        yield "428"
    if operation["operationId"] in {"accounts_sign_up", "accounts_sign_in", "games_signal", *JUDGEMENTS}:
        yield "429"


def _name(status: str) -> str:
    return f"Problem{status.title()}"


def _response(status: str) -> dict[str, Any]:
    """The shared answer for one status, with every code that comes with it."""
    codes = [code for code, kind in api_errors().items() if str(kind.status) == status]
    listed = f" Codes: {', '.join(f'`{code}`' for code in codes)}." if codes else ""
    schema = ref("StaleVersionProblem" if status == "412" else "Problem")
    return {
        "description": _MEANINGS[status] + listed,
        "content": {"application/problem+json": {"schema": schema}},
        **({"headers": {"Retry-After": _RETRY_AFTER}} if status == "429" else {}),
    }

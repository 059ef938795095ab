"""What a field of a document may be: each check judges a value in plain words and knows its JSON Schema.

Both are made of the same table of fields, so the published schema and the checker cannot drift apart.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.rules.faults import Fault
from truco_api.errors import gettext_noop as _

Schema = dict[str, Any]
Judge = Callable[[Any, str], Iterator[Fault]]


@dataclass(frozen=True, slots=True)
class Check:
    """A kind of value: `judge` yields every fault of one by its path, `schema` says the same to programs."""

    judge: Judge
    schema: Schema

    def __call__(self, value: Any, path: str) -> Iterator[Fault]:
        """Every fault of the value that stands at the path."""
        return self.judge(value, path)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an object: its check, and the default that is written down where it is left out."""

    check: Check
    default: Any = None
    required: bool = False


Fields = Mapping[str, Field]


def integer(least: int, most: int) -> Check:
    """A whole number in a range."""

    def judge(value: Any, path: str) -> Iterator[Fault]:
        if type(value) is not int or not least <= value <= most:
            yield Fault(
                path, _("must be a whole number from {least} to {most}"), {"least": least, "most": most}
            )

    return Check(judge, {"type": "integer", "minimum": least, "maximum": most})


def one_of(*allowed: str | int) -> Check:
    """One of a few values, and of the same type as it."""

    def judge(value: Any, path: str) -> Iterator[Fault]:
        if not any(type(value) is type(other) and value == other for other in allowed):
            yield Fault(path, _("must be one of {choices}"), {"choices": ", ".join(map(str, allowed))})

    return Check(judge, {"enum": list(allowed)})


def text(least: int, most: int) -> Check:
    """A string of so many characters."""

    def judge(value: Any, path: str) -> Iterator[Fault]:
        if not isinstance(value, str) or not least <= len(value) <= most:
            yield Fault(
                path, _("must be a text of {least} to {most} characters"), {"least": least, "most": most}
            )

    return Check(judge, {"type": "string", "minLength": least, "maxLength": most})


def matching(pattern: str, fault: str, **params: Any) -> Check:
    """A string of a form, which `fault` describes; the pattern means the same here and in ECMAScript."""
    form = re.compile(pattern)

    def judge(value: Any, path: str) -> Iterator[Fault]:
        if not isinstance(value, str) or not form.fullmatch(value):
            yield Fault(path, fault, params)

    return Check(judge, {"type": "string", "pattern": f"^({pattern})$"})


def _flag(value: Any, path: str) -> Iterator[Fault]:
    if not isinstance(value, bool):
        yield Fault(path, _("must be true or false"))


def _object(value: Any, path: str) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield Fault(path, _("must be an object"))


flag = Check(_flag, {"type": "boolean"})
"""True or false."""
scalars = Check(_object, {"type": "object"})
"""An object, whose content somebody else judges."""


def nothing_or(inner: Check) -> Check:
    """Null, or what the inner check allows."""
    return Check(
        lambda value, path: iter(()) if value is None else inner(value, path),
        {"anyOf": [{"type": "null"}, inner.schema]},
    )


def either(first: Check, second: Check, is_first: Callable[[Any], bool]) -> Check:
    """One of two kinds of value, told apart by `is_first`, so that the faults are those of the right one."""
    return Check(
        lambda value, path: first(value, path) if is_first(value) else second(value, path),
        {"anyOf": [first.schema, second.schema]},
    )


def list_of(inner: Check, least: int = 0, most: int = 4096) -> Check:
    """A list of so many values of one kind."""

    def judge(value: Any, path: str) -> Iterator[Fault]:
        if not isinstance(value, list) or not least <= len(value) <= most:
            yield Fault(path, _("must be a list of {least} to {most}"), {"least": least, "most": most})
            return
        for place, item in enumerate(value):
            yield from inner(item, f"{path}.{place}")

    return Check(judge, {"type": "array", "items": inner.schema, "minItems": least, "maxItems": most})


def shaped(fields: Fields) -> Check:
    """An object of these fields and no others; a field that is not required may be left out."""

    def judge(value: Any, path: str) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield Fault(path, _("must be an object"))
            return
        yield from judge_fields(value, fields, f"{path}.")

    return Check(judge, schema_of(fields))


def judge_fields(value: Mapping[str, Any], fields: Fields, prefix: str) -> Iterator[Fault]:
    """The faults of an object's fields: those stated, those missing, and those nobody knows."""
    for key, found in fields.items():
        if key in value:
            yield from found.check(value[key], prefix + key)
        elif found.required:
            yield Fault(prefix + key, _("is missing"))
    yield from unknown(value, fields, prefix)


def unknown(value: Mapping[str, Any], fields: Fields, prefix: str) -> Iterator[Fault]:
    """A fault for every field that is not known."""
    for key in value:
        if key not in fields:
            yield Fault(f"{prefix}{key}", _("is not known here"))


def schema_of(fields: Fields) -> Schema:
    """The JSON Schema of an object of these fields, with their defaults."""
    properties = {
        key: found.check.schema | ({} if found.default is None else {"default": found.default})
        for key, found in fields.items()
    }
    required = [key for key, found in fields.items() if found.required]
    return {
        "type": "object",
        "properties": properties,
        **({"required": required} if required else {}),
        "additionalProperties": False,
    }


def mapping_of(inner: Check, key: Check) -> Check:
    """An object whose keys have one form and whose values are of one kind."""

    def judge(value: Any, path: str) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield Fault(path, _("must be an object"))
            return
        for name, item in value.items():
            yield from key(name, f"{path}.{name}")
            yield from inner(item, f"{path}.{name}")

    return Check(
        judge,
        {"type": "object", "propertyNames": key.schema, "additionalProperties": inner.schema},
    )


def per_round(inner: Check) -> Check:
    """A bare value, or an object of `default` and `rounds`; a bare object has no key `default`."""

    def judge(value: Any, path: str) -> Iterator[Fault]:
        if not isinstance(value, dict) or not value.keys() & {"default", "rounds"}:
            yield from inner(value, path)
            return
        for key in value.keys() - {"default", "rounds"}:
            yield Fault(f"{path}.{key}", _("is not known here"))
        if "default" not in value:
            yield Fault(f"{path}.default", _("is missing"))
        else:
            yield from inner(value["default"], f"{path}.default")
        rounds = value.get("rounds", {})
        if not isinstance(rounds, dict):
            yield Fault(f"{path}.rounds", _("must be an object"))
            return
        for key, one in rounds.items():
            yield from inner(one, f"{path}.rounds.{key}")

    by_round = {
        "type": "object",
        "properties": {
            "default": inner.schema,
            "rounds": {"type": "object", "additionalProperties": inner.schema},
        },
        "required": ["default"],
        "additionalProperties": False,
    }
    return Check(judge, {"anyOf": [inner.schema, by_round]})


def by_key(choices: Mapping[str, Check]) -> Check:
    """An object of one of several kinds, told apart by the first of these keys that it has."""

    def judge(value: Any, path: str) -> Iterator[Fault]:
        found = next((key for key in choices if isinstance(value, dict) and key in value), None)
        if found is None:
            yield Fault(path, _("must be an object with one of {choices}"), {"choices": ", ".join(choices)})
        else:
            yield from choices[found](value, path)

    return Check(judge, {"anyOf": [check.schema for check in choices.values()]})


def pair_of(inner: Check) -> Check:
    """A list of two values of one kind."""
    return list_of(inner, 2, 2)

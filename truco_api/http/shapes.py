"""Types of Python as JSON Schema, and families of objects told apart by one member.

What rules write down is described from the rules themselves, so that a description can't be forgotten.
"""

import dataclasses
import types
import typing
from collections.abc import Mapping
from inspect import getdoc
from typing import Any, Union

Schema = dict[str, Any]
REF = "#/components/schemas/"
_PLAIN = {int: "integer", str: "string", bool: "boolean", types.NoneType: "null"}


def ref(name: str) -> Schema:
    """A reference to a component."""
    return {"$ref": f"{REF}{name}"}


def shape(hint: Any) -> Schema:
    """The schema of values of this type, as they are written in JSON; anything at all for `Any`."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    if origin in (Union, types.UnionType):
        return either([shape(part) for part in args])
    if origin is tuple or origin is list:
        return _array(args)
    if origin is dict:
        return {"type": "object", "additionalProperties": shape(args[1])}
    if dataclasses.is_dataclass(hint) or hasattr(hint, "_fields"):
        return record(hint)
    return {}


def either(parts: list[Schema]) -> Schema:
    """Any of these; plain types are merged, so that null is a type among others."""
    if all(set(part) == {"type"} for part in parts):
        return {"type": [part["type"] for part in parts]}
    return {"oneOf": parts}


def record(kind: Any) -> Schema:
    """An object with the members of a dataclass or NamedTuple; those with a default may be missing."""
    hints = typing.get_type_hints(kind)
    names = (
        [field.name for field in dataclasses.fields(kind)] if dataclasses.is_dataclass(kind) else kind._fields
    )
    return obj({name: shape(hints[name]) for name in names}, required=_required(kind, names))


def obj(properties: Mapping[str, Schema], *, required: typing.Iterable[str] | None = None) -> Schema:
    """An object; all members are required unless it is said which are."""
    needed = sorted(properties if required is None else required)
    return {"type": "object", "properties": dict(properties), **({"required": needed} if needed else {})}


def family(members: Mapping[str, str], *, by: str, description: str, other: str) -> Schema:
    """One of several components, told apart by the value of one member; more may be added to it.

    `other` names the component that stands for what is added later. It comes last and has no value of its
    own, so that generated clients know it for everything that they do not know.
    """
    return {
        "description": description,
        "oneOf": [ref(name) for name in (*members.values(), other)],
        "discriminator": {
            "propertyName": by,
            "mapping": {value: f"{REF}{name}" for value, name in members.items()},
        },
        "x-extensible": True,
    }


def unknown(members: Mapping[str, str], fields: Mapping[str, Schema], *, by: str) -> Schema:
    """What a family may have beside its present members: the same fields, and any other value of `by`."""
    other: Schema = {"type": "string", "not": {"enum": list(members)}}
    described = obj({by: other, **fields}) | {"additionalProperties": True}
    return described | {"description": "Of a kind that was added later: pass over it."}


def component_name(event: str, suffix: str) -> str:
    """`CardPlayedEvent` for `card_played/1`, `DrawMade2Event` for `draw_made/2`."""
    name, _, number = event.partition("/")
    words = "".join(word.title() for word in name.split("_"))
    return f"{words}{'' if number in ('', '1') else number}{suffix}"


def summary(kind: type) -> str:
    """The promise of a class in one line."""
    return (getdoc(kind) or "").partition("\n\n")[0].replace("\n", " ")


def _array(args: tuple[Any, ...]) -> Schema:
    if len(args) == 1 or (len(args) == 2 and args[1] is Ellipsis):
        return {"type": "array", "items": shape(args[0])}
    items = [shape(part) for part in dict.fromkeys(args)]
    inner = items[0] if len(items) == 1 else either(_merged(items))
    return {"type": "array", "items": inner, "minItems": len(args), "maxItems": len(args)}


def _merged(parts: list[Schema]) -> list[Schema]:
    """The same with every plain type once, however it was spelt."""
    if not all(set(part) == {"type"} for part in parts):
        return parts
    names = [
        one for part in parts for one in (part["type"] if isinstance(part["type"], list) else [part["type"]])
    ]
    return [{"type": name} for name in dict.fromkeys(names)]


def _required(kind: Any, names: typing.Iterable[str]) -> list[str]:
    if not dataclasses.is_dataclass(kind):
        return list(names)
    missing = dataclasses.MISSING
    return [
        field.name
        for field in dataclasses.fields(kind)
        if field.default is missing and field.default_factory is missing
    ]

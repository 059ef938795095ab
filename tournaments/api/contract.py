"""The events of a championship in the description of the API, told apart by `type`; from the rules."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.queries.history import HIDDEN
from tournaments.rules.events import ALL
from tournaments.rules.upcasts import UPCASTS, unchanged
from truco_api.eventstore.codec import next_name
from truco_api.http.shapes import Schema, component_name, family, obj, record, ref, summary, unknown

_NAME: Final[Schema] = {
    "type": ["string", "null"],
    "description": "By name; of an account that is gone, that it was a deleted player.",
}
_MEMBER: Final[Schema] = obj({"person": {"type": "string"}, "name": {"type": ["string", "null"]}})
_INSTANT: Final[Schema] = {"type": "string", "format": "date-time"}


@extend_schema_field(ref("ChampionshipEvent"))
class ChampionshipEventField(serializers.JSONField):
    """Something that happened in a championship."""


def add_events(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """A post-processing hook of drf-spectacular: a component for each event, also in its older forms."""
    schemas = result["components"]["schemas"]
    names = {name: component_name(name, "ChampionshipEvent") for name in (*ALL, *UPCASTS)}
    schemas |= {names[name]: _event(name, _data(name, kind)) | _about(kind) for name, kind in ALL.items()}
    anything = {"type": "object", "additionalProperties": True}
    schemas |= {names[name]: _event(name, _old_data(name) or anything) for name in UPCASTS}
    about = "Something that happened, told apart by `type`. Skip a type that you do not know."
    other = "OtherChampionshipEvent"
    schemas["ChampionshipEvent"] = family(names, by="type", description=about, other=other)
    schemas[other] = unknown(names, _heading(anything), by="type")
    return result


def _about(kind: type) -> Schema:
    return {"description": summary(kind)}


def _event(name: str, data: Schema) -> Schema:
    return obj({"type": {"type": "string", "const": name}} | _heading(data))


def _heading(data: Schema) -> dict[str, Schema]:
    """What every event has beside its type."""
    return {
        "version": {"type": "integer"},
        "at": _INSTANT,
        "by": _NAME,
        "hash": {"type": "string"},
        "data": data,
    }


def _data(name: str, kind: type) -> Schema:
    """What is told of an event (`tournaments.queries.history`); what not everybody is told may be missing."""
    data = record(kind)
    hidden = HIDDEN.get(name, set()) | {"at_ms"}
    fields = {key: value for key, value in data["properties"].items() if key != "at_ms"}
    if "members" in fields:
        fields["members"] = {"type": "array", "items": _MEMBER}
    if "by" in fields:
        fields["by"] = _NAME
    return _dated(obj(fields, required=set(data.get("required", ())) - hidden))


def _old_data(name: str) -> Schema | None:
    """What was told of an older event, where that is still the same; None where it differs."""
    return _data(name, ALL[next_name(name)]) if UPCASTS[name] is unchanged else None


def _dated(schema: Schema) -> Schema:
    """The same schema with every `…_ms` as `…_at`, as `tournaments.documents.dated` writes it."""
    out = dict(schema)
    if "properties" in schema:
        out["properties"] = {
            _at(key): _instant(inner) if key != _at(key) else _dated(inner)
            for key, inner in schema["properties"].items()
        }
    if "required" in schema:
        out["required"] = sorted(_at(key) for key in schema["required"])
    for word in ("items", "additionalProperties"):
        if isinstance(schema.get(word), dict):
            out[word] = _dated(schema[word])
    if "oneOf" in schema:
        out["oneOf"] = [_dated(inner) for inner in schema["oneOf"]]
    return out


def _at(key: str) -> str:
    return f"{key.removesuffix('_ms')}_at" if key.endswith("_ms") else key


def _instant(schema: Schema) -> Schema:
    nullable = isinstance(schema.get("type"), list)
    return _INSTANT | {"type": ["string", "null"]} if nullable else _INSTANT

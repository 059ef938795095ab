"""Which changes of a schema break a program that was written against the old one.

More may be taken of what a client sends (`SENT`); what it is answered (`ANSWERED`) may only be more certain.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

Schema = Mapping[str, Any]
Way = Literal["sent", "answered"]
SENT: Final[Way] = "sent"
ANSWERED: Final[Way] = "answered"
_LEAST: Final = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_MOST: Final = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")


@dataclass(frozen=True, slots=True)
class Breaks:
    """Compares schemas of two documents; every pair of components is looked at once each way."""

    old: Schema
    new: Schema
    _seen: set[tuple[int, int, Way]] = field(default_factory=set)

    def between(self, was: Schema, now: Schema, way: Way, where: str) -> Iterator[str]:
        """What of the change breaks, each with where it is."""
        was, now = _resolved(was, self.old), _resolved(now, self.new)
        pair = (id(was), id(now), way)
        if pair in self._seen:
            return
        self._seen.add(pair)
        for check in _CHECKS:
            yield from (f"{where}: {fault}" for fault in check(was, now, way))
        yield from self._members(was, now, way, where)
        yield from self._choices(was, now, way, where)
        if "items" in was and "items" in now:
            yield from self.between(was["items"], now["items"], way, f"{where}[]")
        before, after = was.get("additionalProperties"), now.get("additionalProperties")
        if isinstance(before, Mapping) and isinstance(after, Mapping):
            yield from self.between(before, after, way, f"{where}.*")

    def _members(self, was: Schema, now: Schema, way: Way, where: str) -> Iterator[str]:
        before, after = was.get("properties", {}), now.get("properties", {})
        for name, schema in before.items():
            if name not in after:
                yield f"{where}.{name}: the member is gone"
            else:
                yield from self.between(schema, after[name], way, f"{where}.{name}")
        needed, needs = set(was.get("required", ())), set(now.get("required", ()))
        if way == SENT:
            yield from (f"{where}.{name}: has to be sent now" for name in sorted(needs - needed))
        else:
            gone = (needed - needs) & set(after)
            yield from (f"{where}.{name}: may be missing now" for name in sorted(gone))

    def _choices(self, was: Schema, now: Schema, way: Way, where: str) -> Iterator[str]:
        for word in ("oneOf", "anyOf", "allOf"):
            before, after = _named(was, word), _named(now, word)
            for name in before.keys() & after.keys():
                yield from self.between(before[name], after[name], way, f"{where}<{name}>")
            gone, added = before.keys() - after.keys(), after.keys() - before.keys()
            if (gone and way == SENT) or (gone and word == "allOf"):
                yield f"{where}: no longer {', '.join(sorted(gone))}"
            if added and way == ANSWERED and word != "allOf" and not was.get("x-extensible"):
                yield f"{where}: can also be {', '.join(sorted(added))} now"


def _resolved(schema: Schema, document: Schema) -> Schema:
    """The component that a reference means."""
    while "$ref" in schema:
        found: Any = document
        for step in schema["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        schema = found
    return schema


def _named(schema: Schema, word: str) -> dict[str, Schema]:
    """The choices by what tells them apart: the value of the discriminator, the component, the type."""
    mapping = schema.get("discriminator", {}).get("mapping", {})
    values = {target: value for value, target in mapping.items()}
    found = {}
    for place, part in enumerate(schema.get(word, ())):
        reference = part.get("$ref", "")
        known = values.get(reference) or reference.rpartition("/")[2] or str(part.get("type", place))
        found[str(known)] = part
    return found


def _types(schema: Schema) -> set[str]:
    """The types a schema allows; an integer is a number as well."""
    kind = schema.get("type")
    named = set(kind) if isinstance(kind, list) else {kind} if kind else set()
    return named | ({"integer"} if "number" in named else set())


def _type_changes(was: Schema, now: Schema, way: Way) -> Iterator[str]:
    before, after = _types(was), _types(now)
    if way == SENT and after and (not before or before - after):
        yield f"takes {_listed(after)} only, no longer {_listed(before - after) or 'anything'}"
    if way == ANSWERED and before and (not after or after - before):
        yield f"can be {_listed(after - before) or 'anything'} now, not only {_listed(before)}"


def _value_changes(was: Schema, now: Schema, way: Way) -> Iterator[str]:
    before, after = _values(was), _values(now)
    if way == SENT and after is not None and (before is None or before - after):
        yield f"takes {_listed(after)} only"
    if way == ANSWERED and before is not None and not was.get("x-extensible"):
        if after is None:
            yield "can be anything now"
        elif after - before:
            yield f"can be {_listed(after - before)} now"


def _values(schema: Schema) -> set[str] | None:
    """The values that are allowed by name; None when they are not named."""
    if "const" in schema:
        return {repr(schema["const"])}
    return {repr(value) for value in schema["enum"]} if "enum" in schema else None


def _bound_changes(was: Schema, now: Schema, way: Way) -> Iterator[str]:
    """Only what is sent can be refused for its bounds."""
    if way == ANSWERED:
        return
    for word in _LEAST:
        if word in now and now[word] > was.get(word, float("-inf")):
            yield f"{word} is {now[word]} now"
    for word in _MOST:
        if word in now and now[word] < was.get(word, float("inf")):
            yield f"{word} is {now[word]} now"
    for word in ("pattern", "multipleOf", "uniqueItems"):
        if word in now and now[word] != was.get(word):
            yield f"{word} is {now[word]} now"


def _form_changes(was: Schema, now: Schema, way: Way) -> Iterator[str]:
    before, after = was.get("format"), now.get("format")
    if before != after and (after if way == SENT else before):
        yield f"the format is {after} now, not {before}"
    if (
        way == SENT
        and now.get("additionalProperties") is False
        and was.get("additionalProperties") is not False
    ):
        yield "other members are refused now"


_CHECKS: Final[tuple[Callable[[Schema, Schema, Way], Iterator[str]], ...]] = (
    _type_changes,
    _value_changes,
    _bound_changes,
    _form_changes,
)


def _listed(values: set[str]) -> str:
    return ", ".join(sorted(values))

"""Everything that one can do to one place of a JSON document."""

from collections.abc import Iterator
from typing import Any


def mutated(value: Any, where: str = "") -> Iterator[str]:
    """Change the document in one place after another, each change taken back before the next.

    Every value is made another, every member and item dropped, one added; items are exchanged and doubled.
    """
    if isinstance(value, dict):
        yield from _members(value, where)
    elif isinstance(value, list):
        yield from _items(value, where)


def _members(value: dict[str, Any], where: str) -> Iterator[str]:
    for name in list(value):
        place, old = f"{where}.{name}", value[name]
        if not isinstance(old, dict | list):
            for new in others(old):
                value[name] = new
                yield f"{place} = {new!r}"
            value[name] = old
        yield from mutated(old, place)
        del value[name]
        yield f"{place} dropped"
        value[f"{name}x"] = old
        yield f"{place} renamed"
        del value[f"{name}x"]
        value[name] = old
    value["more"] = 0
    yield f"{where} with a member more"
    del value["more"]


def _items(value: list[Any], where: str) -> Iterator[str]:
    old = list(value)
    for at, item in enumerate(old):
        place = f"{where}[{at}]"
        if not isinstance(item, dict | list):
            for new in others(item):
                value[at] = new
                yield f"{place} = {new!r}"
            value[at] = item
        yield from mutated(item, place)
        value[:] = old[:at] + old[at + 1 :]
        yield f"{place} dropped"
        value[:] = [*old[: at + 1], *old[at:]]
        yield f"{place} doubled"
        if at and old[at] != old[at - 1]:
            value[:] = [*old[: at - 1], old[at], old[at - 1], *old[at + 1 :]]
            yield f"{place} exchanged with the one before"
        value[:] = old
    value.append(0)
    yield f"{where} with an item more"
    value[:] = old


def others(value: Any) -> Iterator[Any]:
    """Values that are another one, but look much like it."""
    match value:
        case bool():
            yield not value
        case int():
            yield value + 1
        case str() if value:
            yield value[:-1] + ("0" if value[-1] != "0" else "1")
            yield value[1:]
        case str():
            yield "x"
        case _:
            yield 0

"""Reading the fields of a record: each function returns what it promises or refuses, naming the field.

A field is named by its dotted path from the record's top, as in `matches.3.legs.0`.
"""

from collections.abc import Collection, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from truco_api.errors import Invalid, gettext_noop

LARGEST = 10**9
"""No count of a table comes near it, and every number below it can be divided and written down."""


class UnreadableRecord(Invalid):
    """A record that says something impossible, or leaves out something that would have to be guessed."""

    code = "unreadable_record"
    message = gettext_noop("{field} cannot be read")


def path(parent: str, name: str | int) -> str:
    """The path of a field below `parent`, which is empty at the top."""
    return f"{parent}.{name}" if parent else str(name)


def mapping(value: object, field: str) -> Mapping[str, Any]:
    """An object."""
    if not isinstance(value, dict):
        raise UnreadableRecord(gettext_noop("{field} must be an object"), field=field or "record")
    return value


def required(record: Mapping[str, Any], name: str, parent: str) -> Any:
    """A field that must be there, and not null."""
    if record.get(name) is None:
        raise UnreadableRecord(gettext_noop("{field} is missing"), field=path(parent, name))
    return record[name]


def known_keys(record: Mapping[str, Any], known: Collection[str], parent: str) -> None:
    """Refuse a key that is neither known nor a private `x-…`: a slip of the pen must not change a table."""
    for key in record:
        if key not in known and not key.startswith("x-"):
            raise UnreadableRecord(gettext_noop("{field} is not a known field"), field=path(parent, key))


def sequence(value: object, field: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise UnreadableRecord(gettext_noop("{field} must be a list"), field=field)
    return value


def text(value: object, field: str) -> str:
    """A string that is not empty and can be written out again."""
    if not isinstance(value, str) or not value.strip():
        raise UnreadableRecord(gettext_noop("{field} must be a string that is not empty"), field=field)
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise UnreadableRecord(gettext_noop("{field} holds half a character"), field=field)
    return value


def names(value: object, field: str) -> tuple[str, ...]:
    """A list of names, none of them twice."""
    found: dict[str, None] = {}
    for place, each in enumerate(sequence(value, field)):
        name = text(each, path(field, place))
        if name in found:
            raise UnreadableRecord(
                gettext_noop("{field} names {name} a second time"), field=path(field, place), name=name
            )
        found[name] = None
    return tuple(found)


def one_of(value: object, allowed: Collection[str], field: str) -> str:
    """One of the names allowed."""
    name = text(value, field)
    if name not in allowed:
        raise UnreadableRecord(gettext_noop("{field}: {name} is not known here"), field=field, name=name)
    return name


def whole(value: object, field: str, *, negative: bool = True) -> int:
    """A whole number; true and false are none."""
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > LARGEST:
        raise UnreadableRecord(gettext_noop("{field} must be a whole number"), field=field)
    if value < 0 and not negative:
        raise UnreadableRecord(gettext_noop("{field} must not be negative"), field=field)
    return value


def number(value: object, field: str) -> int | Fraction:
    """A number, taken at its written value."""
    if isinstance(value, float | Decimal):
        exact = Decimal(str(value))
        if exact.is_finite() and abs(exact) <= LARGEST and exact.adjusted() >= -20:
            return Fraction(exact)
        if exact == 0:
            return 0
        raise UnreadableRecord(gettext_noop("{field} must be a number"), field=field)
    return whole(value, field)


def pair(value: object, field: str, *, negative: bool = False) -> tuple[int, int]:
    """Two whole numbers, of home and of away."""
    both = sequence(value, field)
    if len(both) != 2:
        raise UnreadableRecord(gettext_noop("{field} must be two numbers, of home and of away"), field=field)
    home, away = (whole(each, path(field, place), negative=negative) for place, each in enumerate(both))
    return home, away

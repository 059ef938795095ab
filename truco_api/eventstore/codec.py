"""Between the classes of the rules and what is stored: names of our own, and old events made new.

A stored name is "card_played/1", never a Python path. A changed event gets the next number, its class is
registered under that, and an upcaster turns the old data into the new; nothing stored is ever rewritten.
"""

import dataclasses
import enum
import types
import typing
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Union

from truco_api.eventstore.chain import salt as new_salt
from truco_api.eventstore.events import JSON, NewEvent, Recorded

Data = dict[str, JSON]
Upcaster = Callable[[Data], Data]
Reader = Callable[[JSON], Any]
Hides = Callable[[Any], Sequence[str]]
"""The fields of an event that nobody may read where it is stored."""

SALT = "salt"
SIGNED = "signed"
"""The signature of the device that caused an event: beside the facts, which the rules read without it."""


class UnknownEventError(LookupError):
    """An event's name (or class) is not registered with the codec."""


class Codec:
    """The events of one kind of stream: frozen dataclasses or NamedTuples of plain values, nested at will."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._names: dict[type, str] = {}
        self._readers: dict[str, Callable[[Data], Any]] = {}
        self._hides: dict[type, Hides] = {}
        self._upcasters: dict[str, Upcaster] = {}

    def register(self, event: type, name: str) -> None:
        """Store instances of `event` under `name`, which is "<past tense>/<number>" and not yet taken."""
        split_name(name)
        if name in self._readers or event in self._names:
            raise ValueError(f"{name} or {event.__name__} is registered already")
        self._names[event] = name
        self._readers[name] = _record_reader(event)

    def hide(self, event: type, *fields: str, when: Callable[[Any], bool] | None = None) -> None:
        """Seal these fields of the event where it is stored, always or `when` it is such a one.

        What is sealed is salted, unless the event brings a salt of its own among these fields.
        """
        self._hides[event] = (lambda _: fields) if when is None else (lambda one: fields if when(one) else ())

    def upcast(self, name: str, fn: Upcaster) -> None:
        """Turn the data stored as "<event>/<n>" into the data of "<event>/<n+1>"."""
        split_name(name)
        self._upcasters[name] = fn

    def encode(self, event: object, *, salt: str | None = None) -> NewEvent:
        """The event as it is stored; `salt` (see `chain.salt`) goes into data that is hidden from anyone."""
        try:
            name = self._names[type(event)]
        except KeyError:
            raise UnknownEventError(f"{self.kind}: {type(event).__name__}") from None
        data: Data = _written(event)
        if salt is not None:
            data[SALT] = salt
        hides = self._hides.get(type(event))
        fields = hides(event) if hides else ()
        if not fields:
            return NewEvent(name, data)
        hidden = {SALT: new_salt()} | {field: data.pop(field) for field in fields}
        return NewEvent(name, data, hidden)

    def hidden_fields(self, event: type) -> Sequence[str]:
        """What is always sealed of such events."""
        hides = self._hides.get(event)
        return hides(None) if hides else ()

    def hides(self, event: object) -> bool:
        """Whether something of this event is sealed."""
        hides = self._hides.get(type(event))
        return hides is not None and bool(hides(event))

    def decode(self, recorded: Recorded | NewEvent) -> Any:
        """The event as the rules know it, brought up to its newest number."""
        if isinstance(recorded, NewEvent) and recorded.hidden:
            return self.read(recorded.type, {**recorded.data, **recorded.hidden})
        return self.read(recorded.type, recorded.data)

    def decode_all(self, recorded: Iterable[Recorded]) -> list[Any]:
        """The events of a whole stream as the rules know them."""
        read = self.read
        return [read(event.type, event.data) for event in recorded]

    def read(self, name: str, data: Data) -> Any:
        """The event stored under `name` as `data`."""
        reader = self._readers.get(name)
        while reader is None:
            upcaster = self._upcasters.get(name)
            if upcaster is None:
                raise UnknownEventError(f"{self.kind}: {name}")
            data = upcaster(dict(data))
            name = next_name(name)
            reader = self._readers.get(name)
        return reader(data)


def signed(event: NewEvent, signature: JSON) -> NewEvent:
    """The event with the signature of a device in it; sealed along where the event hides something, because a
    signature over one of forty cards tells which."""
    if event.hidden:
        return NewEvent(event.type, event.data, event.hidden | {SIGNED: signature})
    return NewEvent(event.type, event.data | {SIGNED: signature})


def split_name(name: str) -> tuple[str, int]:
    """("card_played", 1) for "card_played/1"; ValueError for anything not of that form."""
    event, slash, number = name.partition("/")
    if not (event.isidentifier() and slash and number.isdecimal() and int(number) > 0):
        raise ValueError(f'{name!r} is not of the form "card_played/1"')
    return event, int(number)


def next_name(name: str) -> str:
    """ "card_played/2" for "card_played/1"."""
    event, number = split_name(name)
    return f"{event}/{number + 1}"


def _written(value: Any) -> JSON:
    """A value of the rules as JSON: records become objects, tuples become lists, enums their values."""
    match value:
        case enum.Enum():
            return value.value
        case None | bool() | int() | str():
            return value
        case tuple() if hasattr(value, "_fields"):
            return {name: _written(getattr(value, name)) for name in value._fields}
        case tuple() | list():
            return [_written(item) for item in value]
        case dict():
            return {key: _written(item) for key, item in value.items()}
        case _ if dataclasses.is_dataclass(value):
            return {field.name: _written(getattr(value, field.name)) for field in dataclasses.fields(value)}
        case _:
            raise TypeError(f"{value!r} cannot be stored in an event")


def _fields(record: type) -> list[str]:
    if dataclasses.is_dataclass(record):
        return [field.name for field in dataclasses.fields(record) if field.init]
    return list(getattr(record, "_fields", ()))


def _is_record(hint: Any) -> bool:
    return isinstance(hint, type) and (
        dataclasses.is_dataclass(hint) or (issubclass(hint, tuple) and hasattr(hint, "_fields"))
    )


@cache
def _record_reader(record: type) -> Callable[[Data], Any]:
    """How to build `record` from its data: only the fields that JSON cannot carry as they are cost time."""
    hints = typing.get_type_hints(record)
    names = _fields(record)
    readers = [(name, reader) for name in names if (reader := _reader(hints[name])) is not None]
    salted = SALT not in names

    def read(data: Data) -> Any:
        if readers or (salted and SALT in data) or SIGNED in data:
            data = dict(data)
            data.pop(SIGNED, None)
            if salted:
                data.pop(SALT, None)
            for name, reader in readers:
                if name in data:
                    data[name] = reader(data[name])
        return record(**data)

    return read


def _reader(hint: Any) -> Reader | None:
    """How to read a value of type `hint`; None if JSON gives it as it is."""
    origin = typing.get_origin(hint)
    if origin in (Union, types.UnionType):
        return _union_reader(typing.get_args(hint))
    if origin is tuple or hint is tuple:
        return _tuple_reader(typing.get_args(hint))
    if origin is dict:
        reader = _reader(typing.get_args(hint)[1])
        return reader and (lambda value: {key: reader(item) for key, item in value.items()})
    if _is_record(hint):
        return _record_reader(hint)
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return hint
    return None


def _union_reader(args: tuple[Any, ...]) -> Reader | None:
    readers = [reader for arg in args if arg is not type(None) and (reader := _reader(arg)) is not None]
    if not readers:
        return None
    if len(readers) > 1:
        raise TypeError(f"{args} cannot be told apart in JSON")
    (reader,) = readers
    plain = tuple(arg for arg in args if isinstance(arg, type) and _reader(arg) is None)
    return lambda value: value if value is None or (plain and isinstance(value, plain)) else reader(value)


def _tuple_reader(args: tuple[Any, ...]) -> Reader:
    if len(args) == 2 and args[1] is Ellipsis:
        item = _reader(args[0])
        return tuple if item is None else (lambda value: tuple([item(one) for one in value]))
    readers = [_reader(arg) for arg in args]
    if not any(readers):
        return _deep_tuple if not args else tuple
    return lambda value: tuple(
        [one if reader is None else reader(one) for reader, one in zip(readers, value, strict=True)]
    )


def _deep_tuple(value: JSON) -> Any:
    """Lists as tuples all the way down, for a tuple of which nothing more is known."""
    return tuple([_deep_tuple(item) for item in value]) if isinstance(value, list) else value

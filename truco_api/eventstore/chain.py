"""The hash chain: each event's hash covers its content and the hash before it, so that no stored byte can
change, and no event can go, without the rest of the stream showing it.

The hash of an event is SHA-256 over the canonical JSON (RFC 8785) of

    {"actor": …, "at": …, "data": …, "previous": …, "type": …, "version": …}

where `at` is ISO 8601 in UTC with microseconds and `previous` the hash before in hex; the first event
follows `genesis(stream)`. Anyone with a JSON canonicaliser can check a chain without this code.
"""

import json
import secrets
from datetime import UTC, datetime
from hashlib import sha256

import orjson
import rfc8785

from truco_api.eventstore.errors import NotCanonicalError
from truco_api.eventstore.events import JSON

_quote = json.JSONEncoder(ensure_ascii=False).encode  # for strings alone, the same as RFC 8785
# Sorted by code points, which for names in ASCII is the order of RFC 8785; integers as far as it has them.
_CANONICAL = orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER
_PLAIN = frozenset({str, int, bool, type(None)})
_scan = json.JSONDecoder().raw_decode  # canonical text has no blanks to skip


def salt() -> str:
    """16 random bytes in hex, to put into every payload that is hidden: a bare hash of one of 40 cards
    can be guessed."""
    return secrets.token_hex(16)


def canonical(data: JSON) -> str:
    """The one way to write `data` down (RFC 8785); raises NotCanonicalError for floats and the like."""
    if _is_plain(data):
        try:
            return orjson.dumps(data, option=_CANONICAL).decode()
        except orjson.JSONEncodeError:  # half a character, too large a number: refused below
            pass
    _check(data)
    return rfc8785.dumps(data).decode()


def parse(text: str) -> JSON:
    """What canonical JSON says."""
    return _scan(text)[0]


def genesis(stream: str) -> bytes:
    """What the first event of a stream follows: bound to the stream's name, so streams cannot be swapped."""
    return sha256(f"truco stream {stream}".encode()).digest()


def link(*, previous: bytes, version: int, type: str, data: str, at: datetime, actor: str) -> bytes:  # noqa: A002 - the column's name
    """The hash of an event whose canonical data is `data` and which follows `previous`."""
    # Written out, because the stored text of `data` must be hashed as it stands, not parsed and rewritten.
    envelope = (
        f'{{"actor":{_quote(actor)},"at":"{instant(at)}","data":{data},'
        f'"previous":"{previous.hex()}","type":{_quote(type)},"version":{version}}}'
    )
    return sha256(envelope.encode()).digest()


def instant(at: datetime) -> str:
    """A time as the chain writes it: ISO 8601, UTC, always with microseconds."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def _is_plain(value: JSON) -> bool:
    """Whether orjson writes this as RFC 8785 does: nearly everything is so."""
    kind = type(value)
    if kind is dict:
        for name in value:
            if type(name) is not str or not name.isascii():
                return False
        value = value.values()
    elif kind is not list and kind is not tuple:
        return kind in _PLAIN
    return all(type(item) in _PLAIN or _is_plain(item) for item in value)


def _check(value: JSON) -> None:
    match value:
        case None | bool() | int() | str():
            return
        case list() | tuple():
            for item in value:
                _check(item)
        case dict():
            for key, item in value.items():
                if not isinstance(key, str):
                    raise NotCanonicalError(f"{key!r} is no name")
                _check(item)
        case _:
            raise NotCanonicalError(f"{value!r} cannot stand in an event")

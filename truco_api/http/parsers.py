"""JSON as we take it: small, shallow, without two meanings, and of characters only."""

import json
import math
from collections.abc import Iterator, Mapping
from typing import IO, Any

from rest_framework.parsers import BaseParser
from typing_extensions import override

from truco_api.errors import Invalid, gettext_noop
from truco_api.http.errors import BodyTooLarge, InvalidCharacters, MalformedJson

MAX_BODY = 64 * 1024
MAX_DEPTH = 32
MAX_INTEGER = 2**53 - 1


class StrictJSONParser(BaseParser):
    """Parse `application/json` of at most `max_body` bytes, or raise the error that says what is wrong."""

    media_type = "application/json"
    max_body = MAX_BODY

    @override
    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The value in the body."""
        body = stream.read(self.max_body + 1)
        if len(body) > self.max_body:
            raise BodyTooLarge(gettext_noop("The body is larger than {limit} bytes."), limit=self.max_body)
        return loads(body)


def loads(body: bytes) -> Any:
    """The JSON value in `body`; MalformedJson or InvalidCharacters, never anything else."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise MalformedJson(gettext_noop("The body is not UTF-8.")) from None
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise MalformedJson(
            gettext_noop("The body is not valid JSON: line {line}, column {column}."),
            line=error.lineno,
            column=error.colno,
        ) from None
    except RecursionError:
        raise _too_deep() from None
    _check(value, body)
    return value


def _check(value: Any, body: bytes) -> None:
    """Refuse what is too deep or holds no characters; most bodies can hold neither and are not walked."""
    # Unescaped NUL and surrogates cannot get this far: JSON and UTF-8 refuse them.
    if b"\\u" not in body and body.count(b"{") + body.count(b"[") <= MAX_DEPTH:
        return
    for path, text in _texts(value, (), 0):
        if any(character == "\0" or "\ud800" <= character <= "\udfff" for character in text):
            raise InvalidCharacters(field=_readable(".".join(path)))


def _texts(value: Any, path: tuple[str, ...], depth: int) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every text in a value, keys too, with where it stands."""
    if depth > MAX_DEPTH:
        raise _too_deep()
    match value:
        case str():
            yield path, value
        case dict():
            for key, inner in value.items():
                yield path, key
                yield from _texts(inner, (*path, key), depth + 1)
        case list():
            for index, inner in enumerate(value):
                yield from _texts(inner, (*path, str(index)), depth + 1)


def _readable(path: str) -> str:
    """A path whose own broken characters cannot break the answer that names it."""
    return path.encode("utf-8", "replace").decode().replace("\0", "?")


def _too_deep() -> MalformedJson:
    return MalformedJson(gettext_noop("The JSON is nested more than {depth} deep."), depth=MAX_DEPTH)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys differ: of two equal keys nobody knows which one counts (RFC 7493, 2.3)."""
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise MalformedJson(gettext_noop("A JSON object names {name} twice."), name=ascii(twice))
    return found


def _integer(digits: str) -> int:
    """An integer that every client reads alike (RFC 7493, 2.2)."""
    if len(digits) > 17 or abs(int(digits)) > MAX_INTEGER:
        raise Invalid(gettext_noop("The number {number} is too large."), number=digits[:20])
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise Invalid(gettext_noop("The number {number} is too large."), number=digits[:20])
    return number


def _constant(name: str) -> Any:
    raise MalformedJson(gettext_noop("{name} is no JSON number."), name=name)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_float, parse_constant=_constant
)

"""Files of records: JSON objects one after another, usually one a line, or arrays of them.

What is wrong with one record never hides the others, and every record knows the line on which it begins.
"""

import json
import re
from bisect import bisect_left
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any

_CLOSING = ("}", "]", ",", "")
_SPACE = re.compile(r"[ \t\r\n]*")
_LONGEST = 18
"""Digits of a number: far more than any record needs, far fewer than it takes to be slow."""


@dataclass(frozen=True, slots=True)
class Found:
    """What stands at a line of a file: a value, or what hinders reading one."""

    line: int
    value: Any = None
    error: str | None = None
    broken: bool = False
    """Not JSON, so that even its end is a guess."""


def records(text: str) -> Iterator[Found]:
    """Read every record of a file, in order; a file without any has one error, on line 1.

    After a record that is not JSON, reading goes on at the next line that could begin one.
    """
    yield from _Reader(text.removeprefix("\ufeff")).records()


class _Reader:
    """A text and the places where its lines end; `at` is always an offset into it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.line_ends = [match.start() for match in re.finditer("\n", text)]

    def records(self) -> Iterator[Found]:
        at = self.skip(0)
        if at == len(self.text):
            yield Found(1, error="there is no record in it")
        while at < len(self.text):
            if self.text[at] == "[":
                at = self.skip((yield from self.array(self.skip(at + 1))))
            else:
                found, end = self.value(at)
                yield found
                at = self.skip(end)

    def array(self, at: int) -> Generator[Found, None, int]:
        """The elements of an array from its first on; returns where reading goes on after it."""
        if self.text[at : at + 1] == "]":
            return at + 1
        broken = False
        while at < len(self.text):
            found, end = self.value(at)
            yield found
            broken |= found.broken
            if found.broken:
                at = end
                continue
            after = self.skip(end)
            match self.text[after : after + 1]:
                case "]":
                    return after + 1
                case ",":
                    at = self.skip(after + 1)
                case _:
                    after = self.next_start(at)
                    break
        else:
            after = at
        if not broken:
            yield Found(self.line(at), error="not JSON: the array is not closed", broken=True)
        return after

    def value(self, at: int) -> tuple[Found, int]:
        """The value at a place, and where to go on."""
        decoder = _Decoder()
        try:
            value, end = decoder.raw_decode(self.text, at)
        except json.JSONDecodeError as error:
            message = f"not JSON: {error.msg} (line {error.lineno}, column {error.colno})"
            return Found(self.line(at), error=message, broken=True), self.next_start(at)
        except RecursionError:
            return Found(self.line(at), error="nested too deep", broken=True), self.next_start(at)
        if decoder.faults:
            return Found(self.line(at), error=decoder.faults[0]), end
        return Found(self.line(at), value), end

    def next_start(self, at: int) -> int:
        """The next line that could begin a record after the one here: indented no more, closing nothing."""
        indent = at - (self.text.rfind("\n", 0, at) + 1)
        while (line := self.text.find("\n", at) + 1) > 0:
            at = self.skip(line)
            if at - line <= indent and self.text[at : at + 1] not in _CLOSING:
                return at
        return len(self.text)

    def skip(self, at: int) -> int:
        """Past white space."""
        found = _SPACE.match(self.text, at)
        return found.end() if found else at

    def line(self, at: int) -> int:
        return bisect_left(self.line_ends, at) + 1


class _Decoder(json.JSONDecoder):
    """JSON without two meanings (RFC 7493); what it has against a value it notes, and reads on."""

    def __init__(self) -> None:
        super().__init__(
            object_pairs_hook=self._object,
            parse_int=self._integer,
            parse_float=self._float,
            parse_constant=self._constant,
        )
        self.faults: list[str] = []

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            names = [name for name, _ in pairs]
            self.faults.append(f"{next(name for name in names if names.count(name) > 1)} is there twice")
        return found

    def _integer(self, digits: str) -> int:
        return int(digits) if len(digits) <= _LONGEST else self._too_long(digits)

    def _float(self, digits: str) -> float:
        return float(digits) if len(digits) <= 2 * _LONGEST else self._too_long(digits)

    def _too_long(self, digits: str) -> int:
        self.faults.append(f"{digits[:_LONGEST]}… is too long for a number")
        return 0

    def _constant(self, name: str) -> None:
        self.faults.append(f"{name} is no number")

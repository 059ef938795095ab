"""The kinds of notices: how each reads, and whether it still matters when its time has come."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any, Final
from uuid import UUID

from truco_api.errors import Message
from truco_api.problems import localized

Params = Mapping[str, Any]
Still = Callable[[UUID, Params], bool]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind: its text with blanks that the params fill, and `still`, which is asked with account and params
    before it appears late or wakes anybody; none means that it always matters."""

    name: str
    text: Message
    still: Still | None = None


KINDS: Final[dict[str, Kind]] = {}


def register(name: str, text: Message, still: Still | None = None) -> str:
    """Make a kind known; its name, which is its memory and never changes."""
    if name in KINDS:
        raise ValueError(f"there is a kind of notice {name!r} already")
    KINDS[name] = Kind(name, text, still)
    return name


def written(name: str, params: Params) -> str:
    """The text in the active language; what is missing reads as a dash, a kind that is gone as its name."""
    kind = KINDS.get(name)
    if kind is None:
        return name
    blanks = {name for _, name, _, _ in Formatter().parse(kind.text) if name}
    values = {name: "–" if params.get(name) is None else params[name] for name in blanks}
    return str(localized(Message(kind.text, kind.text, values)))


def matters(name: str, user: UUID, params: Params) -> bool:
    """Whether it is worth anybody's attention now."""
    kind = KINDS.get(name)
    return kind is not None and (kind.still is None or kind.still(user, params))

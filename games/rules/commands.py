"""What can be asked of a game: deal the next hand, mix the pack that was cut for it, or act in it."""

from dataclasses import dataclass

from games.rules.moves import Move


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal the next hand from this pack, top card first; it must be a permutation of the rules' pack.

    `salt` is random text of the caller's that keeps the hidden event from being guessed by its hash. With
    `mix` a pack that is to be cut waits for a `Mix` after the cut."""

    pack: tuple[str, ...]
    salt: str = ""
    mix: bool = False


@dataclass(frozen=True, slots=True)
class Mix:
    """Put the cut pack into this order, top card first, and go on."""

    pack: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Act:
    """A seat does something."""

    seat: int
    move: Move


Command = Deal | Mix | Act

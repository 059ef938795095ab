"""The arithmetic of a fair deal, protocol "deal/1": commitments, promised seeds, and the pack that follows
from them. `docs/fair-deal.md` says it byte by byte and why it is so; `tests/fairness/` holds its vectors.

All values are 32 bytes, written as 64 small hexadecimal digits.
"""

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from hmac import digest
from typing import Final, NamedTuple

PROTOCOL: Final = "deal/1"
WORDS: Final = 2**32
_VALUE = re.compile(r"[0-9a-f]{64}")

Pack = tuple[str, ...]
Cut = tuple[int, str]
"""Where the pack is cut, and the end that its cards then come from: "top" or "bottom"."""


class Secret(NamedTuple):
    """What the server fixes for a hand before anybody's seed: a pack it has shuffled, and a salt."""

    salt: str
    pack: Pack


class Chain(NamedTuple):
    """What a seat has promised: its seed for hand `base + n`, linked n times, is `value`."""

    base: int
    value: str


def is_value(text: object) -> bool:
    """Whether this is 32 bytes as they must be written."""
    return isinstance(text, str) and _VALUE.fullmatch(text) is not None


def commitment(game: str, number: int, secret: Secret) -> str:
    """What is published of a secret before the hand: it binds the server and tells nothing."""
    return sha256(_text("commitment", game, number, secret.salt, " ".join(secret.pack))).hexdigest()


def link(game: str, value: str) -> str:
    """The next value of a device's chain; nobody finds the one before it."""
    return sha256(_text("link", game, value)).hexdigest()


def fits(game: str, chain: Chain, number: int, seed: str) -> bool:
    """Whether this is the seed that was promised for the hand."""
    value = seed
    for _ in range(number - chain.base):
        value = link(game, value)
    return number > chain.base and value == chain.value


def server_seed(game: str, number: int, seat: int, salt: str) -> str:
    """The seed of a seat whose device sends none: the commitment fixes it, so the server has no choice."""
    return _mac(salt, "seed", game, number, seat).hex()


def event_salt(game: str, number: int, salt: str) -> str:
    """16 bytes that salt the hidden events of a deal, fixed by its secret like everything else."""
    return _mac(salt, "event", game, number).hex()[:32]


def cut_pack(pack: Pack, cut: Cut | None) -> Pack:
    """The pack after the cut: the cards from `at` on come first; from the bottom, in the opposite order."""
    if cut is None:
        return pack
    at, end = cut
    turned = pack[at:] + pack[:at]
    return turned if end == "top" else turned[::-1]


def shuffled(
    game: str, number: int, secret: Secret, seeds: Sequence[str | None], cut: Cut | None = None
) -> Pack:
    """The pack, top card first, that follows from everybody's part; `seeds` by seat, None: the server's."""
    pack = list(cut_pack(secret.pack, cut))
    words = _words(_key(game, number, secret.salt, seeds, cut))
    for last in range(len(pack) - 1, 0, -1):
        chosen = _below(last + 1, words)
        pack[last], pack[chosen] = pack[chosen], pack[last]
    return tuple(pack)


def _key(game: str, number: int, salt: str, seeds: Sequence[str | None], cut: Cut | None) -> bytes:
    parts = [
        f"{seat} device {seed}" if seed else f"{seat} server {server_seed(game, number, seat, salt)}"
        for seat, seed in enumerate(seeds)
    ]
    return _mac(salt, "pack", game, number, "uncut" if cut is None else f"cut {cut[0]} {cut[1]}", *parts)


def _words(key: bytes) -> Iterator[int]:
    """Numbers below 2**32 without end, each as likely as any other."""
    block = 0
    while True:
        bits = digest(key, str(block).encode(), "sha256")
        yield from (int.from_bytes(bits[at : at + 4]) for at in range(0, 32, 4))
        block += 1


def _below(bound: int, words: Iterator[int]) -> int:
    """A number below `bound`, each as likely: words beyond its last whole multiple are passed over."""
    limit = WORDS - WORDS % bound
    return next(word for word in words if word < limit) % bound


def _mac(salt: str, purpose: str, *lines: object) -> bytes:
    return digest(bytes.fromhex(salt), _text(purpose, *lines), "sha256")


def _text(purpose: str, *lines: object) -> bytes:
    """All that is hashed begins with what it is for and has one thing a line, so that no two can meet."""
    return "\n".join([f"truco {PROTOCOL} {purpose}", *map(str, lines)]).encode()

"""The draw: anyone who has the entries and the seed gets the same order, and no order is favoured.

The algorithm "draw/1", to be repeated in any language:

1. Sort the entry ids by their Unicode code points.
2. Number r = 0, 1, 2, … of the source of chance is the first 8 bytes, as an unsigned big-endian integer, of
   HMAC-SHA256(key = the seed's bytes, message = "draw/1" in ASCII followed by r as 8 bytes, big-endian).
3. Fisher-Yates: for i from the last index down to 1, take the next number x; while x is at or above the
   greatest multiple of (i + 1) that is not above 2^64, take the next one instead; j = x mod (i + 1);
   exchange the entries at i and j.
4. By draw, the result is the seeding, best first. By rank, it is sorted stably by rank, entries without a
   rank last, so that chance decides only between equal ranks. By hand, the organizer's order stands.
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence

from tournaments.rules.errors import InvalidOrder, InvalidSeed

SPAN = 1 << 64
SEED_BYTES = 16


def numbers(seed: bytes) -> Iterator[int]:
    """The source of chance: unsigned 64-bit integers without end, from the seed alone."""
    counter = 0
    while True:
        message = b"draw/1" + counter.to_bytes(8, "big")
        yield int.from_bytes(hmac.digest(seed, message, hashlib.sha256)[:8], "big")
        counter += 1


def shuffled(entries: Sequence[str], seed: str) -> list[str]:
    """The entries in the order of chance, in whatever order they come; InvalidSeed for a bad seed."""
    drawn = sorted(entries)
    source = numbers(seed_bytes(seed))
    for last in range(len(drawn) - 1, 0, -1):
        chosen = below(last + 1, source)
        drawn[last], drawn[chosen] = drawn[chosen], drawn[last]
    return drawn


def seeding(
    entries: Sequence[str],
    *,
    method: str,
    seed: str,
    ranks: Mapping[str, int | None],
    order: Sequence[str] | None,
) -> tuple[str, ...]:
    """The entries best seed first, by "draw", "rank" or "hand"; "hand" alone takes, and needs, an `order`."""
    drawn = shuffled(entries, seed)
    if (order is not None) != (method == "hand"):
        raise InvalidOrder(field="order")
    if order is not None:
        if sorted(order) != sorted(entries):
            raise InvalidOrder(field="order")
        return tuple(order)
    if method == "rank":
        drawn.sort(key=lambda entry: (ranks.get(entry) is None, ranks.get(entry) or 0))
    return tuple(drawn)


def seed_bytes(seed: str) -> bytes:
    """The seed's bytes from hexadecimal; InvalidSeed if there are too few, or other signs."""
    try:
        key = bytes.fromhex(seed) if seed.isalnum() else b""
    except ValueError:
        key = b""
    if len(key) < SEED_BYTES:
        raise InvalidSeed(field="seed")
    return key


def below(limit: int, source: Iterator[int]) -> int:
    """A number below `limit`, every one as likely: those of the last, incomplete span are thrown away."""
    fair = SPAN - SPAN % limit
    return next(number for number in source if number < fair) % limit

"""The Merkle tree of RFC 6962, over nodes that are kept: leaves only come on the right, so a subtree that is
full never changes again.

`pymerkle` has the same tree, but under a licence (GPL) that ours does not go together with, and keeps leaves
only, so that each root costs time for the whole tree.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

EMPTY: Final = sha256(b"").digest()


class Spot(NamedTuple):
    """A full subtree: of 2^`level` leaves, the `place`-th of that size from the left."""

    level: int
    place: int


Nodes = Callable[[Spot], bytes]


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf."""
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of two subtrees side by side."""
    return sha256(b"\x01" + left + right).digest()


def peaks(size: int) -> list[Spot]:
    """The full subtrees of which a tree of this size is made, the largest first."""
    found, start = [], 0
    for level in range(size.bit_length() - 1, -1, -1):
        if size >> level & 1:
            found.append(Spot(level, start >> level))
            start += 1 << level
    return found


class Growing:
    """A tree that grows: it begins with its peaks and gives every node that gets full."""

    def __init__(self, size: int = 0, hashes: Iterable[bytes] = ()) -> None:
        self.size = size
        self._peaks = list(zip(peaks(size), hashes, strict=True))

    def add(self, leaf: bytes) -> Iterator[tuple[Spot, bytes]]:
        """Append the hash of a leaf."""
        spot, value = Spot(0, self.size), leaf
        yield spot, value
        while self._peaks and self._peaks[-1][0].level == spot.level:
            _, left = self._peaks.pop()
            spot, value = Spot(spot.level + 1, spot.place >> 1), node_hash(left, value)
            yield spot, value
        self._peaks.append((spot, value))
        self.size += 1

    def root(self) -> bytes:
        """The hash of the whole tree."""
        if not self._peaks:
            return EMPTY
        *before, (_, value) = self._peaks
        for _, left in reversed(before):
            value = node_hash(left, value)
        return value


def inclusion(index: int, size: int, nodes: Nodes) -> list[bytes]:
    """The path that shows that a leaf is in the tree of this size (RFC 6962, 2.1.1)."""
    path: list[bytes] = []
    low, high = 0, size
    while high - low > 1:
        middle = low + _split(high - low)
        if index < middle:
            path.append(_subtree(middle, high, nodes))
            high = middle
        else:
            path.append(_subtree(low, middle, nodes))
            low = middle
    return path[::-1]


def consistency(before: int, size: int, nodes: Nodes) -> list[bytes]:
    """The path that shows that the tree of `before` leaves is the beginning of the other (2.1.2)."""
    path: list[bytes] = []
    low, high, known = 0, size, True
    while low < before != high:
        middle = low + _split(high - low)
        if before <= middle:
            path.append(_subtree(middle, high, nodes))
            high = middle
        else:
            path.append(_subtree(low, middle, nodes))
            low, known = middle, False
    if not known:
        path.append(_subtree(low, high, nodes))
    return path[::-1]


def includes(root: bytes, size: int, index: int, leaf: bytes, path: Sequence[bytes]) -> bool:
    """Whether the path leads from the leaf to the root (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    place, last, value = index, size - 1, leaf
    for step in path:
        if last == 0:
            return False
        if place & 1 or place == last:
            value = node_hash(step, value)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            value = node_hash(value, step)
        place, last = place >> 1, last >> 1
    return last == 0 and value == root


def continues(before: int, old: bytes, size: int, root: bytes, path: Sequence[bytes]) -> bool:
    """Whether the tree with `old` for its root is the beginning of the other (RFC 9162, 2.1.4.2)."""
    if before == size:
        return not path and old == root
    if not 0 < before < size:
        return before == 0 and not path and old == EMPTY
    steps = list(path) if before & (before - 1) else [old, *path]
    if not steps:
        return False
    place, last = before - 1, size - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    first = second = steps[0]
    for step in steps[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            first, second = node_hash(step, first), node_hash(step, second)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            second = node_hash(second, step)
        place, last = place >> 1, last >> 1
    return last == 0 and first == old and second == root


def _subtree(low: int, high: int, nodes: Nodes) -> bytes:
    """The hash of the leaves from `low` to before `high`, where `low` is a place that the tree divides at."""
    count = high - low
    if count & (count - 1) == 0:
        level = count.bit_length() - 1
        return nodes(Spot(level, low >> level))
    middle = low + _split(count)
    return node_hash(_subtree(low, middle, nodes), _subtree(middle, high, nodes))


def _split(count: int) -> int:
    """The largest power of two below `count`."""
    return 1 << (count - 1).bit_length() - 1

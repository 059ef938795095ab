"""The leaves of the tree: heads of streams under names that tell nothing.

    tag    SHA-256( "truco stream/1\\n" + stream + "\\n" + blind )
    leaf   "truco head/1\\n" + tag + "\\n" + version + "\\n" + hash

The blind is random: who knows the name of a stream does not find it in the tree unless they are told.
"""

import secrets
from hashlib import sha256
from typing import NamedTuple

from truco_api.checkpoints.tree import leaf_hash


def new_blind() -> str:
    """16 random bytes in hexadecimal digits."""
    return secrets.token_hex(16)


def tag_of(stream: str, blind: str) -> str:
    """The name of a stream in the tree."""
    return sha256(f"truco stream/1\n{stream}\n{blind}".encode()).hexdigest()


class Head(NamedTuple):
    """What a leaf says: how far a stream has come."""

    tag: str
    version: int
    hash: str

    def leaf(self) -> bytes:
        """The leaf's hash."""
        return leaf_hash(f"truco head/1\n{self.tag}\n{self.version}\n{self.hash}".encode())

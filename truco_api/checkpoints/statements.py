"""What a checkpoint says, and the signatures under it.

    statement   {"at": …, "keys": […], "log": …, "number": …, "previous": …, "protocol": "checkpoint/1",
                 "root": …, "size": …}, as canonical JSON
    signature   Ed25519 over "truco checkpoint/1\\n" and the statement, one for each of its keys, in order

The first key is the one in use. The key before it signs along once, when it has just been replaced: whoever
trusts that one may trust the other.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from truco_api.eventstore.chain import canonical
from truco_api.eventstore.sealing import Key, Ring

PROTOCOL: Final = "checkpoint/1"
DOMAIN: Final = f"truco {PROTOCOL}\n"
Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Statement:
    """What is signed."""

    at: str
    keys: tuple[str, ...]
    log: str
    number: int
    previous: str | None
    root: str
    size: int
    protocol: str = PROTOCOL

    def text(self) -> str:
        """The one way to write it down."""
        return canonical({name: getattr(self, name) for name in self.__slots__})

    def digest(self) -> str:
        """What the next checkpoint calls this one."""
        return sha256(self.text().encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A statement and its signatures."""

    statement: Statement
    signatures: tuple[str, ...]

    def json(self) -> Data:
        """As it is published and kept."""
        told = json.loads(self.statement.text())
        return {"statement": told, "signatures": list(self.signatures)}


def read(body: Any) -> Checkpoint:
    """The checkpoint of such JSON; ValueError for anything else."""
    try:
        said = dict(body["statement"])
        statement = Statement(**(said | {"keys": tuple(said["keys"])}))
        found = Checkpoint(statement, tuple(body["signatures"]))
        if found.json() != {"statement": said, "signatures": body["signatures"]}:
            raise ValueError("a checkpoint has other members")
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError("this is no checkpoint") from error
    return found


def written(statement: str, signatures: list[str]) -> Checkpoint:
    """The checkpoint as it is stored."""
    return read({"statement": json.loads(statement), "signatures": signatures})


def sign(statement: Statement, keys: tuple[Key, ...]) -> Checkpoint:
    """The checkpoint, signed by these."""
    message = f"{DOMAIN}{statement.text()}".encode()
    return Checkpoint(statement, tuple(_private(key).sign(message).hex() for key in keys))


def is_signed(checkpoint: Checkpoint) -> bool:
    """Whether every key of the statement has signed it."""
    said = checkpoint.statement
    if said.protocol != PROTOCOL or not said.keys or len(said.keys) != len(checkpoint.signatures):
        return False
    message = f"{DOMAIN}{said.text()}".encode()
    return all(verify(*pair, message) for pair in zip(said.keys, checkpoint.signatures, strict=True))


def verify(public: str, signature: str, message: bytes) -> bool:
    """Whether this Ed25519 key (in hexadecimal digits) has signed the message."""
    try:
        if (public, signature) != (public.lower(), signature.lower()):
            return False
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True


def public(key: Key) -> str:
    """The public side of a key."""
    return _private(key).public_key().public_bytes_raw().hex()


def ring() -> Ring:
    """The keys that sign: the newest does, the others hand over to it. Only workers and audits need them."""
    if settings.DEPLOYED and not (settings.TRUCO_CHECKPOINT_KEYS or settings.TRUCO_CHECKPOINT_KEYS_GIVEN):
        raise ImproperlyConfigured(
            "With DATABASE_URL, TRUCO_CHECKPOINT_KEYS must be set where a worker runs."
        )
    return _ring(settings.TRUCO_CHECKPOINT_KEYS, settings.TRUCO_CHECKPOINT_KEYS_FILE)


@lru_cache(maxsize=1)
def _ring(given: str, file: Path) -> Ring:
    return Ring(given, file)


def _private(key: Key) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(key.secret)

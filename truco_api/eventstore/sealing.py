"""Sealing: what nobody may read yet is stored encrypted, under keys that are not in the database.

An event's hidden fields leave its data; in their place stands

    "sealed": {"box": "<key id>.<base64 of nonce and AES-256-GCM ciphertext>", "digest": "<SHA-256>"}

The chain is hashed over this, as it is stored. `digest` is the SHA-256 of the hidden fields as canonical
JSON, salted: whoever is shown the fields later can check without any key that they are those of the chain.
The plaintext is padded, or its length would tell a ten from a four. The box is bound to its place: stream,
version and type are authenticated with it, and each stream has a key of its own, derived from the ring's.

docs/sealed-secrets.md says who can read what, and how keys are replaced.
"""

import json
import os
import secrets
from base64 import b64decode, b64encode
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from hmac import digest as hmac
from pathlib import Path
from threading import Lock
from typing import Any, Final, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

from truco_api.eventstore.chain import canonical

SEALED: Final = "sealed"
BLOCK: Final = 64
NONCE: Final = 12
KEY: Final = 32

Data = dict[str, Any]


class SealBrokenError(ValueError):
    """What is sealed cannot be opened: its key is missing, or it is not what was sealed in this place.

    `version` is that of the event it is part of, if any.
    """

    version = 0


class KeyMissingError(SealBrokenError):
    """The key is not in the ring."""


class Key(NamedTuple):
    """A key of the ring; its id is made of it and tells nothing."""

    ident: str
    secret: bytes


def seal(hidden: Data, scope: str, place: str) -> Data:
    """The hidden fields of an event as they are stored; `scope` is its stream, `place` where they belong."""
    text = canonical(hidden).encode()
    return {"box": _encrypt(text, scope, place), "digest": sha256(text).hexdigest()}


def unseal(sealed: Data, scope: str, place: str) -> Data:
    """The hidden fields; raises SealBrokenError."""
    text = _decrypt(sealed["box"], scope, place)
    if sha256(text).hexdigest() != sealed["digest"]:
        raise SealBrokenError(f"{place} holds something else than its digest says")
    opened: Data = json.loads(text)
    return opened


def seal_text(text: str, scope: str, place: str) -> str:
    """Any text, sealed."""
    return _encrypt(text.encode(), scope, place)


def unseal_text(box: str, scope: str, place: str) -> str:
    """The text; raises SealBrokenError."""
    return _decrypt(box, scope, place).decode()


def place_of(stream: str, version: int, name: str) -> str:
    """What the hidden fields of an event are bound to."""
    return f"{stream}:{version}:{name}"


def new_key() -> str:
    """A key as it is written down: 32 random bytes in hexadecimal digits."""
    return secrets.token_hex(KEY)


class Ring:
    """The keys, newest first: the first seals, every one opens. They stand in the environment (`TRUCO_KEYS`,
    with commas) or in a file, a line each, which is made when it is missing and read again once changed."""

    def __init__(self, given: str, file: Path) -> None:
        self._file = file
        self._lock = Lock()
        self._read: object = None
        self._keys: tuple[Key, ...] = tuple(map(_key, given.split(","))) if given else ()
        self._fixed = bool(given)

    @property
    def fixed(self) -> bool:
        """Whether the keys stand in the environment."""
        return self._fixed

    def all(self) -> tuple[Key, ...]:
        """All of them, the newest first."""
        if not self._fixed:
            self._look()
        return self._keys

    def find(self, ident: str) -> Key:
        """The key of this id; raises SealBrokenError."""
        for key in self.all():
            if key.ident == ident:
                return key
        raise KeyMissingError(f"the key {ident} is not in the ring")

    def rotate(self) -> str:
        """Put a new key first: in the file, or only into the text that is given back, for the environment."""
        texts = [new_key(), *(key.secret.hex() for key in self.all())]
        if not self._fixed:
            self._write("\n".join(texts) + "\n", replace=True)
        return ",".join(texts)

    def keep_newest(self) -> str:
        """Drop all keys but the first: from the file, or only from the text that is given back."""
        text = self.all()[0].secret.hex()
        if not self._fixed:
            self._write(text + "\n", replace=True)
        return text

    def _look(self) -> None:
        try:
            state = self._file.stat()
        except FileNotFoundError:
            self._write(new_key() + "\n", replace=False)
            state = self._file.stat()
        seen = (state.st_ino, state.st_mtime_ns)
        if seen == self._read:
            return
        with self._lock:
            self._keys = tuple(map(_key, self._file.read_text().split()))
            self._read = seen

    def _write(self, text: str, *, replace: bool) -> None:
        """The file as a whole or not at all; of several that make it at once, one wins."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._file.with_name(f"{self._file.name}.{secrets.token_hex(8)}")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        if replace:
            fresh.replace(self._file)
            return
        try:
            os.link(fresh, self._file)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()


@lru_cache(maxsize=1)
def _ring(given: str, file: Path) -> Ring:
    return Ring(given, file)


def ring() -> Ring:
    """The ring that the settings name."""
    return _ring(settings.TRUCO_KEYS, settings.TRUCO_KEYS_FILE)


def _key(text: str) -> Key:
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        secret = b""
    if len(secret) != KEY:
        raise SealBrokenError(f"a key of the ring is not {KEY} bytes in hexadecimal digits")
    return Key(sha256(b"truco key " + secret).hexdigest()[:8], secret)


@lru_cache(maxsize=4096)
def _cipher(secret: bytes, scope: str) -> AESGCM:
    """A key of its own for each scope, so that none seals so much that a random nonce could come twice."""
    return AESGCM(hmac(secret, f"truco seal/1 {scope}".encode(), "sha256"))


def _encrypt(text: bytes, scope: str, place: str) -> str:
    key, nonce = ring().all()[0], secrets.token_bytes(NONCE)
    padded = text + b" " * (-len(text) % BLOCK)
    box = _cipher(key.secret, scope).encrypt(nonce, padded, place.encode())
    return f"{key.ident}.{b64encode(nonce + box).decode()}"


def _decrypt(box: str, scope: str, place: str) -> bytes:
    ident, _, rest = box.partition(".")
    try:
        raw = b64decode(rest, validate=True)
        if b64encode(raw).decode() != rest:  # the last letter has bits that nobody reads
            raise SealBrokenError(f"{place} is not written as it was sealed")
        text = _cipher(ring().find(ident).secret, scope).decrypt(raw[:NONCE], raw[NONCE:], place.encode())
    except (InvalidTag, ValueError) as error:
        if isinstance(error, SealBrokenError):
            raise
        raise SealBrokenError(f"{place} was not sealed so") from error
    return text.rstrip(b" ")


def opened(data: Data, stream: str, version: int, name: str) -> Data:
    """The data of an event with what was sealed in it back in its place; raises SealBrokenError."""
    if SEALED not in data:
        return data
    public = {key: value for key, value in data.items() if key != SEALED}
    place = place_of(stream, version, name)
    try:
        return public | unseal(data[SEALED], stream, place)
    except KeyMissingError as error:
        again = _resealed(stream, version)
        if again is None:
            error.version = version
            raise
        return public | unseal({"box": again, "digest": data[SEALED]["digest"]}, stream, place)
    except SealBrokenError as error:
        error.version = version
        raise


def _resealed(stream: str, version: int) -> str | None:
    """The seal of an event under a newer key, if its own was retired."""
    return resealed_boxes(stream, ring().all()[0].ident).get(version)


@lru_cache(maxsize=256)
def resealed_boxes(stream: str, _newest: str) -> dict[int, str]:
    """The seals of a stream under newer keys; known for as long as the newest key stays the newest."""
    from truco_api.eventstore.hot import hot  # here: sealing stands below the store

    rows = hot().rows(
        "SELECT version, box FROM eventstore_resealed WHERE stream = %(stream)s", {"stream": stream}
    )
    return dict(rows)


def closed(data: Data, hidden: Mapping[str, Any], stream: str, version: int, name: str) -> Data:
    """The data of an event as it is stored: with its hidden fields sealed."""
    if not hidden:
        return data
    return data | {SEALED: seal(dict(hidden), stream, place_of(stream, version, name))}

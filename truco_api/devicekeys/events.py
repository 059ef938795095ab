"""What happens to the keys of an account, and what a device signs to register one."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from truco_api.eventstore import Codec


@dataclass(frozen=True, slots=True)
class DeviceKeyRegistered:
    """The account has this key; `signature` is the key's own, over `registration(account, key)`."""

    key: str
    signature: str


@dataclass(frozen=True, slots=True)
class DeviceKeyRevoked:
    """The account does not sign with this key any more."""

    key: str


KeyEvent = DeviceKeyRegistered | DeviceKeyRevoked
KIND: Final = "keys"
CODEC: Final = Codec(KIND)
CODEC.register(DeviceKeyRegistered, "device_key_registered/1")
CODEC.register(DeviceKeyRevoked, "device_key_revoked/1")


def stream_of(account: UUID | str) -> str:
    """The stream that holds the keys of an account."""
    return f"{KIND}-{account}"


def registration(account: UUID | str, key: str) -> bytes:
    """What a device signs to show that it holds the key."""
    return f"truco key/1\n{account}\n{key}".encode()

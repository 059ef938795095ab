"""Actions that a device has signed.

The device signs, with Ed25519,

    "truco action/1\\n" + canonical JSON (RFC 8785) of
    {"game": <id>, "move": <the action as `view.legal` lists it>, "nonce": …, "seat": …, "version": …}

`version` is that of `If-Match` (null for a resignation, which names none), `nonce` what the device likes.
An action is taken only once at a version, so a signature is good for one action alone.
"""

from typing import Any, Final
from uuid import UUID

from truco_api.checkpoints.statements import verify
from truco_api.eventstore.chain import canonical

DOMAIN: Final = "truco action/1\n"
Data = dict[str, Any]


def message(*, game: UUID | str, move: Data, nonce: str | None, seat: int, version: int | None) -> bytes:
    """What is signed."""
    said = {"game": str(game), "move": move, "nonce": nonce, "seat": seat, "version": version}
    return f"{DOMAIN}{canonical(said)}".encode()


def fits(told: Data, *, game: UUID | str, seat: int) -> bool:
    """Whether what an event tells of a signature is right."""
    try:
        text = message(game=game, move=told["move"], nonce=told["nonce"], seat=seat, version=told["version"])
        return verify(told["key"], told["signature"], text)
    except (KeyError, TypeError, AttributeError):
        return False

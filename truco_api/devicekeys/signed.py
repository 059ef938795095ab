"""Actions that a device has signed, as they arrive; what is signed is told in `text`."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from truco_api.checkpoints.statements import verify
from truco_api.devicekeys.errors import SignatureWrong, SigningKeyUnknown
from truco_api.devicekeys.models import DeviceKey
from truco_api.devicekeys.text import message

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Signed:
    """A signature as it came along with an action."""

    key: str
    signature: str
    nonce: str | None
    game: UUID
    move: Data
    version: int | None

    def by(self, seat: int) -> Data:
        """What goes into the event of the action of this seat; SignatureWrong if it does not fit."""
        text = message(game=self.game, move=self.move, nonce=self.nonce, seat=seat, version=self.version)
        if not verify(self.key, self.signature, text):
            raise SignatureWrong(field="signature")
        return {
            "key": self.key,
            "move": self.move,
            "nonce": self.nonce,
            "signature": self.signature,
            "version": self.version,
        }


def require_key(user_id: UUID, key: str) -> None:
    """SigningKeyUnknown, unless the account may sign with this key."""
    if not DeviceKey.objects.filter(user_id=user_id, public_key=key, revoked_at=None).exists():
        raise SigningKeyUnknown(field="signature.key")

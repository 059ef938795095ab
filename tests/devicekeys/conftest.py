"""What the tests of device keys share."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.games.conftest import Seating, _nothing_remembered, ana, bia, seated, stack  # noqa: F401 - fixtures
from tests.games.players import Person, good
from truco_api.devicekeys.events import registration
from truco_api.devicekeys.text import message

Body = dict[str, Any]


@dataclass
class Device:
    """A device that signs for somebody."""

    person: Person
    secret: bytes

    @property
    def key(self) -> str:
        """Its public key."""
        return Ed25519PrivateKey.from_private_bytes(self.secret).public_key().public_bytes_raw().hex()

    def sign(self, text: bytes) -> str:
        """Its signature."""
        return Ed25519PrivateKey.from_private_bytes(self.secret).sign(text).hex()

    def request(self, account: UUID | None = None) -> Body:
        """What it sends to be registered."""
        text = registration(account or self.person.user.pk, self.key)
        return {"public_key": self.key, "signature": self.sign(text), "name": "phone"}

    def register(self) -> str:
        """Register it; the id of the key."""
        return str(good(self.person.client.post("/api/v1/me/keys/", self.request()), 201)["id"])

    def signature(
        self, game: str, move: Body, seat: int, version: int | None, nonce: str | None = None
    ) -> Body:
        """What comes along with an action."""
        text = message(game=game, move=move, nonce=nonce, seat=seat, version=version)
        return {"key": self.key, "value": self.sign(text), **({"nonce": nonce} if nonce else {})}

    def signed(self, game: str, move: Body, seat: int, version: int, nonce: str | None = None) -> Body:
        """An action with its signature."""
        return move | {"signature": self.signature(game, move, seat, version, nonce)}

"""Secrets of endpoints and the signatures made with them, by the Standard Webhooks specification."""

import secrets
import uuid
from base64 import b64encode
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from standardwebhooks import Webhook

from truco_api.eventstore.resealing import anew, is_newest
from truco_api.eventstore.sealing import seal_text, unseal_text
from truco_api.webhooks.models import Secret

PREFIX: Final = "whsec_"
BYTES: Final = 32


def new_secret() -> str:
    """A secret as its owner is shown it: `whsec_` and 32 random bytes in base64."""
    return PREFIX + b64encode(secrets.token_bytes(BYTES)).decode()


def sealed(text: str, endpoint: uuid.UUID, secret: uuid.UUID) -> str:
    """The secret as it is stored."""
    return seal_text(text, _scope(endpoint), _place(secret))


def opened(secret: Secret) -> str:
    """The secret as its owner was shown it; raises SealBrokenError."""
    return unseal_text(secret.box, _scope(secret.endpoint_id), _place(secret.id))


def reseal() -> int:
    """Seal every secret that is not sealed under the newest key anew: how many."""
    old = [secret for secret in Secret.objects.iterator() if not is_newest(secret.box)]
    for secret in old:
        box = anew(secret.box, _scope(secret.endpoint_id), _place(secret.id))
        Secret.objects.filter(pk=secret.pk).update(box=box)
    return len(old)


def headers(webhook_id: str, at: datetime, body: str, keys: Iterable[str]) -> dict[str, str]:
    """The three headers that a receiver verifies, with a signature by each of the keys."""
    signatures = [Webhook(key).sign(msg_id=webhook_id, timestamp=at, data=body) for key in keys]
    return {
        "webhook-id": webhook_id,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


def _scope(endpoint: uuid.UUID) -> str:
    return f"webhook-{endpoint}"


def _place(secret: uuid.UUID) -> str:
    return f"secret:{secret}"

"""Secrets are told once, stored sealed, and replaced without a gap."""

from __future__ import annotations

from base64 import b64decode
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings
from standardwebhooks import WebhookVerificationError

from tests.webhooks.conftest import CLUB, news
from tests.webhooks.receiver import Receiver
from truco_api.eventstore import SealBrokenError
from truco_api.eventstore.sealing import new_key
from truco_api.webhooks import services, signing
from truco_api.webhooks.drain import drain
from truco_api.webhooks.models import Endpoint, Secret


def _signed_by(receiver: Receiver, *secrets: str) -> list[bool]:
    found = []
    for secret in secrets:
        try:
            receiver.received[-1].verified(secret)
            found.append(True)
        except WebhookVerificationError:
            found.append(False)
    return found


def test_a_secret_is_32_random_bytes_with_the_prefix_of_the_specification() -> None:
    secrets = {signing.new_secret() for _ in range(50)}
    assert len(secrets) == 50
    assert all(secret.startswith("whsec_") and len(b64decode(secret[6:])) == 32 for secret in secrets)


def test_what_is_stored_of_a_secret_opens_only_in_its_place(db: None, receiver: Receiver) -> None:
    (one, secret), (other, _) = (services.add(club=CLUB, url=receiver.url) for _ in range(2))
    [mine], [theirs] = one.secrets.all(), other.secrets.all()
    assert secret[6:] not in mine.box
    assert signing.opened(mine) == secret
    mine.box, theirs.box = theirs.box, mine.box
    for moved in (mine, theirs):
        with pytest.raises(SealBrokenError):
            signing.opened(moved)


def test_after_a_rotation_both_sign_until_the_old_one_expires(db: None, receiver: Receiver) -> None:
    endpoint, old = services.add(club=CLUB, url=receiver.url)
    new = services.rotate(found=endpoint, overlap=timedelta(hours=24))
    services.announce(news(1))
    drain(endpoint.id)
    assert _signed_by(receiver, new, old) == [True, True]
    assert receiver.received[-1].headers["webhook-signature"].count("v1,") == 2
    Secret.objects.filter(expires_at__isnull=False).update(expires_at=timezone.now())
    services.announce(news(2))
    drain(endpoint.id)
    assert _signed_by(receiver, new, old) == [True, False]


def test_a_secret_that_has_leaked_can_be_replaced_at_once(db: None, receiver: Receiver) -> None:
    endpoint, leaked = services.add(club=CLUB, url=receiver.url)
    services.rotate(found=endpoint, overlap=timedelta(hours=24))
    new = services.rotate(found=endpoint, overlap=timedelta())
    services.announce(news())
    drain(endpoint.id)
    assert _signed_by(receiver, new, leaked) == [True, False]
    services.rotate(found=endpoint, overlap=timedelta(hours=1))
    assert endpoint.secrets.count() == 2  # what has expired is gone


def test_secrets_are_read_after_the_keys_of_the_ring_were_replaced(
    endpoint: Endpoint, receiver: Receiver, settings: Settings
) -> None:
    first = new_key()
    settings.TRUCO_KEYS = first
    secret = services.rotate(found=endpoint, overlap=timedelta())
    settings.TRUCO_KEYS = f"{new_key()},{first}"
    services.announce(news())
    drain(endpoint.id)
    assert _signed_by(receiver, secret) == [True]

"""Registering and revoking keys."""

from uuid import UUID

from truco_api.accounts.models import User
from truco_api.checkpoints.statements import verify
from truco_api.devicekeys.errors import KeyNotFound, KeyRevoked, SignatureWrong, TooManyKeys
from truco_api.devicekeys.events import (
    CODEC,
    DeviceKeyRegistered,
    DeviceKeyRevoked,
    registration,
    stream_of,
)
from truco_api.devicekeys.models import DeviceKey
from truco_api.eventstore import unit_of_work

AT_MOST = 20


def register(*, user: User, public_key: str, signature: str, name: str) -> DeviceKey:
    """Give the account a key of a device; the same key again changes nothing.

    Raises SignatureWrong when the device does not show that it holds the key, KeyRevoked, TooManyKeys.
    """
    if not verify(public_key, signature, registration(user.pk, public_key)):
        raise SignatureWrong(field="signature")
    with unit_of_work(stream_of(user.pk), actor=user.actor) as unit:
        known = DeviceKey.objects.filter(user=user, public_key=public_key).first()
        if known is not None and known.revoked_at is not None:
            raise KeyRevoked
        if known is not None:
            return known
        if DeviceKey.objects.filter(user=user, revoked_at=None).count() >= AT_MOST:
            raise TooManyKeys
        unit.append([CODEC.encode(DeviceKeyRegistered(public_key, signature))])
        return DeviceKey.objects.create(user=user, public_key=public_key, name=name, registered_at=unit.now)


def revoke(*, user: User, key_id: UUID) -> None:
    """Let the account sign with this key no more; KeyNotFound if it is none of theirs."""
    with unit_of_work(stream_of(user.pk), actor=user.actor) as unit:
        key = DeviceKey.objects.filter(user=user, pk=key_id).first()
        if key is None:
            raise KeyNotFound
        if key.revoked_at is None:
            unit.append([CODEC.encode(DeviceKeyRevoked(key.public_key))])
            DeviceKey.objects.filter(pk=key.pk).update(revoked_at=unit.now)

"""Devices that can be woken: bound to an account and to its being signed in there."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils import timezone
from push_notifications.models import APNSDevice, GCMDevice, WebPushDevice

from truco_api.accounts.models import User
from truco_api.notices import push
from truco_api.notices.errors import PushNotConfigured, PushTargetRefused
from truco_api.notices.models import Device, Platform
from truco_api.webhooks import targets
from truco_api.webhooks.errors import WebhookTargetRefused, WebhookTargetUnknown

ADDRESSES: dict[str, type[Any]] = {
    Platform.FCM: GCMDevice,
    Platform.APNS: APNSDevice,
    Platform.WEBPUSH: WebPushDevice,
}


def devices_of(user: User) -> QuerySet[Device]:
    """The account's devices that can be woken."""
    return Device.objects.filter(user=user).select_related("signed_in")


@transaction.atomic
def register(*, user: User, signed_in: UUID, platform: str, token: str, **keys: str) -> Device:
    """Have this device woken for this account from now on, and for no other.

    A device has one address at a time, and an address one device: the last registration holds. `keys` are
    `p256dh` and `auth` of a browser.
    """
    if not push.configured(platform):
        raise PushNotConfigured(platform=platform)
    if platform == Platform.WEBPUSH:
        _check(token)
    Device.objects.filter(signed_in_id=signed_in).delete()
    kind = ADDRESSES[platform]
    for old in Device.objects.filter(**{f"{platform}__registration_id": token}):
        old.delete()
    kind.objects.filter(registration_id=token).delete()
    address = kind.objects.create(
        registration_id=token, user=user, application_id=platform, active=True, **keys
    )
    return Device.objects.create(
        user=user,
        signed_in_id=signed_in,
        platform=platform,
        created_at=timezone.now(),
        **{platform: address},
    )


def unregister(*, user: User, device_id: UUID) -> bool:
    """Wake it no more; False when the account has no such device."""
    return bool(Device.objects.filter(user=user, id=device_id).delete()[0])


@receiver(post_delete, sender=Device, dispatch_uid="truco_api.notices.devices")
def _forget_address(instance: Device, **_more: Any) -> None:
    """The library's row goes along, however the device went: signed out, gone, or the account deleted."""
    ids = {"fcm": instance.fcm_id, "apns": instance.apns_id, "webpush": instance.webpush_id}
    for platform, pk in ids.items():
        if pk is not None:
            ADDRESSES[platform].objects.filter(pk=pk).delete()


def _check(url: str) -> None:
    try:
        targets.check(url)
    except (WebhookTargetRefused, WebhookTargetUnknown) as refusal:
        raise PushTargetRefused(field="token") from refusal

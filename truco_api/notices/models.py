"""The inbox, what a person wishes, and the wake-ups for their devices."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from push_notifications.models import APNSDevice, GCMDevice, WebPushDevice

from truco_api.accounts.models import Token


class Level(models.TextChoices):
    """How far a kind may go: not even into the inbox; the inbox; a wake-up; one at night as well."""

    OFF = "off"
    INBOX = "inbox"
    PUSH = "push"
    ALWAYS = "always"


class Wishes(models.Model):
    """What a person wishes: `levels` by kind (without one: push), and hours in which no device is woken."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    time_zone = models.CharField(max_length=64, default="America/Sao_Paulo")
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_until = models.TimeField(null=True, blank=True)
    levels = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name_plural = "wishes"

    def __str__(self) -> str:
        return f"{self.user_id}"

    def level(self, kind: str) -> str:
        """How far notices of this kind may go."""
        return str(self.levels.get(kind, Level.PUSH))


class Notice(models.Model):
    """Something a person is to know, once for each `cause`. One that is to come has a `due_at` and has not
    appeared; `wake_at` is when devices are to be woken for it, if they still are to be."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=32)
    cause = models.CharField(max_length=200)
    params = models.JSONField(default=dict)
    link = models.CharField(max_length=200, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    appeared_at = models.DateTimeField(null=True, blank=True)
    read_at = models.DateTimeField(null=True, blank=True)
    wake_at = models.DateTimeField(null=True, blank=True)
    woken_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "cause"], name="notices_never_twice")
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "-appeared_at", "-id"], name="notices_inbox"),
            models.Index(
                fields=["user"],
                name="notices_unread",
                condition=Q(appeared_at__isnull=False, read_at__isnull=True),
            ),
            models.Index(fields=["due_at"], name="notices_to_come", condition=Q(due_at__isnull=False)),
            models.Index(fields=["wake_at"], name="notices_to_wake", condition=Q(wake_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id}"


class Mark(models.Model):
    """How far something that is looked at again and again has been looked at."""

    name = models.CharField(max_length=32, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.at}"


class Platform(models.TextChoices):
    """Whose push service reaches a device."""

    FCM = "fcm"
    APNS = "apns"
    WEBPUSH = "webpush"


class Device(models.Model):
    """A device that can be woken, for as long as it is signed in; the library's own row holds its address."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    signed_in = models.OneToOneField(Token, on_delete=models.CASCADE, related_name="push_device")
    platform = models.CharField(max_length=8, choices=Platform.choices)
    fcm = models.OneToOneField(GCMDevice, null=True, on_delete=models.CASCADE, related_name="+")
    apns = models.OneToOneField(APNSDevice, null=True, on_delete=models.CASCADE, related_name="+")
    webpush = models.OneToOneField(WebPushDevice, null=True, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return f"{self.platform} of {self.user_id}"

    @property
    def address(self) -> GCMDevice | APNSDevice | WebPushDevice:
        """The library's row."""
        found = self.fcm or self.apns or self.webpush
        assert found is not None
        return found


class Wake(models.Model):
    """One wake-up of one device. It is `sending` from before it is sent until it is known what came of it.

    One that stays so belonged to a process that died, and is not sent again.
    """

    class Status(models.TextChoices):
        """What has become of it."""

        WAITING = "waiting"
        SENDING = "sending"
        SENT = "sent"
        SKIPPED = "skipped"
        UNCLEAR = "unclear"
        FAILED = "failed"

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="wakes")
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.WAITING)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, blank=True)
    tries = models.IntegerField(default=0)
    problem = models.CharField(max_length=200, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="notices_wakes_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["created_at"], name="notices_wakes_old"),
        ]

    def __str__(self) -> str:
        return f"{self.device_id} {self.status}"

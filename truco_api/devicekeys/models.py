"""The keys as they are looked up. That they were registered and revoked stands in streams of their own."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class DeviceKey(models.Model):
    """A public key of an account. Its name is known to the account alone."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="device_keys")
    public_key = models.CharField(max_length=64)
    name = models.CharField(_("name"), max_length=80, blank=True)
    registered_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("device key")
        verbose_name_plural = _("device keys")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "public_key"], name="devicekeys_once_an_account")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.name}".strip()

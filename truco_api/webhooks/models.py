"""Endpoints, their secrets, and what was, is being or is to be sent to them.

A delivery is one message for one endpoint. As long as it waits it has a `due_at`, which the sweep finds; the
`position` gives the order in which an endpoint hears of things.
"""

import uuid
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q


class Endpoint(models.Model):
    """Where a club wants to be told of what. No `types` are all types."""

    class Why(models.TextChoices):
        """Who or what has switched it off."""

        OWNER = "owner"
        GONE = "gone"
        FAILING = "failing"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    # Clubs stand on a floor above; whoever deletes a club calls `services.forget_club`.
    club = models.UUIDField(editable=False)
    url = models.TextField(max_length=2000)
    description = models.CharField(max_length=200, blank=True)
    types = ArrayField(models.CharField(max_length=64), default=list, blank=True)
    created_at = models.DateTimeField()
    disabled = models.CharField(max_length=16, choices=Why.choices, blank=True)
    disabled_at = models.DateTimeField(null=True, blank=True)
    failing_since = models.DateTimeField(null=True, blank=True)
    failures = models.IntegerField(default=0, help_text="In a row.")
    paused_until = models.DateTimeField(null=True, blank=True)
    claim = models.UUIDField(null=True, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes: ClassVar = [models.Index(fields=["club"], name="webhooks_of_a_club")]

    def __str__(self) -> str:
        return self.url

    @property
    def enabled(self) -> bool:
        """Whether it is told of anything."""
        return not self.disabled


class Secret(models.Model):
    """A key with which an endpoint's messages are signed, sealed; one without `expires_at` is the newest."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    endpoint = models.ForeignKey(Endpoint, on_delete=models.CASCADE, related_name="secrets")
    box = models.TextField()
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["endpoint"], condition=Q(expires_at__isnull=True), name="webhooks_one_newest_secret"
            )
        ]

    def __str__(self) -> str:
        return f"{self.endpoint_id} {self.created_at}"


class Message(models.Model):
    """What is told, in the very bytes that every attempt sends. Its id follows from its cause."""

    id = models.UUIDField(primary_key=True, editable=False)
    club = models.UUIDField(editable=False)
    type = models.CharField(max_length=64)
    body = models.TextField()
    happened_at = models.DateTimeField()
    created_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["club", "happened_at"], name="webhooks_messages_since"),
            models.Index(fields=["created_at"], name="webhooks_messages_old"),
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.id}"

    @property
    def webhook_id(self) -> str:
        """The id that receivers tell repetitions by."""
        return f"msg_{self.id.hex}"


class Delivery(models.Model):
    """One message for one endpoint. `tries` are those since it was last asked for, `sent` all of them."""

    class Status(models.TextChoices):
        """What has become of it."""

        WAITING = "waiting"
        DELIVERED = "delivered"
        FAILED = "failed"
        STOPPED = "stopped"

    position = models.BigAutoField(primary_key=True)
    id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="deliveries")
    endpoint = models.ForeignKey(Endpoint, on_delete=models.CASCADE, related_name="deliveries")
    status = models.CharField(max_length=16, choices=Status.choices, default=Status.WAITING)
    due_at = models.DateTimeField(null=True, blank=True)
    tries = models.IntegerField(default=0)
    sent = models.IntegerField(default=0)
    created_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["message", "endpoint"], name="webhooks_told_once")
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="webhooks_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["endpoint", "-position"], name="webhooks_log"),
        ]

    def __str__(self) -> str:
        return f"{self.message_id} to {self.endpoint_id}"


class Attempt(models.Model):
    """One try: the status that was answered, or what went wrong instead; a short excerpt of the answer."""

    delivery = models.ForeignKey(Delivery, on_delete=models.CASCADE, related_name="attempts")
    number = models.IntegerField()
    at = models.DateTimeField()
    duration_ms = models.IntegerField()
    status = models.IntegerField(null=True)
    problem = models.CharField(max_length=32, blank=True)
    excerpt = models.TextField(blank=True)

    class Meta:
        ordering = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["delivery", "number"], name="webhooks_one_attempt_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.delivery_id} #{self.number}: {self.status or self.problem}"

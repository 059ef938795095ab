"""Who is connected, as the stream processes know it. Nothing is judged by it, and no command writes it."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models


class StreamProcess(models.Model):
    """One stream process; what it says of its clients holds as long as it is heard of."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    beat_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.id)


class Connection(models.Model):
    """An account that is connected to a stream process, on one device or several."""

    process = models.ForeignKey(StreamProcess, on_delete=models.CASCADE, related_name="connections")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["process", "user"], name="presence_once_a_process")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.process_id}"


class Absence(models.Model):
    """When an account was last seen to leave a stream process."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user_id} since {self.since}"

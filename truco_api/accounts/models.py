"""Who uses the system: Django's own user, under our own name from the first migration."""

import uuid

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """An account. `id` is a random UUID, so that ids tell nothing."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    display_name = models.CharField(max_length=80, blank=True)
    language = models.CharField(max_length=8, blank=True)

"""Who uses the system: Django's own user, under our own name from the first migration, and the tokens
of its devices."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Upper
from django.utils.translation import gettext_lazy as _


class AccountManager(UserManager["User"]):
    """Finds a name however it is capitalised: "Ana" and "ana" are one account."""

    def get_by_natural_key(self, username: str | None) -> "User":
        """The account of this name; User.DoesNotExist without one."""
        return self.get(username__iexact=self.model.normalize_username(username or ""))


class User(AbstractUser):
    """An account. `id` is a random UUID, so that ids tell nothing."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    display_name = models.CharField(_("display name"), max_length=80, blank=True)
    language = models.CharField(_("language"), max_length=8, blank=True, choices=settings.LANGUAGES)

    guest = models.BooleanField(default=False, help_text="Plays with a name alone, and was not claimed yet.")

    club_only: uuid.UUID | None = None
    """The one club in which this account may act here: the request came by a token of that club."""

    objects: ClassVar[AccountManager] = AccountManager()

    class Meta(AbstractUser.Meta):
        constraints = [
            # UPPER, because that is what Django's iexact asks PostgreSQL for: the lookup finds this index.
            models.UniqueConstraint(Upper("username"), name="accounts_user_name_in_any_case"),
        ]

    @property
    def shown_name(self) -> str:
        """What others read: the display name, or the account's name without one."""
        return self.display_name or self.username

    @property
    def actor(self) -> str:
        """How events name this account: `user:<uuid>`."""
        return actor_of(self.pk)


def actor_of(account: uuid.UUID) -> str:
    """How events name an account: `user:<uuid>`."""
    return f"user:{account}"


class Token(models.Model):
    """One device of an account, signed in. The token itself is known to the device alone."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    digest = models.BinaryField(
        max_length=32, unique=True, null=True, help_text="Of its long-lived token, if it has one."
    )
    device = models.CharField(_("device"), max_length=80, blank=True)
    created_at = models.DateTimeField()
    # Null, since devices without a session must not count as having the same one.
    session_key = models.CharField(  # noqa: DJ001
        max_length=40, null=True, unique=True, help_text="Of the session in which it changes its account."
    )
    seen_on = models.DateField(help_text="The last day on which it was used: one write a day, not a request.")

    class Meta:
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return f"{self.user_id} {self.device}".strip()


class RefreshToken(models.Model):
    """One of the tokens by which a device gets its next access token; used once.

    Used ones are remembered for a while, because a second use says that somebody has stolen one.
    """

    device = models.ForeignKey(Token, on_delete=models.CASCADE, related_name="refresh_tokens")
    digest = models.BinaryField(max_length=32, unique=True)
    issued_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    key_digest = models.BinaryField(max_length=32, null=True, help_text="Of the request that used it.")

    class Meta:
        ordering = ["issued_at", "id"]

    def __str__(self) -> str:
        return f"of {self.device_id}"


class Scope(models.TextChoices):
    """What a club's program may be allowed to do; each but `read` is about writing."""

    READ = "read"
    CHAMPIONSHIPS = "championships"
    ENTRIES = "entries"
    RESULTS = "results"
    PERSONS = "persons"


class ApiToken(models.Model):
    """A token for a program of one club, which acts as its maker and never beyond that club."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    club = models.UUIDField(db_index=True)
    name = models.CharField(max_length=80)
    scopes = ArrayField(models.CharField(max_length=16, choices=Scope.choices))
    digest = models.BinaryField(max_length=32, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return self.name


class Attempts(models.Model):
    """How often something guarded was tried from one place in the current window of time."""

    key = models.BinaryField(max_length=32, primary_key=True)
    window = models.BigIntegerField(help_text="The window's number since 1970; an older one counts nothing.")
    expires_at = models.DateTimeField(db_index=True)
    count = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.count} in window {self.window}"

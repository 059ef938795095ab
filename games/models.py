"""What lists of games are read from: it follows from the events, `manage.py rebuild games` makes it anew, and
a command updates it in its own transaction (`games.projections`). And what is no history of a game:
invitations, requests for a quick match, strengths, reports of conduct."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.rules.table import Phase


class Game(models.Model):
    """One game as lists show it, and as the sweep finds it (`due_at`)."""

    id = models.UUIDField(primary_key=True, editable=False)
    version = models.IntegerField()
    phase = models.TextField(choices=[(phase.value, phase.value) for phase in Phase])
    variant = models.TextField()
    options = models.JSONField(default=dict)
    players = models.SmallIntegerField()
    public = models.BooleanField()
    owner = models.TextField(db_collation="C")
    origin = models.TextField(null=True, db_collation="C")  # noqa: DJ001 - no origin is not an empty one
    free_seats = models.SmallIntegerField()
    score = ArrayField(models.SmallIntegerField())
    hands = models.IntegerField(default=0)
    winner = models.SmallIntegerField(null=True)
    awaited = ArrayField(models.SmallIntegerField(), default=list)
    opened_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, help_text=_("When the server must act by itself."))
    claimed_until = models.DateTimeField(null=True, help_text=_("A sweep is at work on it until then."))

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="games_due", condition=Q(due_at__isnull=False)),
            models.Index(
                fields=["-opened_at", "-id"], name="games_open", condition=Q(phase="open", public=True)
            ),
            models.Index(fields=["changed_at"], name="games_standing", condition=Q(phase="playing")),
            models.Index(fields=["origin"], name="games_origin", condition=Q(origin__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.id}"


class Place(models.Model):
    """Who sits where. A bot's place has no user."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="places")
    seat = models.SmallIntegerField()
    holder = models.TextField(db_collation="C")
    # No constraint on the account: places are rebuilt from events, which outlive it.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="+",
    )

    class Meta:
        verbose_name = _("place")
        verbose_name_plural = _("places")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seat"], name="games_one_at_a_place")
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.seat}: {self.holder}"


class Invitation(models.Model):
    """Somebody at a table invites: one account (`to`), or whoever has the code."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.UUIDField(db_index=True)
    code = models.CharField(max_length=16, unique=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    to = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering: ClassVar = ["-created_at", "-id"]

    def __str__(self) -> str:
        return f"{self.code} to {self.game}"


class MatchRequest(models.Model):
    """Somebody wants to play at once, with whoever wants the same (`pool`) and is about as strong."""

    class Status(models.TextChoices):
        """What became of it."""

        WAITING = "waiting"
        MATCHED = "matched"
        CANCELLED = "cancelled"
        EXPIRED = "expired"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    pool = models.CharField(max_length=64)
    wish = models.JSONField()
    strength = models.IntegerField()
    fill_with_bots = models.BooleanField()
    status = models.CharField(max_length=16, choices=Status.choices, default=Status.WAITING)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    game = models.UUIDField(null=True)

    class Meta:
        verbose_name = _("request for a quick match")
        verbose_name_plural = _("requests for a quick match")
        ordering: ClassVar = ["-created_at", "-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(status="waiting"), name="games_one_waits_once"
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["pool", "created_at"], name="games_waiting", condition=Q(status="waiting"))
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.status}"


class Strength(models.Model):
    """How strong an account is taken to be in a variant, by the free games it has finished against people."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    variant = models.TextField()
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.IntegerField(default=0)

    class Meta:
        verbose_name = _("strength")
        verbose_name_plural = _("strengths")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "variant"], name="games_one_strength_a_variant")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.variant} {self.mu:.1f}"


class ConductReport(models.Model):
    """A player reports another of the same game. For staff and arbiters; never for who is reported."""

    class Kind(models.TextChoices):
        """What it is about."""

        INSULT = "insult"
        STALLING = "stalling"
        COLLUSION = "collusion"
        CHEATING = "cheating"
        OTHER = "other"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.UUIDField()
    origin = models.TextField(blank=True, db_index=True)
    version = models.IntegerField(help_text=_("How far the game had come."))
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    reported = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    seat = models.SmallIntegerField()
    kind = models.CharField(max_length=16, choices=Kind.choices)
    text = models.TextField(max_length=2000, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("report of conduct")
        verbose_name_plural = _("reports of conduct")
        ordering: ClassVar = ["-created_at", "-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "reporter", "seat"], name="games_one_report_each")
        ]

    def __str__(self) -> str:
        return f"{self.kind} in {self.game}"

"""What lists of games are read from. Everything here follows from the events: `manage.py rebuild games`
makes it anew, and a command updates it in its own transaction (`games.projections`)."""

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

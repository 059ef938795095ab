"""The tables of the store. Events and feed only ever grow: triggers and rights see to it."""

from typing import ClassVar

import pgtrigger
from django.db import models

_REFUSAL = """
RAISE EXCEPTION '% only grows: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
"""


def append_only() -> list[pgtrigger.Trigger]:
    """Triggers that refuse to change or take away a row, whoever asks, the owner included."""
    return [
        pgtrigger.Trigger(
            name="keep_rows",
            when=pgtrigger.Before,
            operation=pgtrigger.Update | pgtrigger.Delete,
            func=_REFUSAL,
        ),
        pgtrigger.Trigger(
            name="keep_table",
            when=pgtrigger.Before,
            operation=pgtrigger.Truncate,
            level=pgtrigger.Statement,
            func=_REFUSAL,
        ),
    ]


class Head(models.Model):
    """How far a stream has come: the row every command of that stream locks."""

    # Compared as bytes: no locale's rules, and prefixes ("game-%") can use the index.
    stream = models.TextField(primary_key=True, db_collation="C")
    version = models.IntegerField()
    hash = models.BinaryField()
    at = models.DateTimeField()

    class Meta:
        verbose_name = "stream"

    def __str__(self) -> str:
        return f"{self.stream} at {self.version}"


class Event(models.Model):
    """What happened, for good; `data` is canonical JSON, hashed as it stands."""

    pk = models.CompositePrimaryKey("stream", "version")
    stream = models.TextField(db_collation="C")
    version = models.IntegerField()
    type = models.TextField()
    data = models.TextField()
    at = models.DateTimeField()
    actor = models.TextField()
    hash = models.BinaryField()

    class Meta:
        triggers: ClassVar = append_only()

    def __str__(self) -> str:
        return f"{self.stream}:{self.version} {self.type}"


class Resealed(models.Model):
    """The seal of an event once more, under a newer key: its own key can then be retired."""

    pk = models.CompositePrimaryKey("stream", "version")
    stream = models.TextField(db_collation="C")
    version = models.IntegerField()
    box = models.TextField()

    class Meta:
        verbose_name_plural = "resealed"

    def __str__(self) -> str:
        return f"{self.stream}:{self.version}"


class Outbox(models.Model):
    """Versions `first` to `last` of a stream, committed and not yet in the feed.

    Its key leads with the time, so that a relay reads from the oldest on; within a stream time never runs
    backwards, so the order of versions is kept. Nothing here is numbered across streams.
    """

    pk = models.CompositePrimaryKey("at", "stream", "first")
    at = models.DateTimeField()
    stream = models.TextField(db_collation="C")
    first = models.IntegerField()
    last = models.IntegerField()

    def __str__(self) -> str:
        return f"{self.stream}:{self.first}-{self.last}"


class Place(models.Model):
    """An event's place in the feed of all streams: positions are 1, 2, 3, … without a gap."""

    position = models.BigIntegerField(primary_key=True)
    stream = models.TextField(db_collation="C")
    version = models.IntegerField()

    class Meta:
        db_table = "eventstore_feed"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stream", "version"], name="feed_places_an_event_once")
        ]
        triggers: ClassVar = append_only()

    def __str__(self) -> str:
        return f"{self.position}: {self.stream}:{self.version}"


class Checkpoint(models.Model):
    """How far a subscriber has read the feed, and what stopped it there, if anything did."""

    name = models.TextField(primary_key=True)
    position = models.BigIntegerField(default=0)
    attempts = models.IntegerField(default=0)
    error = models.TextField(default="", blank=True)
    retry_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.name} at {self.position}"


class Receipt(models.Model):
    """The answer given to an idempotency key, so that a repetition gets the same."""

    pk = models.CompositePrimaryKey("actor", "key")
    actor = models.TextField(db_collation="C")
    key = models.TextField(db_collation="C")
    body = models.TextField()
    status = models.SmallIntegerField()
    answer = models.TextField()
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.actor} {self.key}"

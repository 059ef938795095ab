"""The tree and its signed roots. All of it only grows: triggers and rights see to it, as with events."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models

from truco_api.eventstore.models import append_only


class Signed(models.Model):
    """A checkpoint: `statement` is canonical JSON, signed as it stands; `position` is how far the feed was
    read for it."""

    number = models.BigIntegerField(primary_key=True)
    size = models.BigIntegerField()
    statement = models.TextField()
    signatures = ArrayField(models.TextField())
    position = models.BigIntegerField()

    class Meta:
        verbose_name = "checkpoint"
        triggers: ClassVar = append_only()

    def __str__(self) -> str:
        return f"checkpoint {self.number} of {self.size} heads"


class SigningKey(models.Model):
    """A public key, the checkpoint that it signed first, and the key that has handed over to it there."""

    public = models.TextField(primary_key=True)
    first = models.BigIntegerField(unique=True)
    before = models.TextField(null=True)  # noqa: DJ001 - the first key has none before it

    class Meta:
        triggers: ClassVar = append_only()

    def __str__(self) -> str:
        return f"{self.public} from {self.first}"


class Tag(models.Model):
    """Under which name, that tells nothing, a stream stands in the tree: a hash of its own and a blind."""

    stream = models.TextField(primary_key=True, db_collation="C")
    blind = models.TextField()
    tag = models.TextField(unique=True)

    class Meta:
        triggers: ClassVar = append_only()

    def __str__(self) -> str:
        return f"{self.stream}: {self.tag}"


class Entry(models.Model):
    """A leaf: the head of a stream, as it was when this checkpoint was made."""

    index = models.BigIntegerField(primary_key=True)
    checkpoint = models.BigIntegerField(db_index=True)
    stream = models.TextField(db_collation="C")
    version = models.IntegerField()
    hash = models.BinaryField()

    class Meta:
        verbose_name_plural = "entries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stream", "version"], name="checkpoints_hold_a_head_once")
        ]
        triggers: ClassVar = append_only()

    def __str__(self) -> str:
        return f"{self.index}: {self.stream}:{self.version}"


class Node(models.Model):
    """The hash of a full subtree; `level` 0 are the leaves."""

    pk = models.CompositePrimaryKey("level", "place")
    level = models.SmallIntegerField()
    place = models.BigIntegerField()
    hash = models.BinaryField()

    class Meta:
        triggers: ClassVar = append_only()

    def __str__(self) -> str:
        return f"{self.level}/{self.place}"


class Held(models.Model):
    """A stream that has grown and waits to be collected, because its growing must not show yet."""

    stream = models.TextField(primary_key=True, db_collation="C")

    class Meta:
        verbose_name_plural = "held"

    def __str__(self) -> str:
        return self.stream

"""Tables of the tournaments app.

Clubs, members, persons and invitations are plain records. A championship is its events; the rows named
`…Row` are read models, folded from the events and never written by anything else.
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

from truco_api.accounts.names import deleted_player


class Role(models.TextChoices):
    """What a member may do in a club; an owner may also do whatever an organizer may."""

    OWNER = "owner"
    ORGANIZER = "organizer"
    ARBITER = "arbiter"
    SCORER = "scorer"
    PLAYER = "player"


class Club(models.Model):
    """Those who run championships together."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=80)
    city = models.CharField(max_length=80, blank=True)
    about = models.TextField(max_length=2000, blank=True)
    time_zone = models.CharField(
        max_length=64, default="America/Sao_Paulo", help_text="By whose clock pages and papers tell the time."
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return self.name


class Person(models.Model):
    """Somebody who plays: with an account, or registered at the door by name and claimed later.

    `club` is the club whose organizer registered the person; an account's own person has none.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=80)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="persons"
    )
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.CASCADE, related_name="persons")
    claim_digest = models.CharField(max_length=64, null=True, blank=True, unique=True)
    claim_until = models.DateTimeField(null=True, blank=True, help_text="Until when the code is good.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["account"], condition=models.Q(club__isnull=True), name="one_own_person_an_account"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def shown_name(self) -> str:
        """What others read: the name, unless it was forgotten."""
        return self.name or deleted_player()


class Membership(models.Model):
    """One person's place in one club, with its roles."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="memberships")
    roles = ArrayField(models.CharField(max_length=16, choices=Role.choices))
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-joined_at", "-id"]
        constraints = [models.UniqueConstraint(fields=["club", "person"], name="one_membership_a_club")]

    def __str__(self) -> str:
        return f"{self.person_id} in {self.club_id}"


class Invitation(models.Model):
    """A club asks an account to become a member with these roles."""

    class Status(models.TextChoices):
        """What became of it."""

        PENDING = "pending"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_invitations"
    )
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    roles = ArrayField(models.CharField(max_length=16, choices=Role.choices))
    status = models.CharField(max_length=16, choices=Status.choices, default=Status.PENDING)
    created_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "account"], condition=models.Q(status="pending"), name="one_open_invitation"
            )
        ]

    def __str__(self) -> str:
        return f"{self.account_id} to {self.club_id}"


class ChampionshipRow(models.Model):
    """A championship as lists show it; `body` is what its own address answers."""

    id = models.UUIDField(primary_key=True, editable=False)
    # No constraint in the database on what follows from events: it is rebuilt from them, and they stay.
    club = models.ForeignKey(
        Club, on_delete=models.DO_NOTHING, db_constraint=False, related_name="championships"
    )
    name = models.CharField(max_length=200)
    phase = models.CharField(max_length=16)
    version = models.IntegerField()
    variant = models.CharField(max_length=32)
    online = models.BooleanField()
    body = models.JSONField()
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = "championship"
        ordering = ["-created_at", "-id"]
        indexes = [models.Index(fields=["-created_at", "-id"], name="championships_newest")]

    def __str__(self) -> str:
        return self.name


class EntryName(models.Model):
    """What an entry was called by one event, apart from its stream (`tournaments.personal`)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    entry = models.UUIDField(db_index=True)
    name = models.CharField(max_length=200)
    salt = models.CharField(max_length=32)

    class Meta:
        verbose_name = "name of an entry"
        verbose_name_plural = "names of entries"

    def __str__(self) -> str:
        return self.name


class EntryRow(models.Model):
    """One entry; `members` and `reserves` are ids of persons, `number` its place in the order of registration
    (from 1)."""

    id = models.UUIDField(primary_key=True, editable=False)
    championship = models.ForeignKey(
        ChampionshipRow, on_delete=models.DO_NOTHING, db_constraint=False, related_name="entries"
    )
    number = models.IntegerField()
    name = models.CharField(max_length=200)
    members = ArrayField(models.UUIDField())
    reserves = ArrayField(models.UUIDField(), default=list)
    club = models.TextField(null=True)  # noqa: DJ001 - of no club is not of a club without a name
    rank = models.IntegerField(null=True)
    confirmed = models.BooleanField()
    paid = models.BooleanField()
    checked_in = models.BooleanField()
    out = models.CharField(max_length=16, blank=True)

    class Meta:
        verbose_name = "entry"
        verbose_name_plural = "entries"
        ordering = ["number", "id"]
        indexes = [
            models.Index(fields=["championship", "number"], name="entries_in_order"),
            GinIndex(fields=["members"], name="entries_of_a_person"),
            GinIndex(fields=["reserves"], name="entries_of_a_reserve"),
        ]

    def __str__(self) -> str:
        return self.name


class MatchRow(models.Model):
    """One match, `id` being "<championship>/<match>"; `position` is its place in the plan (from 1)."""

    id = models.TextField(primary_key=True, editable=False)
    championship = models.ForeignKey(
        ChampionshipRow, on_delete=models.DO_NOTHING, db_constraint=False, related_name="matches"
    )
    match = models.CharField(max_length=32)
    position = models.IntegerField()
    status = models.CharField(max_length=16)
    decided_at = models.DateTimeField(null=True)
    home = models.UUIDField(null=True)
    away = models.UUIDField(null=True)
    body = models.JSONField()

    class Meta:
        verbose_name = "match"
        verbose_name_plural = "matches"
        ordering = ["position", "id"]
        indexes = [
            models.Index(fields=["championship", "position"], name="matches_in_order"),
            models.Index(fields=["championship", "-decided_at"], name="matches_newest_result"),
        ]

    def __str__(self) -> str:
        return self.id


class DisputeRow(models.Model):
    """One dispute, `id` being "<championship>/<dispute>": who has to rule on it until `due_at`."""

    id = models.TextField(primary_key=True, editable=False)
    championship = models.ForeignKey(
        ChampionshipRow, on_delete=models.DO_NOTHING, db_constraint=False, related_name="disputes"
    )
    dispute = models.CharField(max_length=16)
    match = models.CharField(max_length=32)
    position = models.IntegerField()
    status = models.CharField(max_length=16)
    instance = models.CharField(max_length=16)
    arbiter = models.UUIDField(null=True, help_text="The account asked to rule from outside.")
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "dispute"
        ordering = ["due_at", "opened_at", "id"]
        indexes = [
            models.Index(fields=["championship", "position"], name="disputes_in_order"),
            models.Index(fields=["status"], name="disputes_by_status"),
            models.Index(
                fields=["arbiter"], name="disputes_of_an_arbiter", condition=models.Q(arbiter__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return self.id


class Photo(models.Model):
    """A picture sent for a match, under the hash of its bytes; events name it by the hash and never hold it.

    It is kept in the database, so that every web process has it and a backup is whole.
    """

    championship = models.ForeignKey(
        ChampionshipRow, on_delete=models.DO_NOTHING, db_constraint=False, related_name="photos"
    )
    match = models.CharField(max_length=32)
    sha256 = models.CharField(max_length=64)
    content = models.BinaryField()
    width = models.IntegerField()
    height = models.IntegerField()
    sent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    sent_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["sent_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["championship", "match", "sha256"], name="one_photo_a_match")
        ]

    def __str__(self) -> str:
        return self.sha256


class PlacingRow(models.Model):
    """What an entry has done in a championship that is over; `id` is the entry's.

    `place` is None where it came to none; legs and tentos are (own, of its opponents), as they counted.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    championship = models.ForeignKey(
        ChampionshipRow, on_delete=models.DO_NOTHING, db_constraint=False, related_name="placings"
    )
    place = models.IntegerField(null=True)
    played = models.IntegerField()
    won = models.IntegerField()
    legs = ArrayField(models.IntegerField(), size=2)
    tentos = ArrayField(models.IntegerField(), size=2)

    class Meta:
        verbose_name = "placing"

    def __str__(self) -> str:
        return f"{self.id} {self.place}"


class RatedMatch(models.Model):
    """A match that counts for ratings, `id` being "<championship>/<match>"; sides are ids of persons.

    `winner` is 0 or 1, None for a draw or (with `void`) for a result that was taken back. `folded` says
    whether the ratings as they stand know this of it, `counted` whether they know any result of it.
    """

    id = models.TextField(primary_key=True, editable=False)
    decided_at = models.DateTimeField()
    home = ArrayField(models.UUIDField())
    away = ArrayField(models.UUIDField())
    winner = models.SmallIntegerField(null=True)
    void = models.BooleanField(default=False)
    folded = models.BooleanField(default=False)
    counted = models.BooleanField(default=False)

    class Meta:
        ordering = ["decided_at", "id"]
        verbose_name_plural = "rated matches"
        indexes = [
            models.Index(fields=["decided_at", "id"], name="rated_in_order"),
            models.Index(fields=["folded"], name="rated_not_yet", condition=models.Q(folded=False)),
        ]

    def __str__(self) -> str:
        return self.id


class Rating(models.Model):
    """How strong a person is taken to be: a normal distribution of mean `mu` and deviation `sigma`.

    Persons of one account share the rating of the account's own person.
    """

    person = models.UUIDField(primary_key=True, editable=False)
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.IntegerField()
    won = models.IntegerField()
    value = models.IntegerField(help_text="What is shown: a strength that the person very probably has.")

    class Meta:
        ordering = ["-value", "person"]
        indexes = [models.Index(fields=["-value", "person"], name="ratings_from_the_top")]

    def __str__(self) -> str:
        return f"{self.person} {self.value}"


class Season(models.Model):
    """Several championships with one table; `rules` are the fields of `rules.formats.season.SeasonRules`.

    With a `document` (`rules.season_document`, complete), the rules follow from it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=120)
    rules = models.JSONField()
    document = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return self.name


class SeasonPart(models.Model):
    """A championship that counts for a season, its points so many times (0: it is the final, and does not).

    `stage` is that of the season's document whose championship it is, if it is one.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="parts")
    championship = models.ForeignKey(
        ChampionshipRow, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+"
    )
    weight = models.PositiveSmallIntegerField(default=1)
    stage = models.CharField(max_length=16, blank=True)
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["added_at", "id"]
        constraints = [models.UniqueConstraint(fields=["season", "championship"], name="once_in_a_season")]

    def __str__(self) -> str:
        return f"{self.championship_id} in {self.season_id}"


class LegRow(models.Model):
    """Which match a game is a leg of."""

    game_id = models.UUIDField(primary_key=True, editable=False)
    championship = models.ForeignKey(
        ChampionshipRow, on_delete=models.DO_NOTHING, db_constraint=False, related_name="legs"
    )
    match = models.CharField(max_length=32)

    class Meta:
        verbose_name = "leg"

    def __str__(self) -> str:
        return f"{self.championship_id}/{self.match}"


class Wake(models.Model):
    """When the clock must look at a championship again, as of `version`; the sweep finds it here.

    `claimed_until` is the sweep's own: until then somebody is at work on it.
    """

    championship = models.OneToOneField(
        ChampionshipRow, primary_key=True, on_delete=models.DO_NOTHING, db_constraint=False
    )
    version = models.IntegerField()
    due_at = models.DateTimeField(null=True)
    claimed_until = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at"], name="championships_due", condition=models.Q(due_at__isnull=False)
            )
        ]

    def __str__(self) -> str:
        return f"{self.championship_id} at {self.due_at}"

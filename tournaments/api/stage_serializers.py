"""Shapes of stages, tables, penalties, substitutions and previews in JSON."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.championship_serializers import REASON, EntryIdField, MemberSerializer
from tournaments.api.public_serializers import BracketDrawSerializer, NamedEntrySerializer, PlaceSerializer
from tournaments.services.entries import Member

Doc = serializers.Serializer[Any]


class StageDrawSerializer(BracketDrawSerializer):
    """How a stage was drawn; `rows` are groups or first matches that the regulation states literally."""

    rows = serializers.ListField(child=serializers.ListField(child=serializers.CharField(allow_blank=True)))


class WaitingSerializer(Doc):
    """What a stage waits for before it can be drawn: the end of a stage, lots in it, or only the draw."""

    stage = serializers.CharField(allow_null=True)
    lots = serializers.ListField(child=serializers.ListField(child=serializers.UUIDField()))
    draw = serializers.BooleanField(help_text="Nothing is missing: it can be drawn.")
    too_few = serializers.BooleanField(
        help_text="Fewer come than the format can take: the organizer can let it pass."
    )


class ReasonOfRowSerializer(Doc):
    """One step of the explanation of a row."""

    code = serializers.CharField()
    criterion = serializers.CharField(allow_null=True)
    value = serializers.JSONField(allow_null=True)
    others = serializers.ListField(child=serializers.UUIDField(), help_text="The first few compared with.")
    text = serializers.CharField(help_text="In the caller's language.")


class TableRowSerializer(NamedEntrySerializer):
    """One row of a table."""

    rank = serializers.IntegerField()
    club = serializers.CharField(allow_null=True)
    out = serializers.CharField(allow_null=True)
    played = serializers.IntegerField()
    values = serializers.JSONField(help_text="by criterion; null where it never came to it")
    decided_by = serializers.CharField(
        allow_null=True, help_text="What set the entry apart from the row above."
    )
    reasons = ReasonOfRowSerializer(many=True, allow_null=True, help_text="only with explain=true")


class StageTableSerializer(Doc):
    """A table, and the blocks of entries whose order awaits lots."""

    group = serializers.IntegerField(help_text="From 1; 1 where there are no groups.")
    rows = TableRowSerializer(many=True)
    pending = serializers.ListField(child=NamedEntrySerializer(many=True))


class CriterionSerializer(Doc):
    """A criterion of the chain."""

    code = serializers.CharField()
    handbook = serializers.CharField()
    name = serializers.CharField(required=False, help_text="In the caller's language.")


class TieSerializer(Doc):
    """A tie of a knock-out; what its games add up to is given for the first side and the second."""

    tie = serializers.CharField()
    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment]  # a field, not an attribute
    sides = serializers.ListField(child=NamedEntrySerializer(allow_null=True), min_length=2, max_length=2)
    matches = serializers.ListField(child=serializers.CharField(), help_text="Its games so far, by id.")
    won = serializers.ListField(child=serializers.IntegerField(), help_text="Matches won by each.")
    legs = serializers.ListField(child=serializers.IntegerField())
    tentos = serializers.ListField(child=serializers.IntegerField())
    winner = serializers.UUIDField(allow_null=True)
    over = serializers.BooleanField()


class StageSerializer(Doc):
    """A stage of the regulation with its tables, and its places once it is over."""

    id = serializers.CharField()
    name = serializers.CharField()
    format = serializers.CharField()
    tabled = serializers.BooleanField(help_text="Its result is a table, or one for each group.")
    over = serializers.BooleanField()
    waits_for = WaitingSerializer(allow_null=True, help_text="Until it is drawn.")
    draw = StageDrawSerializer(allow_null=True)
    lots = serializers.ListField(child=serializers.UUIDField(), help_text="All lots drawn, best first.")
    criteria = CriterionSerializer(many=True)
    tables = StageTableSerializer(many=True)
    ties = TieSerializer(many=True, help_text="Of a knock-out that is played in ties.")
    places = PlaceSerializer(many=True)


class StageListSerializer(Doc):
    """All stages, in the order of the regulation."""

    version = serializers.IntegerField()
    stages = StageSerializer(many=True)


class StageAnswerSerializer(StageSerializer):
    """A stage, with the championship's version."""

    version = serializers.IntegerField()


class ExplainSerializer(Doc):
    """How much is told."""

    explain = serializers.BooleanField(default=False, help_text="Add to each row why it stands there.")


class ReentrySerializer(Doc):
    """Who plays on."""

    entry = serializers.UUIDField()


class ExtraLegSerializer(Doc):
    """A leg between two entries that were level, in tentos of home and away."""

    home = EntryIdField()
    away = EntryIdField()
    score = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=1000), min_length=2, max_length=2
    )

    def validate_score(self, score: list[int]) -> tuple[int, int]:
        """A pair, as the rules have it."""
        return score[0], score[1]


class ReservesSerializer(Doc):
    """All who may come into the entry from now on."""

    reserves = MemberSerializer(many=True, max_length=100)  # type: ignore[call-arg]  # with many=True it is one

    def validate_reserves(self, reserves: list[dict[str, Any]]) -> list[Member]:
        """Members as the services have them."""
        return [Member(**reserve) for reserve in reserves]


class SubstitutionSerializer(Doc):
    """A reserve comes in for a member; `entry` is for officials, players speak for their own."""

    entry = EntryIdField(required=False, allow_null=True, default=None)
    taken_out = serializers.UUIDField()
    put_in = serializers.UUIDField()


class PenaltySerializer(Doc):
    """An offence of the regulation's table, by one entry or by both sides of a match."""

    entries = serializers.ListField(child=EntryIdField(), min_length=1, max_length=2)
    offence = serializers.CharField(max_length=32)
    reason = serializers.CharField(max_length=REASON)
    match = serializers.CharField(max_length=64, required=False, allow_null=True, default=None)
    leg = serializers.IntegerField(min_value=1, max_value=1000, required=False, allow_null=True, default=None)
    hand = serializers.IntegerField(
        min_value=1, max_value=1000, required=False, allow_null=True, default=None
    )


class EntryOffencesSerializer(NamedEntrySerializer):
    """How often an entry was punished for what."""

    out = serializers.CharField(allow_null=True)
    offences = serializers.DictField(child=serializers.IntegerField())


class PenaltyAnswerSerializer(Doc):
    """The entries after the penalty."""

    entries = EntryOffencesSerializer(many=True)
    version = serializers.IntegerField()


class SeatSerializer(Doc):
    """A side of a match that somebody else would have."""

    match = serializers.CharField()
    side = serializers.IntegerField(help_text="0 home, 1 away.")
    before = serializers.CharField(allow_null=True, allow_blank=True)
    after = serializers.CharField(allow_null=True, allow_blank=True)


class MovedSerializer(Doc):
    """An entry that would stand elsewhere in a table; places from 1."""

    stage = serializers.CharField()
    group = serializers.IntegerField()
    entry = serializers.UUIDField()
    before = serializers.IntegerField()
    after = serializers.IntegerField()


class PodiumIdsSerializer(Doc):
    """Who is first, second and third."""

    champion = serializers.UUIDField(allow_null=True)
    runner_up = serializers.UUIDField(allow_null=True)
    third = serializers.UUIDField(allow_null=True)


class PodiumChangeSerializer(Doc):
    """The podium, before and after."""

    before = PodiumIdsSerializer(allow_null=True)
    after = PodiumIdsSerializer(allow_null=True)


class PreviewSerializer(Doc):
    """What a change would bring; what is in `choose` is taken to stand: name it in `stand` or `replay`."""

    version = serializers.IntegerField()
    match = serializers.CharField()
    choose = serializers.ListField(
        child=serializers.CharField(),
        help_text='A match ("R2M1"), a round ("swiss/3") or a stage ("final/").',
    )
    reopened = serializers.ListField(child=serializers.CharField(), help_text="Results that would be undone.")
    dropped = serializers.ListField(child=serializers.CharField(), help_text="Matches not to be played.")
    planned = serializers.ListField(child=serializers.CharField(), help_text="Matches planned anew.")
    redrawn = serializers.ListField(child=serializers.CharField(), help_text="Stages to be drawn anew.")
    seats = SeatSerializer(many=True)
    moved = MovedSerializer(many=True)
    podium = PodiumChangeSerializer()
    names = serializers.DictField(child=serializers.CharField(), help_text="Of the entries named here.")

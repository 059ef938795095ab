"""Shapes of seasons, rankings and ratings in JSON."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.models import Season
from tournaments.rules.rankings import CRITERIA
from truco_api.accounts.api.serializers import no_controls

Doc = serializers.Serializer[Any]
POINTS = 1_000_000


class SeasonRulesSerializer(Doc):
    """How a season counts."""

    by_place = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=POINTS),
        min_length=1,
        max_length=512,
        help_text="Points of the first place, the second, and so on; none beyond the list.",
    )
    taking_part = serializers.IntegerField(
        min_value=0, max_value=POINTS, default=0, help_text="Points for taking part, whatever the place."
    )
    best_results = serializers.IntegerField(
        min_value=0, max_value=1000, default=0, help_text="How many of the best results count; 0: all."
    )
    share = serializers.BooleanField(
        default=False,
        help_text="Those who share places share their points; else each has those of the best.",
    )
    criteria = serializers.ListField(
        child=serializers.ChoiceField(list(CRITERIA)),
        default=["points", "wins", "leg_difference", "tentos_difference"],
        min_length=1,
        max_length=len(CRITERIA),
        help_text="`wins` are championships won.",
    )


class SeasonSerializer(serializers.ModelSerializer[Season]):
    """Several championships with one table."""

    rules = SeasonRulesSerializer()

    class Meta:
        model = Season
        fields = ["id", "club", "name", "rules", "created_at"]
        extra_kwargs = {"name": {"validators": [no_controls]}}


class SeasonEditSerializer(serializers.ModelSerializer[Season]):
    """What can be changed of a season; rules are replaced as a whole."""

    rules = SeasonRulesSerializer(required=False)

    class Meta:
        model = Season
        fields = ["name", "rules"]
        extra_kwargs = {"name": {"validators": [no_controls], "required": False}}


class SeasonFilterSerializer(Doc):
    """Which seasons."""

    club = serializers.UUIDField(required=False)


class NewPartSerializer(Doc):
    """A championship that is to count."""

    championship = serializers.UUIDField()
    weight = serializers.IntegerField(
        min_value=1, max_value=100, default=1, help_text="How many times its points count."
    )


class PartSerializer(NewPartSerializer):
    """A championship of a season."""

    name = serializers.CharField()
    phase = serializers.CharField()


class PartsSerializer(Doc):
    """The championships of a season."""

    championships = PartSerializer(many=True)


class PersonOfKeySerializer(Doc):
    """A person behind a row."""

    person = serializers.UUIDField()
    name = serializers.CharField(allow_null=True)


class RankedKeySerializer(Doc):
    """What is ranked: an entry with its persons, a person, or a club."""

    name = serializers.CharField(allow_null=True)
    club = serializers.CharField(allow_null=True)
    persons = PersonOfKeySerializer(many=True, help_text="Of an entry or person; empty if they are many.")
    rating = serializers.IntegerField(
        allow_null=True, help_text="The mean of the persons' ratings; null while none has one."
    )


class ChampionshipRankSerializer(RankedKeySerializer):
    """A row of a championship's ranking."""

    rank = serializers.IntegerField()
    places = serializers.ListField(child=serializers.IntegerField(), help_text="Of its entries, best first.")
    entries = serializers.IntegerField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    leg_difference = serializers.IntegerField()
    tentos_difference = serializers.IntegerField()


class ChampionshipRankingSerializer(Doc):
    """A championship's ranking."""

    version = serializers.IntegerField()
    rows = ChampionshipRankSerializer(many=True)


class SeasonRankSerializer(RankedKeySerializer):
    """A row of a season's ranking."""

    rank = serializers.IntegerField()
    values = serializers.DictField(help_text="by criterion")
    decided_by = serializers.CharField(allow_null=True)
    championships = serializers.IntegerField(help_text="In how many it took part.")
    reasons = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="only with explain=true"
    )


class SeasonRankingSerializer(Doc):
    """A season's ranking after the championships that are over."""

    championships = serializers.IntegerField()
    rows = SeasonRankSerializer(many=True)


class FinalistsQuerySerializer(Doc):
    """How a final is filled."""

    direct = serializers.IntegerField(
        min_value=0, max_value=512, default=0, help_text="The first so many of each championship."
    )
    size = serializers.IntegerField(min_value=2, max_value=4096)


class FinalistsSerializer(Doc):
    """Who plays the final, and who is level across the line."""

    through = RankedKeySerializer(many=True)
    undecided = RankedKeySerializer(many=True)


class RatingSerializer(Doc):
    """How strong a person very probably is at least."""

    person = serializers.UUIDField()
    name = serializers.CharField(allow_null=True)
    rating = serializers.IntegerField(help_text="1000 for who is not known; more is stronger.")
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    matches = serializers.IntegerField()
    won = serializers.IntegerField()

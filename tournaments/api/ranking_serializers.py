"""Shapes of seasons, rankings and ratings in JSON."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy
from rest_framework import serializers

from tournaments.models import Season
from tournaments.rules.rankings import CRITERIA
from tournaments.rules.regulation import canonical, sha256
from truco_api.accounts.api.serializers import no_controls

Doc = serializers.Serializer[Any]
POINTS = 1_000_000


def an_object(document: Any) -> Any:
    """The document, if it is an object."""
    if not isinstance(document, dict):
        raise serializers.ValidationError(gettext_lazy("A document is an object."))
    return document


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


DOCUMENT = "A season by document (`truco-season/1`), complete: stages with their regulations, points, final."


class SeasonSerializer(serializers.ModelSerializer[Season]):
    """Several championships with one table, by `rules` or by a `document` they follow from."""

    rules = SeasonRulesSerializer(required=False)
    document = serializers.JSONField(required=False, help_text=DOCUMENT)
    document_sha256 = serializers.SerializerMethodField(help_text="The hash of its canonical text.")

    def validate_document(self, document: Any) -> Any:
        """It is an object; what is in it is judged by the rules."""
        return an_object(document)

    def get_document_sha256(self, season: Season) -> str | None:
        """The hash that `regulations/check/` gives for the document."""
        return None if season.document is None else sha256(canonical(season.document))

    class Meta:
        model = Season
        fields = ["id", "club", "name", "rules", "document", "document_sha256", "created_at"]
        extra_kwargs = {"name": {"validators": [no_controls]}}


class SeasonEditSerializer(serializers.ModelSerializer[Season]):
    """What can be changed of a season; rules or document are replaced as a whole."""

    rules = SeasonRulesSerializer(required=False)
    document = serializers.JSONField(required=False, help_text=DOCUMENT)

    def validate_document(self, document: Any) -> Any:
        """It is an object; what is in it is judged by the rules."""
        return an_object(document)

    class Meta:
        model = Season
        fields = ["name", "rules", "document"]
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
    stage = serializers.CharField(
        required=False, max_length=16, help_text="The stage of the document; its weight is the document's."
    )


class PartSerializer(Doc):
    """A championship of a season."""

    championship = serializers.UUIDField()
    weight = serializers.IntegerField(help_text="How many times its points count; 0: it is the final.")
    stage = serializers.CharField(allow_null=True, help_text="The stage of the document, if it is one's.")
    name = serializers.CharField()
    phase = serializers.CharField()


class HoldSerializer(Doc):
    """The championship of a stage."""

    name = serializers.CharField(
        max_length=120,
        required=False,
        default="",
        allow_blank=True,
        validators=[no_controls],
        help_text="Else the document's.",
    )


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
    """How a final is filled; as the season's document says, if it has one, where nothing is said here."""

    direct = serializers.IntegerField(
        min_value=0, max_value=512, required=False, help_text="The first so many of each championship."
    )
    size = serializers.IntegerField(min_value=2, max_value=4096, required=False)


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

"""The variants over REST."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.cards import Described
from games.catalogue import catalogue, describe
from games.errors import NoSuchVariant
from games.rules.variants import VARIANTS


class OptionSerializer(Described):
    """An option of a variant: what it may be set to, and what it means."""

    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=["choice", "flag", "number", "ladder", "match_point"])
    meaning = serializers.CharField(help_text="In the caller's language.")
    choices = serializers.ListField(child=serializers.JSONField(), required=False)
    range = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text="The lowest and the highest number."
    )

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """With `default`, which serializers keep for themselves."""
        return {**super().get_fields(), "default": serializers.JSONField(allow_null=True)}


class ByPlayersSerializer(Described):
    """What depends on the number of players."""

    players = serializers.IntegerField()
    scores = serializers.IntegerField(help_text="Two teams, or three single scores.")
    target = serializers.IntegerField()
    options = OptionSerializer(many=True)


class StrengthSerializer(Described):
    """The order of the cards, the strongest first; the cards of one group tie."""

    rule = serializers.CharField(help_text="What makes the best cards, in the caller's language.")
    special = serializers.DictField(
        help_text="The suits of the manilhas in order, or the pieces with points."
    )
    groups = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))


class SignalSerializer(Described):
    """A signal of the table."""

    code = serializers.CharField()
    tells = serializers.CharField()
    gesture = serializers.CharField(help_text="In the caller's language.")


class VariantSerializer(Described):
    """A variant of truco in full."""

    id = serializers.CharField()
    name = serializers.CharField()
    summary = serializers.CharField()
    rules_version = serializers.IntegerField()
    players = serializers.ListField(child=serializers.IntegerField())
    envido = serializers.BooleanField()
    flor = serializers.BooleanField(help_text="Whether flor is played unless the table says otherwise.")
    muestra = serializers.BooleanField()
    turns_card = serializers.BooleanField()
    ladder = serializers.ListField(child=serializers.IntegerField())
    pack = serializers.ListField(child=serializers.CharField())
    strength = StrengthSerializer()
    by_players = ByPlayersSerializer(many=True)
    signals = SignalSerializer(many=True)


class VariantListSerializer(Described):
    """Every variant."""

    variants = VariantSerializer(many=True)


class VariantsView(APIView):
    """All variants of truco with their options."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="variants_list", responses=VariantListSerializer)
    def get(self, _request: Request) -> Response:
        """Every variant in full, in the caller's language."""
        return Response({"variants": catalogue()})


class VariantView(APIView):
    """One variant of truco with its options."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="variants_get", responses=VariantSerializer)
    def get(self, _request: Request, variant: str) -> Response:
        """The variant in full, in the caller's language."""
        if variant not in VARIANTS:
            raise NoSuchVariant(variant=variant)
        return Response(describe(VARIANTS[variant]))

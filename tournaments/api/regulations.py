"""Regulations apart from any championship: checked, described by their schema, and to begin from."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api._base import PublicView
from tournaments.rules.presets import PRESETS, SEASONS, preset
from tournaments.rules.regulation_answer import answer
from tournaments.rules.schema import schema
from tournaments.rules.season_document import season_schema
from truco_api.http.judgements import JudgementThrottle
from truco_api.problems import localized


class FaultSerializer(serializers.Serializer[Any]):
    """One fault, by its path."""

    field = serializers.CharField(help_text="dotted path, as in `stages.0.best_of`")
    detail = serializers.CharField(help_text="what is wrong, in the caller's language")


class RegulationAnswerSerializer(serializers.Serializer[Any]):
    """What is found about a regulation."""

    valid = serializers.BooleanField()
    sha256 = serializers.CharField(allow_null=True, help_text="the hash by which a draw would freeze it")
    faults = FaultSerializer(many=True)
    regulation = serializers.JSONField(allow_null=True, help_text="with every default written out")


class PresetSerializer(serializers.Serializer[Any]):
    """A regulation to begin from."""

    name = serializers.CharField()
    description = serializers.CharField()
    regulation = serializers.JSONField()


class CheckRegulationView(PublicView):
    """Whether a regulation can be played by; nothing is stored."""

    throttle_classes = [JudgementThrottle]
    serializer_class = RegulationAnswerSerializer

    @extend_schema(
        tags=["records"],
        operation_id="regulations_check",
        request=OpenApiTypes.OBJECT,
        responses=RegulationAnswerSerializer,
        examples=[
            OpenApiExample("A knock-out", request_only=True, value=dict(preset("knockout"))),
        ],
    )
    def post(self, request: Request) -> Response:
        """Check a regulation (`truco-regulation/1`) or a season (`truco-season/1`): every fault by its path,
        in plain words."""
        return Response(localized(answer(request.data)))


class RegulationSchemaView(PublicView):
    """The JSON Schema of a regulation."""

    serializer_class = RegulationAnswerSerializer

    @extend_schema(tags=["records"], operation_id="regulations_schema", responses=OpenApiTypes.OBJECT)
    def get(self, _request: Request) -> Response:
        """The schema that every regulation without faults follows."""
        return Response(schema())


class SeasonSchemaView(PublicView):
    """The JSON Schema of a season."""

    serializer_class = RegulationAnswerSerializer

    @extend_schema(tags=["records"], operation_id="regulations_season_schema", responses=OpenApiTypes.OBJECT)
    def get(self, _request: Request) -> Response:
        """The schema that every season without faults follows, that of a regulation within it."""
        return Response(season_schema())


class PresetsView(PublicView):
    """Regulations for the usual cases."""

    serializer_class = PresetSerializer
    pagination_class = None

    @extend_schema(
        tags=["records"], operation_id="regulations_presets", responses=PresetSerializer(many=True)
    )
    def get(self, _request: Request) -> Response:
        """Regulations and seasons for the usual cases, to begin from."""
        found = [
            {"name": name, "description": description, "regulation": preset(name)}
            for name, description in (PRESETS | SEASONS).items()
        ]
        return Response(localized(found))

"""Rankings of entries, persons and clubs, and the ratings of persons."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api._base import PublicView, rows_of, valid
from tournaments.api.public import seen
from tournaments.api.ranking_serializers import (
    ChampionshipRankingSerializer,
    FinalistsQuerySerializer,
    FinalistsSerializer,
    RatingSerializer,
    SeasonRankingSerializer,
)
from tournaments.api.stage_serializers import ExplainSerializer
from tournaments.models import Rating
from tournaments.queries import rankings as queries
from tournaments.queries.championships import names_of
from tournaments.rules.season_document import FINAL
from truco_api.problems import localized

LEVEL = OpenApiParameter(
    "level", OpenApiTypes.STR, OpenApiParameter.PATH, enum=list(queries.LEVELS), description="What is ranked."
)


@extend_schema(tags=["rankings"])
class ChampionshipRankingView(PublicView):
    """The ranking of one championship."""

    serializer_class = ChampionshipRankingSerializer

    @extend_schema(operation_id="championships_ranking", parameters=[LEVEL])
    def get(self, request: Request, championship_id: UUID, level: str) -> Response:
        """Entries, persons or clubs by their places; before the end by what they have won."""
        row = seen(request, championship_id)
        return Response(ChampionshipRankingSerializer(queries.of_championship(row, known(level))).data)


@extend_schema(tags=["rankings"])
class SeasonRankingView(PublicView):
    """The ranking of a season."""

    serializer_class = SeasonRankingSerializer

    @extend_schema(operation_id="seasons_ranking", parameters=[LEVEL, ExplainSerializer])
    def get(self, request: Request, season_id: UUID, level: str) -> Response:
        """Entries, persons or clubs by the season's points, after the championships that are over."""
        explained = valid(ExplainSerializer(data=request.query_params))["explain"]
        found = queries.of_season(queries.season(season_id), known(level), explained=explained)
        return Response(SeasonRankingSerializer(localized(found)).data)


@extend_schema(tags=["rankings"])
class FinalistsView(PublicView):
    """Who plays the final of a season."""

    serializer_class = FinalistsSerializer

    @extend_schema(operation_id="seasons_finalists", parameters=[FinalistsQuerySerializer])
    def get(self, request: Request, season_id: UUID) -> Response:
        """The first of each championship, then the table; who is level across the line is undecided."""
        asked = valid(FinalistsQuerySerializer(data=request.query_params))
        season = queries.season(season_id)
        stated = (season.document or {}).get(FINAL) or {}
        size = asked.get("size", stated.get("size"))
        if size is None:
            raise serializers.ValidationError({"size": gettext("This field is required.")})
        direct = asked.get("direct", stated.get("direct", 0))
        return Response(FinalistsSerializer(queries.finalists_of(season, direct=direct, size=size)).data)


@extend_schema(tags=["rankings"])
class RatingsView(PublicView):
    """The ratings of all persons."""

    serializer_class = RatingSerializer
    cursor_ordering = ("-value", "person")

    @extend_schema(operation_id="ratings_list", responses=RatingSerializer(many=True))
    def get(self, _request: Request) -> Response:
        """Persons from the strongest down, by matches that were really played, of all championships."""
        rows = rows_of(self, Rating.objects.all())
        names = names_of(row.person for row in rows)
        found = [
            {
                "person": row.person,
                "name": names.get(str(row.person)),
                "rating": row.value,
                "mu": row.mu,
                "sigma": row.sigma,
                "matches": row.matches,
                "won": row.won,
            }
            for row in rows
        ]
        return self.get_paginated_response(RatingSerializer(found, many=True).data)


def known(level: str) -> str:
    """The level, if it is one."""
    if level not in queries.LEVELS:
        raise Http404
    return level

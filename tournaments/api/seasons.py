"""Seasons: several championships with one table."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import policies
from tournaments.api._base import MemberView, OpenView, answered, asked, page, valid
from tournaments.api.public import seen
from tournaments.api.public_serializers import ChampionshipSerializer
from tournaments.api.ranking_serializers import (
    HoldSerializer,
    NewPartSerializer,
    PartsSerializer,
    SeasonEditSerializer,
    SeasonFilterSerializer,
    SeasonSerializer,
)
from tournaments.models import Season
from tournaments.queries import championships
from tournaments.queries import rankings as queries
from tournaments.services import seasons
from truco_api.accounts.authentication import account
from truco_api.http.schema import IDEMPOTENCY_KEY


@extend_schema(tags=["seasons"])
class SeasonsView(OpenView):
    """All seasons."""

    serializer_class = SeasonSerializer

    @extend_schema(
        operation_id="seasons_list",
        parameters=[SeasonFilterSerializer],
        responses=SeasonSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """Seasons, newest first."""
        chosen = valid(SeasonFilterSerializer(data=request.query_params))
        return page(self, queries.seasons(**chosen), SeasonSerializer)

    @extend_schema(operation_id="seasons_create", request=SeasonSerializer, responses={201: SeasonSerializer})
    def post(self, request: Request) -> Response:
        """Found a season of a club (owner, organizer)."""
        body = valid(SeasonSerializer(data=request.data))
        policies.require_role(body["club"].id, account(request), *policies.ORGANIZERS)
        return Response(SeasonSerializer(seasons.found_season(**body)).data, status.HTTP_201_CREATED)


@extend_schema(tags=["seasons"])
class SeasonView(OpenView):
    """One season."""

    serializer_class = SeasonSerializer

    @extend_schema(operation_id="seasons_retrieve")
    def get(self, _request: Request, season_id: UUID) -> Response:
        """One season with its rules."""
        return Response(SeasonSerializer(queries.season(season_id)).data)

    @extend_schema(operation_id="seasons_edit", request=SeasonEditSerializer, responses=SeasonSerializer)
    def patch(self, request: Request, season_id: UUID) -> Response:
        """Change name or rules (owner, organizer)."""
        season = organized(request, season_id)
        changes = valid(SeasonEditSerializer(data=request.data))
        return Response(SeasonSerializer(seasons.edit_season(season=season, changes=changes)).data)

    @extend_schema(operation_id="seasons_delete", responses={204: None})
    def delete(self, request: Request, season_id: UUID) -> Response:
        """Delete a season; its championships stay (owner, organizer)."""
        seasons.delete_season(season=organized(request, season_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(tags=["seasons"])
class SeasonPartsView(OpenView):
    """The championships of a season."""

    serializer_class = PartsSerializer

    @extend_schema(operation_id="seasons_championships")
    def get(self, _request: Request, season_id: UUID) -> Response:
        """The championships that count, in the order in which they were added."""
        return Response(_parts(queries.season(season_id)))

    @extend_schema(
        operation_id="seasons_add_championship",
        request=NewPartSerializer,
        responses={201: PartsSerializer},
    )
    def post(self, request: Request, season_id: UUID) -> Response:
        """Let a championship count, of whichever club it is (owner, organizer of the season's club)."""
        season = organized(request, season_id)
        body = valid(NewPartSerializer(data=request.data))
        championship = seen(request, body["championship"])
        seasons.add_championship(
            season=season,
            championship=championship,
            weight=body["weight"],
            stage=body.get("stage", ""),
        )
        return Response(_parts(season), status.HTTP_201_CREATED)


@extend_schema(tags=["seasons"])
class SeasonPartView(MemberView):
    """A championship of a season."""

    serializer_class = PartsSerializer

    @extend_schema(operation_id="seasons_remove_championship", responses={204: None})
    def delete(self, request: Request, season_id: UUID, championship_id: UUID) -> Response:
        """Let it count no more (owner, organizer)."""
        season = organized(request, season_id)
        championship = championships.championship(championship_id)
        seasons.remove_championship(season=season, championship=championship)
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(tags=["seasons"])
class HoldStageView(MemberView):
    """The championship of a stage of the season's document."""

    serializer_class = HoldSerializer

    @extend_schema(
        operation_id="seasons_hold_stage",
        parameters=[IDEMPOTENCY_KEY],
        request=HoldSerializer,
        responses={201: ChampionshipSerializer},
    )
    def post(self, request: Request, season_id: UUID, stage_id: str) -> Response:
        """Found the championship of a stage by its regulation; `final` with those who have come into it
        (owner, organizer)."""
        season = organized(request, season_id)
        body = valid(HoldSerializer(data=request.data))
        answer = seasons.hold_stage(season=season, stage=stage_id, by=asked(request), name=body["name"])
        return answered(answer)


def organized(request: Request, season_id: UUID) -> Season:
    """The season, for those who run it."""
    season = queries.season(season_id)
    policies.may_run_season(season, account(request))
    return season


def _parts(season: Season) -> dict[str, object]:
    return dict(PartsSerializer({"championships": queries.parts(season)}).data)

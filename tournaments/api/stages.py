"""Stages: their draws, tables and lots, and who buys itself in again."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import policies
from tournaments.api._base import COMMAND, MemberView, PublicView, answered, asked, valid, versioned
from tournaments.api.championship_serializers import DrawSerializer, ReasonSerializer
from tournaments.api.championships import organized
from tournaments.api.public import seen
from tournaments.api.stage_serializers import (
    ExplainSerializer,
    ExtraLegSerializer,
    ReentrySerializer,
    StageAnswerSerializer,
    StageListSerializer,
)
from tournaments.queries import championships as queries
from tournaments.services import stages
from truco_api.accounts.authentication import account
from truco_api.http.schema import IF_NONE_MATCH
from truco_api.problems import localized

command = partial(extend_schema, parameters=COMMAND, responses=StageAnswerSerializer)


@extend_schema(tags=["public"])
class StagesView(PublicView):
    """All stages."""

    serializer_class = StageListSerializer

    @extend_schema(operation_id="stages_list", parameters=[IF_NONE_MATCH])
    def get(self, request: Request, championship_id: UUID) -> Response:
        """Every stage of the regulation with its draw, and how far it is."""
        version = seen(request, championship_id).version
        return versioned(
            request,
            version,
            lambda: StageListSerializer(localized(queries.stages(championship_id, version))).data,
        )


@extend_schema(tags=["public"])
class StandingsOfStageView(PublicView):
    """The tables of a stage."""

    serializer_class = StageAnswerSerializer

    @extend_schema(operation_id="stages_standings", parameters=[ExplainSerializer])
    def get(self, request: Request, championship_id: UUID, stage_id: str) -> Response:
        """The table of every group (or the one there is), each row explained if that is asked for."""
        version = seen(request, championship_id).version
        explained = valid(ExplainSerializer(data=request.query_params))["explain"]
        found = queries.standings(championship_id, version, stage_id, explained=explained)
        return Response(StageAnswerSerializer(localized(found)).data)


@extend_schema(tags=["stages"])
class DrawStageView(MemberView):
    """The draw of a later stage."""

    serializer_class = StageAnswerSerializer

    @command(operation_id="stages_draw", request=DrawSerializer)
    def post(self, request: Request, championship_id: UUID, stage_id: str) -> Response:
        """Draw the stage as soon as it is known who comes to it (owner, organizer)."""
        organized(request, championship_id)
        body = valid(DrawSerializer(data=request.data))
        answer = stages.draw_stage(
            championship_id=championship_id, stage=stage_id, by=asked(request), order=body.get("order")
        )
        return answered(answer)


@extend_schema(tags=["stages"])
class SkipStageView(MemberView):
    """A stage to which too few come."""

    serializer_class = StageAnswerSerializer

    @command(operation_id="stages_skip", request=ReasonSerializer)
    def post(self, request: Request, championship_id: UUID, stage_id: str) -> Response:
        """Let a stage pass to which fewer come than its format can take: they stay in the order in which they
        came (owner, organizer)."""
        organized(request, championship_id)
        reason = valid(ReasonSerializer(data=request.data))["reason"]
        answer = stages.skip_stage(
            championship_id=championship_id, stage=stage_id, by=asked(request), reason=reason
        )
        return answered(answer)


@extend_schema(tags=["stages"])
class LotsView(MemberView):
    """Lots for those who are level."""

    serializer_class = StageAnswerSerializer

    @command(operation_id="stages_draw_lots", request=None)
    def post(self, request: Request, championship_id: UUID, stage_id: str) -> Response:
        """Draw lots for all who are level in the tables of the stage (owner, organizer)."""
        organized(request, championship_id)
        return answered(stages.draw_lots(championship_id=championship_id, stage=stage_id, by=asked(request)))


@extend_schema(tags=["stages"])
class ExtraLegView(MemberView):
    """A leg that parts those who are level."""

    serializer_class = StageAnswerSerializer

    @command(operation_id="stages_report_extra_leg", request=ExtraLegSerializer)
    def post(self, request: Request, championship_id: UUID, stage_id: str) -> Response:
        """Report the extra leg that two played who were level (an official who plays in neither)."""
        championship = queries.championship(championship_id)
        body = valid(ExtraLegSerializer(data=request.data))
        policies.may_report_extra(championship, (body["home"], body["away"]), account(request))
        answer = stages.report_extra_leg(
            championship_id=championship_id, stage=stage_id, by=asked(request), **body
        )
        return answered(answer)


@extend_schema(tags=["stages"])
class ReentryView(MemberView):
    """A second chance that is paid for."""

    serializer_class = StageAnswerSerializer

    @command(operation_id="stages_buy_reentry", request=ReentrySerializer)
    def post(self, request: Request, championship_id: UUID, stage_id: str) -> Response:
        """Buy an entry that was beaten into the stage (owner, organizer: they take the money)."""
        organized(request, championship_id)
        entry = valid(ReentrySerializer(data=request.data))["entry"]
        answer = stages.buy_reentry(
            championship_id=championship_id, stage=stage_id, by=asked(request), entry_id=entry
        )
        return answered(answer)

"""What anybody may read of a championship without a login: draw, bracket, schedule, results, history."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import policies
from tournaments.api._base import PublicView, reader, valid, versioned
from tournaments.api.championship_serializers import EventsQuerySerializer
from tournaments.api.public_serializers import (
    BracketSerializer,
    ChampionshipEventsSerializer,
    ResultsSerializer,
    ScheduleSerializer,
)
from tournaments.models import ChampionshipRow
from tournaments.queries import championships as queries
from tournaments.queries import history
from truco_api.http.schema import IF_NONE_MATCH


def seen(request: Request, championship_id: UUID) -> ChampionshipRow:
    """The championship, if the reader may see it."""
    row = queries.championship(championship_id)
    policies.may_see(row, reader(request))
    return row


@extend_schema(tags=["public"])
class BracketView(PublicView):
    """The whole bracket."""

    serializer_class = BracketSerializer

    @extend_schema(operation_id="championships_bracket", parameters=[IF_NONE_MATCH])
    def get(self, request: Request, championship_id: UUID) -> Response:
        """The draw, every match round by round, and the podium."""
        version = seen(request, championship_id).version
        return versioned(
            request, version, lambda: BracketSerializer(queries.bracket(championship_id, version)).data
        )


@extend_schema(tags=["public"])
class ScheduleView(PublicView):
    """The tables and what waits for them."""

    serializer_class = ScheduleSerializer

    @extend_schema(operation_id="championships_schedule")
    def get(self, request: Request, championship_id: UUID) -> Response:
        """What is being played where, and what comes when."""
        seen(request, championship_id)
        return Response(ScheduleSerializer(queries.schedule(championship_id, now=timezone.now())).data)


@extend_schema(tags=["public"])
class ResultsView(PublicView):
    """What is decided."""

    serializer_class = ResultsSerializer

    @extend_schema(operation_id="championships_results", parameters=[IF_NONE_MATCH])
    def get(self, request: Request, championship_id: UUID) -> Response:
        """Decided matches in the order of their decision, and the places."""
        version = seen(request, championship_id).version
        return versioned(
            request, version, lambda: ResultsSerializer(queries.results(championship_id, version)).data
        )


@extend_schema(tags=["public"])
class EventsView(PublicView):
    """The history."""

    serializer_class = ChampionshipEventsSerializer

    @extend_schema(operation_id="championships_events", parameters=[EventsQuerySerializer])
    def get(self, request: Request, championship_id: UUID) -> Response:
        """Everything that has happened, in order, after a version; by whom is told by name."""
        row = seen(request, championship_id)
        asked = valid(EventsQuerySerializer(data=request.query_params))
        events = history.events(championship_id, **asked)
        return Response(ChampionshipEventsSerializer({"events": events, "version": row.version}).data)

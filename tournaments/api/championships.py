"""The life of a championship: create, regulation, open, close, check-in, draw, start, cancel."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import policies
from tournaments.api._base import (
    COMMAND,
    MemberView,
    OpenView,
    answered,
    asked,
    page,
    reader,
    valid,
    versioned,
)
from tournaments.api.championship_serializers import (
    ChampionshipFilterSerializer,
    ChampionshipSummarySerializer,
    DrawSerializer,
    NewChampionshipSerializer,
    NewRegulationSerializer,
    ReasonSerializer,
)
from tournaments.api.public_serializers import ChampionshipSerializer, DrawAnswerSerializer
from tournaments.models import ChampionshipRow
from tournaments.queries import championships as queries
from tournaments.queries import clubs
from tournaments.services import championships
from truco_api.accounts.authentication import account
from truco_api.http.schema import IF_NONE_MATCH

command = partial(extend_schema, parameters=COMMAND, responses=ChampionshipSerializer)


def organized(request: Request, championship_id: UUID) -> ChampionshipRow:
    """The championship, for those who organize it."""
    row = queries.championship(championship_id)
    policies.may_organize(row, account(request))
    return row


@extend_schema(tags=["championships"])
class ChampionshipsView(OpenView):
    """All championships."""

    serializer_class = ChampionshipSummarySerializer

    @extend_schema(
        operation_id="championships_list",
        parameters=[ChampionshipFilterSerializer],
        responses=ChampionshipSummarySerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """Championships, newest first; drafts only for the staff of their club."""
        chosen = valid(ChampionshipFilterSerializer(data=request.query_params))
        staff = policies.clubs_of_staff(reader(request))
        return page(
            self, queries.championships(**chosen, clubs_of_staff=staff), ChampionshipSummarySerializer
        )

    @extend_schema(
        operation_id="championships_create",
        parameters=COMMAND[:1],
        request=NewChampionshipSerializer,
        responses={201: ChampionshipSerializer},
    )
    def post(self, request: Request) -> Response:
        """Create a draft for a club (owner, organizer)."""
        body = valid(NewChampionshipSerializer(data=request.data))
        club = clubs.club(body["club"])
        policies.require_role(club.id, account(request), *policies.ORGANIZERS)
        answer = championships.create(
            by=asked(request), club_id=club.id, name=body["name"], regulation=body["regulation"]
        )
        return answered(answer)


@extend_schema(tags=["championships"])
class ChampionshipView(OpenView):
    """One championship."""

    serializer_class = ChampionshipSerializer

    @extend_schema(operation_id="championships_retrieve", parameters=[IF_NONE_MATCH])
    def get(self, request: Request, championship_id: UUID) -> Response:
        """One championship with its regulation."""
        row = queries.championship(championship_id)
        policies.may_see(row, reader(request))
        told = {**row.body, **queries.addresses(row.id), "version": row.version}
        body = ChampionshipSerializer(told)
        return versioned(request, row.version, lambda: body.data)


@extend_schema(tags=["championships"])
class RegulationView(MemberView):
    """What is played, and how."""

    serializer_class = ChampionshipSerializer

    @command(operation_id="championships_change_regulation", request=NewRegulationSerializer)
    def put(self, request: Request, championship_id: UUID) -> Response:
        """Replace the regulation before the draw (owner, organizer)."""
        organized(request, championship_id)
        body = valid(NewRegulationSerializer(data=request.data))
        answer = championships.change_regulation(championship_id=championship_id, by=asked(request), **body)
        return answered(answer)


@extend_schema(tags=["championships"])
class OpenEntriesView(MemberView):
    """The beginning of entries."""

    serializer_class = ChampionshipSerializer

    @command(operation_id="championships_open", request=None)
    def post(self, request: Request, championship_id: UUID) -> Response:
        """Take entries; the draft becomes public (owner, organizer)."""
        organized(request, championship_id)
        return answered(championships.open_entries(championship_id=championship_id, by=asked(request)))


@extend_schema(tags=["championships"])
class CloseEntriesView(MemberView):
    """The end of entries."""

    serializer_class = ChampionshipSerializer

    @command(operation_id="championships_close", request=None)
    def post(self, request: Request, championship_id: UUID) -> Response:
        """Take no more entries (owner, organizer)."""
        organized(request, championship_id)
        return answered(championships.close_entries(championship_id=championship_id, by=asked(request)))


@extend_schema(tags=["championships"])
class OpenCheckInView(MemberView):
    """The beginning of check-in."""

    serializer_class = ChampionshipSerializer

    @command(operation_id="championships_open_check_in", request=None)
    def post(self, request: Request, championship_id: UUID) -> Response:
        """Let entries check in; from then on only those who did are drawn (owner, organizer)."""
        organized(request, championship_id)
        return answered(championships.open_check_in(championship_id=championship_id, by=asked(request)))


@extend_schema(tags=["championships"])
class DrawView(OpenView):
    """The draw."""

    serializer_class = DrawAnswerSerializer

    @extend_schema(operation_id="championships_draw_retrieve", tags=["public"])
    def get(self, request: Request, championship_id: UUID) -> Response:
        """Seed, method, entries and order: all that is needed to repeat the draw."""
        policies.may_see(queries.championship(championship_id), reader(request))
        document = queries.draw(championship_id)
        return Response(DrawAnswerSerializer(document).data)

    @command(operation_id="championships_draw", request=DrawSerializer)
    def post(self, request: Request, championship_id: UUID) -> Response:
        """Freeze the regulation and draw, with a seed that the server makes (owner, organizer)."""
        organized(request, championship_id)
        body = valid(DrawSerializer(data=request.data))
        answer = championships.draw(
            championship_id=championship_id, by=asked(request), order=body.get("order")
        )
        return answered(answer)


@extend_schema(tags=["championships"])
class StartView(MemberView):
    """The beginning of play."""

    serializer_class = ChampionshipSerializer

    @command(operation_id="championships_start", request=None)
    def post(self, request: Request, championship_id: UUID) -> Response:
        """Begin to play (owner, organizer)."""
        organized(request, championship_id)
        return answered(championships.start(championship_id=championship_id, by=asked(request)))


@extend_schema(tags=["championships"])
class CancelView(MemberView):
    """The end before the end."""

    serializer_class = ChampionshipSerializer

    @command(operation_id="championships_cancel", request=ReasonSerializer)
    def post(self, request: Request, championship_id: UUID) -> Response:
        """Call the championship off, for a reason (owner, organizer)."""
        organized(request, championship_id)
        body = valid(ReasonSerializer(data=request.data))
        return answered(championships.cancel(championship_id=championship_id, by=asked(request), **body))

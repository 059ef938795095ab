"""Time and conduct: reserves and substitutions, penalties, the end of a match's time."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.conduct import ConductReportSerializer
from games.models import ConductReport
from tournaments import policies
from tournaments.api._base import COMMAND, MemberView, answered, asked, valid
from tournaments.api.entries import answered_entry
from tournaments.api.entries import command as entry_command
from tournaments.api.matches import command as match_command
from tournaments.api.matches import found
from tournaments.api.public_serializers import EntryAnswerSerializer, MatchAnswerSerializer
from tournaments.api.stage_serializers import (
    PenaltyAnswerSerializer,
    PenaltySerializer,
    ReservesSerializer,
    SubstitutionSerializer,
)
from tournaments.queries import championships as queries
from tournaments.services import conduct, entries
from truco_api.accounts.authentication import account


@extend_schema(tags=["entries"])
class ReservesView(MemberView):
    """Who waits on the bench."""

    serializer_class = EntryAnswerSerializer

    @entry_command(operation_id="entries_name_reserves", request=ReservesSerializer)
    def put(self, request: Request, championship_id: UUID, entry_id: UUID) -> Response:
        """Name the entry's reserves, in the place of those named before (its players, owner, organizer)."""
        championship = queries.championship(championship_id)
        policies.may_act_for(championship, entry_id, account(request), *policies.ORGANIZERS)
        body = valid(ReservesSerializer(data=request.data))
        answer = entries.name_reserves(
            championship_id=championship_id,
            club_id=championship.club_id,
            entry_id=entry_id,
            by=asked(request),
            official=policies.may_enter(championship, account(request)),
            **body,
        )
        return answered_entry(answer)


@extend_schema(tags=["matches"])
class SubstitutionView(MemberView):
    """A reserve comes in."""

    serializer_class = MatchAnswerSerializer

    @match_command(operation_id="matches_substitute", request=SubstitutionSerializer)
    def post(self, request: Request, championship_id: UUID, match_id: str) -> Response:
        """Between two legs, put a reserve in for a member (a side; an official names the `entry`)."""
        championship, match = found(championship_id, match_id)
        body = valid(SubstitutionSerializer(data=request.data))
        entry = policies.may_substitute(championship, match, account(request), body.pop("entry"))
        answer = conduct.substitute(
            championship_id=championship_id, match=match_id, by=asked(request), entry=entry, **body
        )
        return answered(answer)


@extend_schema(tags=["matches"])
class TimeUpView(MemberView):
    """The bell."""

    serializer_class = MatchAnswerSerializer

    @match_command(operation_id="matches_call_time", request=None)
    def post(self, request: Request, championship_id: UUID, match_id: str) -> Response:
        """Call the end of the match's time, where no clock runs for it (an official who is no side)."""
        championship, match = found(championship_id, match_id)
        policies.may_call_time(championship, match, account(request))
        return answered(conduct.call_time(championship_id=championship_id, match=match_id, by=asked(request)))


@extend_schema(tags=["championships"])
class PenaltiesView(MemberView):
    """Offences and what they cost."""

    serializer_class = PenaltyAnswerSerializer

    @extend_schema(
        operation_id="championships_penalize",
        parameters=COMMAND,
        request=PenaltySerializer,
        responses=PenaltyAnswerSerializer,
    )
    def post(self, request: Request, championship_id: UUID) -> Response:
        """Punish by the table of offences, for a reason (an arbiter who plays nowhere in it)."""
        championship = queries.championship(championship_id)
        policies.may_penalize(championship, account(request))
        body = valid(PenaltySerializer(data=request.data))
        answer = conduct.penalize(championship_id=championship_id, by=asked(request), **body)
        return answered(answer)


class ReportListSerializer(serializers.Serializer[Any]):
    """Reports, the newest first."""

    reports = ConductReportSerializer(many=True)


@extend_schema(tags=["matches"])
class ReportsView(MemberView):
    """What players have reported of others in the games of a championship."""

    serializer_class = ReportListSerializer

    @extend_schema(operation_id="championships_conduct_reports", responses=ReportListSerializer)
    def get(self, request: Request, championship_id: UUID) -> Response:
        """The newest 200, for arbiters of the club who do not play in the championship."""
        policies.may_penalize(queries.championship(championship_id), account(request))
        origin = f"championship:{championship_id}/"
        found = ConductReport.objects.filter(origin__startswith=origin).select_related("reporter", "reported")
        return Response({"reports": ConductReportSerializer(found[:200], many=True).data})

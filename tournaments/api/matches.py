"""Matches: who is there, score sheets, disputes, rulings, corrections, times and tables."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import policies
from tournaments.api._base import COMMAND, MemberView, PublicView, answered, asked, reader, rows_of, valid
from tournaments.api.championship_serializers import (
    ForfeitSerializer,
    MatchFilterSerializer,
    PresenceSerializer,
    ReasonSerializer,
    RulingSerializer,
    ScheduleMatchSerializer,
    SheetSerializer,
    TableSerializer,
)
from tournaments.api.championships import organized
from tournaments.api.public_serializers import MatchAnswerSerializer, MatchDetailSerializer, MatchSerializer
from tournaments.models import ChampionshipRow, MatchRow
from tournaments.queries import championships as queries
from tournaments.queries.sheets import sheet_details
from tournaments.services import disputes, matches
from truco_api.accounts.authentication import account

command = partial(extend_schema, parameters=COMMAND, responses=MatchAnswerSerializer)


def found(championship_id: UUID, match_id: str) -> tuple[ChampionshipRow, MatchRow]:
    """The championship and the match, or what there is not."""
    return queries.championship(championship_id), queries.match(championship_id, match_id)


@extend_schema(tags=["matches"])
class MatchesView(PublicView):
    """All matches of a championship."""

    serializer_class = MatchSerializer
    cursor_ordering = ("position", "id")

    @extend_schema(
        operation_id="matches_list",
        parameters=[MatchFilterSerializer],
        responses=MatchSerializer(many=True),
    )
    def get(self, request: Request, championship_id: UUID) -> Response:
        """Matches in playing order, all or those of one status."""
        policies.may_see(queries.championship(championship_id), reader(request))
        chosen = valid(MatchFilterSerializer(data=request.query_params))
        rows = rows_of(self, queries.matches(championship_id, **chosen))
        return self.get_paginated_response(MatchSerializer([row.body for row in rows], many=True).data)


@extend_schema(tags=["matches"])
class MatchView(PublicView):
    """One match."""

    serializer_class = MatchDetailSerializer

    @extend_schema(operation_id="matches_retrieve")
    def get(self, request: Request, championship_id: UUID, match_id: str) -> Response:
        """One match; officials and the two sides also read the sheet's note and the dispute's reason."""
        championship, match = found(championship_id, match_id)
        policies.may_see(championship, reader(request))
        inside = policies.may_read_sheet(championship, match, reader(request))
        details = sheet_details(championship_id, match_id) if inside else None
        return Response(MatchDetailSerializer(match.body | {"sheet_details": details}).data)


@extend_schema(tags=["matches"])
class PresenceView(MemberView):
    """Being there when the match is called."""

    serializer_class = MatchAnswerSerializer

    @command(operation_id="matches_mark_present", request=PresenceSerializer)
    def post(self, request: Request, championship_id: UUID, match_id: str) -> Response:
        """Say that your side is there; an official names the `side`."""
        championship, match = found(championship_id, match_id)
        side = valid(PresenceSerializer(data=request.data))["side"]
        entry = policies.may_mark_present(championship, match, account(request), named=side is not None)
        answer = matches.mark_present(
            championship_id=championship_id, match=match_id, by=asked(request), entry=entry, side=side
        )
        return answered(answer)


@extend_schema(tags=["matches"])
class SheetView(MemberView):
    """The score sheet of a match at a table."""

    serializer_class = MatchAnswerSerializer

    @command(operation_id="matches_hand_in_sheet", request=SheetSerializer)
    def post(self, request: Request, championship_id: UUID, match_id: str) -> Response:
        """Hand in the score sheet with all that it says (a side, or an official who is not)."""
        championship, match = found(championship_id, match_id)
        entry = policies.may_report(championship, match, account(request))
        body = valid(SheetSerializer(data=request.data))
        answer = matches.hand_in_sheet(
            championship_id=championship_id, match=match_id, by=asked(request), entry=entry, **body
        )
        return answered(answer)


@extend_schema(tags=["matches"])
class ConfirmSheetView(MemberView):
    """Agreeing with the sheet."""

    serializer_class = MatchAnswerSerializer

    @command(operation_id="matches_confirm_sheet", request=None)
    def post(self, request: Request, championship_id: UUID, match_id: str) -> Response:
        """Agree with the sheet (the other side, or an official who is no side: that settles it)."""
        championship, match = found(championship_id, match_id)
        entry = policies.may_report(championship, match, account(request))
        answer = matches.confirm_sheet(
            championship_id=championship_id, match=match_id, by=asked(request), entry=entry
        )
        return answered(answer)


@extend_schema(tags=["matches"])
class DisputeView(MemberView):
    """Disagreeing with the sheet."""

    serializer_class = MatchAnswerSerializer

    @command(operation_id="matches_dispute_sheet", request=ReasonSerializer)
    def post(self, request: Request, championship_id: UUID, match_id: str) -> Response:
        """Disagree with the sheet, for a reason (a side); the match waits for an arbiter."""
        championship, match = found(championship_id, match_id)
        entry = policies.may_dispute(championship, match, account(request))
        body = valid(ReasonSerializer(data=request.data))
        answer = matches.dispute_sheet(
            championship_id=championship_id, match=match_id, by=asked(request), entry=entry, **body
        )
        return answered(answer)


@extend_schema(tags=["matches"])
class RulingView(MemberView):
    """The arbiter's word on a dispute."""

    serializer_class = MatchAnswerSerializer

    @command(operation_id="matches_rule_dispute", request=RulingSerializer)
    def post(self, request: Request, championship_id: UUID, match_id: str) -> Response:
        """Decide the dispute, for a reason (an arbiter who does not play in the match)."""
        championship, match = found(championship_id, match_id)
        policies.may_rule(championship, match, account(request))
        body = valid(RulingSerializer(data=request.data))
        answer = disputes.rule_on_match(
            championship_id=championship_id,
            match=match_id,
            by=asked(request),
            clubs=policies.clubs_of(account(request)),
            **body,
        )
        return answered(answer)


@extend_schema(tags=["matches"])
class ForfeitView(MemberView):
    """A match taken from one side."""

    serializer_class = MatchAnswerSerializer

    @command(operation_id="matches_forfeit", request=ForfeitSerializer)
    def post(self, request: Request, championship_id: UUID, match_id: str) -> Response:
        """Take an undecided match from one side, for a reason (an arbiter who does not play in it)."""
        championship, match = found(championship_id, match_id)
        policies.may_rule(championship, match, account(request))
        body = valid(ForfeitSerializer(data=request.data))
        answer = matches.forfeit(championship_id=championship_id, match=match_id, by=asked(request), **body)
        return answered(answer)


@extend_schema(tags=["matches"])
class MatchTimeView(MemberView):
    """When a match is called at the earliest."""

    serializer_class = MatchAnswerSerializer

    @command(operation_id="matches_schedule", request=ScheduleMatchSerializer)
    def put(self, request: Request, championship_id: UUID, match_id: str) -> Response:
        """Give the match a time before which it is not called, or none (owner, organizer)."""
        organized(request, championship_id)
        body = valid(ScheduleMatchSerializer(data=request.data))
        answer = matches.schedule(championship_id=championship_id, match=match_id, by=asked(request), **body)
        return answered(answer)


@extend_schema(tags=["matches"])
class MatchTableView(MemberView):
    """Where a match is played."""

    serializer_class = MatchAnswerSerializer

    @command(operation_id="matches_assign_table", request=TableSerializer)
    def put(self, request: Request, championship_id: UUID, match_id: str) -> Response:
        """Move a called match to another free table (owner, organizer)."""
        organized(request, championship_id)
        body = valid(TableSerializer(data=request.data))
        answer = matches.assign_table(
            championship_id=championship_id, match=match_id, by=asked(request), **body
        )
        return answered(answer)

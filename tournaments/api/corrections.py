"""Results put right or annulled, and what that would change."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from tournaments import policies
from tournaments.api._base import MemberView, answered, asked, valid
from tournaments.api.championship_serializers import (
    CorrectionSerializer,
    CountsSerializer,
    ReopeningSerializer,
)
from tournaments.api.matches import command, found
from tournaments.api.public_serializers import MatchAnswerSerializer
from tournaments.api.stage_serializers import PreviewSerializer
from tournaments.queries import championships as queries
from tournaments.rules.commands import CorrectResult, ReopenMatch, RuleCounts
from tournaments.services import matches
from truco_api.accounts.authentication import account


@extend_schema(tags=["matches"])
class CorrectionView(MemberView):
    """A result put right."""

    serializer_class = MatchAnswerSerializer

    @command(operation_id="matches_correct", request=CorrectionSerializer)
    def post(self, request: Request, championship_id: UUID, match_id: str) -> Response:
        """Replace a result, for a reason (owner, organizer, arbiter; nobody who plays in the match).

        What was played on the strength of the earlier result must be named in `stand` or `replay`.
        """
        championship, match = found(championship_id, match_id)
        policies.may_correct(championship, match, account(request))
        body = valid(CorrectionSerializer(data=request.data))
        answer = matches.correct(championship_id=championship_id, match=match_id, by=asked(request), **body)
        return answered(answer)


@extend_schema(tags=["matches"])
class ReopenView(MemberView):
    """A result annulled."""

    serializer_class = MatchAnswerSerializer

    @command(operation_id="matches_reopen", request=ReopeningSerializer)
    def post(self, request: Request, championship_id: UUID, match_id: str) -> Response:
        """Annul a result, for a reason: the match is played again (an arbiter who does not play in it).

        What was played on the strength of the earlier result must be named in `stand` or `replay`.
        """
        championship, match = found(championship_id, match_id)
        policies.may_rule(championship, match, account(request))
        body = valid(ReopeningSerializer(data=request.data))
        answer = matches.reopen(championship_id=championship_id, match=match_id, by=asked(request), **body)
        return answered(answer)


@extend_schema(tags=["matches"])
class CorrectionPreviewView(MemberView):
    """What a correction would change."""

    serializer_class = PreviewSerializer

    @extend_schema(
        operation_id="matches_preview_correction", request=CorrectionSerializer, responses=PreviewSerializer
    )
    def post(self, request: Request, championship_id: UUID, match_id: str) -> Response:
        """What would change, and what there is to choose about; nothing is stored."""
        championship, match = found(championship_id, match_id)
        policies.may_correct(championship, match, account(request))
        body = CorrectionSerializer(data=request.data)
        return _preview(request, championship_id, match_id, CorrectResult, body)


@extend_schema(tags=["matches"])
class ReopenPreviewView(MemberView):
    """What annulling a result would change."""

    serializer_class = PreviewSerializer

    @extend_schema(
        operation_id="matches_preview_reopening", request=ReopeningSerializer, responses=PreviewSerializer
    )
    def post(self, request: Request, championship_id: UUID, match_id: str) -> Response:
        """What would change, and what there is to choose about; nothing is stored."""
        championship, match = found(championship_id, match_id)
        policies.may_rule(championship, match, account(request))
        return _preview(
            request, championship_id, match_id, ReopenMatch, ReopeningSerializer(data=request.data)
        )


@extend_schema(tags=["matches"])
class CountsView(MemberView):
    """What a table counts of a match."""

    serializer_class = MatchAnswerSerializer

    @command(operation_id="matches_rule_counts", request=CountsSerializer)
    def post(self, request: Request, championship_id: UUID, match_id: str) -> Response:
        """Lay down what the table counts of a decided match in the place of what was played, for a reason (an
        arbiter who does not play in it).

        What was played on the strength of the table must be named in `stand` or `replay`.
        """
        championship, match = found(championship_id, match_id)
        policies.may_rule(championship, match, account(request))
        body = valid(CountsSerializer(data=request.data))
        answer = matches.rule_counts(
            championship_id=championship_id, match=match_id, by=asked(request), **body
        )
        return answered(answer)


@extend_schema(tags=["matches"])
class CountsPreviewView(MemberView):
    """What other counts would change."""

    serializer_class = PreviewSerializer

    @extend_schema(
        operation_id="matches_preview_counts", request=CountsSerializer, responses=PreviewSerializer
    )
    def post(self, request: Request, championship_id: UUID, match_id: str) -> Response:
        """What would change, and what there is to choose about; nothing is stored."""
        championship, match = found(championship_id, match_id)
        policies.may_rule(championship, match, account(request))
        return _preview(request, championship_id, match_id, RuleCounts, CountsSerializer(data=request.data))


def _preview(
    request: Request,
    championship_id: UUID,
    match_id: str,
    kind: queries.Changing,
    body: BaseSerializer[Any],
) -> Response:
    document = queries.correction(
        championship_id,
        match_id,
        by=account(request).actor,
        now=timezone.now(),
        kind=kind,
        **valid(body),
    )
    return Response(PreviewSerializer(document).data)

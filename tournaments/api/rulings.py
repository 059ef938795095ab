"""Rulings on disputes: by an arbiter, or by the organizer after the arbiter's time and on an appeal."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import policies
from tournaments.api._base import MemberView, asked, valid
from tournaments.api.dispute_serializers import (
    AppealSerializer,
    DisputeAnswerSerializer,
    NameArbiterSerializer,
    RuleOnDisputeSerializer,
    RulingPreviewSerializer,
)
from tournaments.api.disputes import answered, command, disputed
from tournaments.queries import disputes as dispute_queries
from tournaments.services import disputes
from truco_api.accounts.authentication import account


@extend_schema(tags=["disputes"])
class ArbiterView(MemberView):
    """An arbiter from outside."""

    serializer_class = DisputeAnswerSerializer

    @command(operation_id="disputes_name_arbiter", request=NameArbiterSerializer)
    def put(self, request: Request, championship_id: UUID, dispute_id: str) -> Response:
        """Ask somebody, of whatever club, to rule as an arbiter on this one dispute (owner, organizer).

        They may then read what was said and shown in it. The arbiters of the club may still rule.
        """
        row, match, _dispute = disputed(championship_id, dispute_id)
        policies.may_organize(row, account(request))
        body = valid(NameArbiterSerializer(data=request.data))
        arbiter = disputes.account_named(body["username"])
        policies.not_a_side(row, match, arbiter)
        answer = disputes.name_arbiter(
            championship_id=championship_id,
            dispute=dispute_id,
            by=asked(request),
            arbiter=arbiter.actor,
            clubs=policies.clubs_of(arbiter),
        )
        return answered(answer)


@extend_schema(tags=["disputes"])
class RulingView(MemberView):
    """Ruling on a dispute."""

    serializer_class = DisputeAnswerSerializer

    @command(operation_id="disputes_rule", request=RuleOnDisputeSerializer)
    def post(self, request: Request, championship_id: UUID, dispute_id: str) -> Response:
        """Rule, for a reason (an arbiter; on an appeal, or after the arbiter's time, an organizer).

        Nobody rules who plays in the match, nor on an appeal against their own ruling; where the regulation
        says so, no member of either entry's club rules first.
        """
        row, match, dispute = disputed(championship_id, dispute_id)
        policies.may_rule_dispute(row, match, account(request), dispute)
        body = valid(RuleOnDisputeSerializer(data=request.data))
        answer = disputes.rule(
            championship_id=championship_id,
            dispute=dispute_id,
            by=asked(request),
            instance=dispute.instance,
            clubs=policies.clubs_of(account(request)),
            **body,
        )
        return answered(answer)


@extend_schema(tags=["disputes"])
class RulingPreviewView(MemberView):
    """What a ruling would change."""

    serializer_class = RulingPreviewSerializer

    @extend_schema(
        operation_id="disputes_preview_ruling",
        request=RuleOnDisputeSerializer,
        responses=RulingPreviewSerializer,
    )
    def post(self, request: Request, championship_id: UUID, dispute_id: str) -> Response:
        """What would change beyond the match, and what there is to choose about; nothing is stored."""
        row, match, dispute = disputed(championship_id, dispute_id)
        policies.may_rule_dispute(row, match, account(request), dispute)
        body = valid(RuleOnDisputeSerializer(data=request.data))
        found = dispute_queries.preview(
            championship_id, match.match, by=account(request).actor, now=timezone.now(), **body
        )
        return Response(RulingPreviewSerializer({"changes": found}).data)


@extend_schema(tags=["disputes"])
class AppealView(MemberView):
    """The appeal."""

    serializer_class = DisputeAnswerSerializer

    @command(operation_id="disputes_appeal", request=AppealSerializer)
    def post(self, request: Request, championship_id: UUID, dispute_id: str) -> Response:
        """Take an arbiter's ruling to the organizer, once, for a reason (a side of the match)."""
        row, match, _dispute = disputed(championship_id, dispute_id)
        entry = policies.may_dispute(row, match, account(request))
        body = valid(AppealSerializer(data=request.data))
        answer = disputes.appeal(
            championship_id=championship_id, dispute=dispute_id, by=asked(request), entry=entry, **body
        )
        return answered(answer)


@extend_schema(tags=["disputes"])
class AcceptanceView(MemberView):
    """Doing without an appeal."""

    serializer_class = DisputeAnswerSerializer

    @command(operation_id="disputes_accept", request=None)
    def post(self, request: Request, championship_id: UUID, dispute_id: str) -> Response:
        """Accept the ruling (a side of the match); once both have, play goes on at once."""
        row, match, _dispute = disputed(championship_id, dispute_id)
        entry = policies.may_dispute(row, match, account(request))
        answer = disputes.accept(
            championship_id=championship_id, dispute=dispute_id, by=asked(request), entry=entry
        )
        return answered(answer)

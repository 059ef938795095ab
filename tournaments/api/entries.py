"""Entries of a championship."""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.services import Answer
from tournaments import documents, policies
from tournaments.api._base import COMMAND, MemberView, OpenView, answered, asked, reader, rows_of, valid
from tournaments.api.championship_serializers import (
    FeeSerializer,
    NewEntrySerializer,
    OptionalReasonSerializer,
    RankSerializer,
    ReasonSerializer,
)
from tournaments.api.championships import organized
from tournaments.api.public_serializers import EntryAnswerSerializer, EntrySerializer
from tournaments.models import Role
from tournaments.queries import championships as queries
from tournaments.services import entries
from truco_api.accounts.authentication import account

command = partial(extend_schema, parameters=COMMAND, responses=EntryAnswerSerializer)


def named(body: dict[str, Any]) -> dict[str, Any]:
    """An entry's document with the names of its members and reserves."""
    return with_names(body, queries.names_of((*body["members"], *body["reserves"])))


def named_all(bodies: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Many documents with names, looked up at once."""
    names = queries.names_of(person for body in bodies for person in (*body["members"], *body["reserves"]))
    return [with_names(body, names) for body in bodies]


def with_names(body: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    """An entry's document with these names beside the ids of persons."""
    return body | {
        role: [{"person": person, "name": names.get(person)} for person in body[role]]
        for role in ("members", "reserves")
    }


def answered_entry(answer: Answer) -> Response:
    """A command's answer about an entry."""
    return answered(answer._replace(body=named(answer.body)))


@extend_schema(tags=["entries"])
class EntriesView(OpenView):
    """All entries of a championship."""

    serializer_class = EntrySerializer
    cursor_ordering = ("number", "id")

    @extend_schema(operation_id="entries_list", responses=EntrySerializer(many=True))
    def get(self, request: Request, championship_id: UUID) -> Response:
        """Entries in the order of registration."""
        championship = queries.championship(championship_id)
        policies.may_see(championship, reader(request))
        sees_fee = policies.may_see_fee(championship, reader(request))
        rows = rows_of(self, queries.entries(championship_id))
        names = queries.names_of(person for row in rows for person in (*row.members, *row.reserves))
        found = [with_names(documents.entry_row(row, fee=sees_fee(row)), names) for row in rows]
        return self.get_paginated_response(EntrySerializer(found, many=True).data)

    @extend_schema(
        operation_id="entries_register",
        parameters=COMMAND,
        request=NewEntrySerializer,
        responses={201: EntryAnswerSerializer},
    )
    def post(self, request: Request, championship_id: UUID) -> Response:
        """Enter yourself with your partners, or as an organizer anybody."""
        championship = queries.championship(championship_id)
        official = policies.may_enter(championship, account(request))
        body = valid(NewEntrySerializer(data=request.data))
        answer = entries.register(
            championship_id=championship_id,
            club_id=championship.club_id,
            by=asked(request),
            user=account(request),
            official=official,
            **body,
        )
        return answered_entry(answer)


@extend_schema(tags=["entries"])
class EntryView(OpenView):
    """One entry."""

    serializer_class = EntrySerializer

    @extend_schema(operation_id="entries_retrieve")
    def get(self, request: Request, championship_id: UUID, entry_id: UUID) -> Response:
        """One entry."""
        championship = queries.championship(championship_id)
        policies.may_see(championship, reader(request))
        row = queries.entry(championship_id, entry_id)
        fee = policies.may_see_fee(championship, reader(request))(row)
        return Response(EntrySerializer(named(documents.entry_row(row, fee=fee))).data)


@extend_schema(tags=["entries"])
class ConfirmEntryView(MemberView):
    """The organizer's yes."""

    serializer_class = EntryAnswerSerializer

    @command(operation_id="entries_confirm", request=None)
    def post(self, request: Request, championship_id: UUID, entry_id: UUID) -> Response:
        """Accept the entry (owner, organizer)."""
        organized(request, championship_id)
        answer = entries.confirm(championship_id=championship_id, entry_id=entry_id, by=asked(request))
        return answered_entry(answer)


@extend_schema(tags=["entries"])
class FeeView(MemberView):
    """Whether the fee is paid."""

    serializer_class = EntryAnswerSerializer

    @command(operation_id="entries_mark_fee", request=FeeSerializer)
    def put(self, request: Request, championship_id: UUID, entry_id: UUID) -> Response:
        """Note that the fee was paid, or not after all (owner, organizer)."""
        organized(request, championship_id)
        body = valid(FeeSerializer(data=request.data))
        answer = entries.mark_fee(
            championship_id=championship_id, entry_id=entry_id, by=asked(request), **body
        )
        return answered_entry(answer)


@extend_schema(tags=["entries"])
class RankView(MemberView):
    """Where the entry stands in the seeding."""

    serializer_class = EntryAnswerSerializer

    @command(operation_id="entries_set_rank", request=RankSerializer)
    def put(self, request: Request, championship_id: UUID, entry_id: UUID) -> Response:
        """Rank the entry for the seeding, 1 being best (owner, organizer)."""
        organized(request, championship_id)
        body = valid(RankSerializer(data=request.data))
        answer = entries.set_rank(
            championship_id=championship_id, entry_id=entry_id, by=asked(request), **body
        )
        return answered_entry(answer)


@extend_schema(tags=["entries"])
class CheckInView(MemberView):
    """Being there before the draw."""

    serializer_class = EntryAnswerSerializer

    @command(operation_id="entries_check_in", request=None)
    def post(self, request: Request, championship_id: UUID, entry_id: UUID) -> Response:
        """The entry is here: said by one of its players, or an organizer or scorer."""
        championship = queries.championship(championship_id)
        policies.may_act_for(championship, entry_id, account(request), *policies.ORGANIZERS, Role.SCORER)
        answer = entries.check_in(championship_id=championship_id, entry_id=entry_id, by=asked(request))
        return answered_entry(answer)


@extend_schema(tags=["entries"])
class WithdrawEntryView(MemberView):
    """Leaving."""

    serializer_class = EntryAnswerSerializer

    @command(operation_id="entries_withdraw", request=OptionalReasonSerializer)
    def post(self, request: Request, championship_id: UUID, entry_id: UUID) -> Response:
        """The entry leaves: said by one of its players, or an organizer or arbiter."""
        championship = queries.championship(championship_id)
        policies.may_act_for(championship, entry_id, account(request), *policies.ORGANIZERS, Role.ARBITER)
        body = valid(OptionalReasonSerializer(data=request.data))
        answer = entries.withdraw(
            championship_id=championship_id, entry_id=entry_id, by=asked(request), **body
        )
        return answered_entry(answer)


@extend_schema(tags=["entries"])
class DisqualifyView(MemberView):
    """Being put out."""

    serializer_class = EntryAnswerSerializer

    @command(operation_id="entries_disqualify", request=ReasonSerializer)
    def post(self, request: Request, championship_id: UUID, entry_id: UUID) -> Response:
        """Put the entry out, for a reason (owner, organizer, arbiter; none who plays in the championship)."""
        championship = queries.championship(championship_id)
        policies.may_disqualify(championship, account(request))
        body = valid(ReasonSerializer(data=request.data))
        answer = entries.disqualify(
            championship_id=championship_id, entry_id=entry_id, by=asked(request), **body
        )
        return answered_entry(answer)

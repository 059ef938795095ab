"""Disputes: opening one, showing more, pictures, and the history of a match."""

from __future__ import annotations

from functools import partial
from typing import IO, Any, cast
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import override

from games.services import Answer
from tournaments import policies
from tournaments.api._base import COMMAND, MemberView, PublicView, asked, reader, rows_of, valid
from tournaments.api._files import described
from tournaments.api.dispute_serializers import (
    DisputeAnswerSerializer,
    DisputeFilterSerializer,
    DisputeSerializer,
    EvidenceSerializer,
    MatchHistorySerializer,
    OpenDisputeSerializer,
    PhotoSerializer,
)
from tournaments.api.matches import found
from tournaments.models import ChampionshipRow, DisputeRow, MatchRow, Photo
from tournaments.photos import MAX_BYTES, MEDIA_TYPE
from tournaments.queries import championships as queries
from tournaments.queries import disputes as dispute_queries
from tournaments.queries import history
from tournaments.services import disputes
from truco_api.accounts.authentication import account
from truco_api.errors import gettext_noop
from truco_api.http.conditional import etag
from truco_api.http.errors import BodyTooLarge

command = partial(extend_schema, parameters=COMMAND, responses=DisputeAnswerSerializer)


class PictureParser(BaseParser):
    """The bytes of a picture, as `picture`."""

    media_type = "image/*"

    @override
    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None
    ) -> dict[str, str | bytes]:
        """The body, up to the largest picture that is taken."""
        body = stream.read(MAX_BYTES + 1)
        if len(body) > MAX_BYTES:
            raise BodyTooLarge(gettext_noop("The body is larger than {limit} bytes."), limit=MAX_BYTES)
        return {"picture": body}


def disputed(championship_id: UUID, dispute_id: str) -> tuple[ChampionshipRow, MatchRow, DisputeRow]:
    """The championship, the match and the dispute, or what there is not."""
    row = queries.championship(championship_id)
    dispute = dispute_queries.row(championship_id, dispute_id)
    return row, queries.match(championship_id, dispute.match), dispute


def answered(told: Answer) -> Response:
    """A command's answer, with who ruled by name and the version it led to."""
    headers = {"ETag": etag(told.body["version"])}
    return Response(dispute_queries.named(told.body), status=told.status, headers=headers)


@extend_schema(tags=["disputes"])
class DisputesView(PublicView):
    """The disputes of a championship."""

    serializer_class = DisputeSerializer
    cursor_ordering = ("position", "id")

    @extend_schema(
        operation_id="disputes_list",
        parameters=[DisputeFilterSerializer],
        responses=DisputeSerializer(many=True),
    )
    def get(self, request: Request, championship_id: UUID) -> Response:
        """Disputes in the order in which they were opened; what was said in them is not told here."""
        policies.may_see(queries.championship(championship_id), reader(request))
        chosen = valid(DisputeFilterSerializer(data=request.query_params))
        rows = rows_of(self, dispute_queries.rows(championship_id, **chosen))
        return self.get_paginated_response(DisputeSerializer(dispute_queries.documents(rows), many=True).data)


@extend_schema(tags=["disputes"])
class MyDisputesView(MemberView):
    """What waits for the caller's ruling."""

    serializer_class = DisputeSerializer
    cursor_ordering = ("opened_at", "id")

    @extend_schema(operation_id="disputes_mine", responses=DisputeSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Disputes on which the caller can rule as an arbiter or an organizer, oldest first."""
        rows = rows_of(
            self, dispute_queries.to_rule_on(account(request).id, policies.judging(account(request)))
        )
        return self.get_paginated_response(DisputeSerializer(dispute_queries.documents(rows), many=True).data)


@extend_schema(tags=["disputes"])
class DisputeView(PublicView):
    """One dispute."""

    serializer_class = DisputeAnswerSerializer

    @extend_schema(operation_id="disputes_retrieve")
    def get(self, request: Request, championship_id: UUID, dispute_id: str) -> Response:
        """One dispute; officials and the two sides also read what was said and shown."""
        row, match, _dispute = disputed(championship_id, dispute_id)
        policies.may_see(row, reader(request))
        inside = policies.may_read_sheet(row, match, reader(request))
        body = dispute_queries.one(championship_id, dispute_id, inside=inside)
        return Response(DisputeAnswerSerializer(body).data, headers={"ETag": etag(body["version"])})


@extend_schema(tags=["disputes"])
class OpenDisputeView(MemberView):
    """Disputing what happened in a match."""

    serializer_class = DisputeAnswerSerializer

    @extend_schema(
        operation_id="matches_open_dispute",
        parameters=COMMAND,
        request=OpenDisputeSerializer,
        responses={201: DisputeAnswerSerializer},
    )
    def post(self, request: Request, championship_id: UUID, match_id: str) -> Response:
        """Dispute what happened, naming leg, hand and action (a player of the match).

        Online the hand is looked up in the game's stream; a hand at a table is shown by its hand record,
        which the rules judge. What depends on the match waits for the end of it, and nothing else.
        """
        championship, match = found(championship_id, match_id)
        entry = policies.may_dispute(championship, match, account(request))
        body = valid(OpenDisputeSerializer(data=request.data))
        answer = disputes.open_dispute(
            championship_id=championship_id, match=match_id, by=asked(request), entry=entry, **body
        )
        return answered(answer)


@extend_schema(tags=["disputes"])
class EvidenceView(MemberView):
    """What is said and shown."""

    serializer_class = DisputeAnswerSerializer

    @command(operation_id="disputes_add_evidence", request=EvidenceSerializer)
    def post(self, request: Request, championship_id: UUID, dispute_id: str) -> Response:
        """Say or show more (a side of the match, or an official)."""
        row, match, _dispute = disputed(championship_id, dispute_id)
        entry = policies.may_show(row, match, account(request))
        body = valid(EvidenceSerializer(data=request.data))
        answer = disputes.add_evidence(
            championship_id=championship_id, dispute=dispute_id, by=asked(request), entry=entry, **body
        )
        return answered(answer)


@extend_schema(tags=["disputes"])
class WithdrawView(MemberView):
    """Taking a dispute back."""

    serializer_class = DisputeAnswerSerializer

    @command(operation_id="disputes_withdraw", request=None)
    def post(self, request: Request, championship_id: UUID, dispute_id: str) -> Response:
        """Take the dispute back before a ruling (the side that opened it)."""
        row, match, _dispute = disputed(championship_id, dispute_id)
        entry = policies.may_dispute(row, match, account(request))
        answer = disputes.withdraw(
            championship_id=championship_id, dispute=dispute_id, by=asked(request), entry=entry
        )
        return answered(answer)


@extend_schema(tags=["disputes"])
class PhotosView(MemberView):
    """Pictures sent for a match."""

    serializer_class = PhotoSerializer
    parser_classes = [PictureParser]

    @extend_schema(
        operation_id="matches_send_photo",
        request={"image/jpeg": OpenApiTypes.BINARY, "image/png": OpenApiTypes.BINARY},
        responses={201: PhotoSerializer},
    )
    def post(self, request: Request, championship_id: UUID, match_id: str) -> Response:
        """Send a picture as the body (JPEG, PNG or WebP, up to 8 MB) to be named in a dispute by its hash.

        It is opened, made smaller if it is large, and stripped of what cameras write into it.
        """
        championship, match = found(championship_id, match_id)
        policies.may_show(championship, match, account(request))
        data = cast("dict[str, bytes]", request.data).get("picture", b"")
        photo: Photo = disputes.keep_photo(
            championship_id=championship_id, match=match_id, user=account(request), data=data
        )
        return Response(PhotoSerializer(photo).data, status.HTTP_201_CREATED)


@extend_schema(tags=["disputes"])
class PhotoView(MemberView):
    """A picture."""

    @extend_schema(operation_id="matches_photo", responses=described(MEDIA_TYPE, "The picture."))
    def get(self, request: Request, championship_id: UUID, match_id: str, sha256: str) -> HttpResponse:
        """The picture, for officials and the two sides."""
        championship, match = found(championship_id, match_id)
        policies.may_see_photo(championship, match, account(request))
        return picture(dispute_queries.photo(championship_id, match_id, sha256))


def picture(photo: Photo) -> HttpResponse:
    """The bytes, which never change under their hash, for this reader's own cache."""
    answer = HttpResponse(bytes(photo.content), content_type=MEDIA_TYPE)
    answer["ETag"] = f'"{photo.sha256}"'
    answer["Cache-Control"] = "private, max-age=31536000, immutable"
    answer["Content-Disposition"] = f'inline; filename="{photo.sha256[:12]}.jpg"'
    return answer


@extend_schema(tags=["matches"])
class MatchHistoryView(PublicView):
    """What happened in a match."""

    serializer_class = MatchHistorySerializer

    @extend_schema(operation_id="matches_history")
    def get(self, request: Request, championship_id: UUID, match_id: str) -> Response:
        """All events of the match in order: calls, legs, sheets, disputes, rulings, appeals, corrections.

        Officials and the two sides also read what was written for them alone.
        """
        championship, match = found(championship_id, match_id)
        policies.may_see(championship, reader(request))
        inside = policies.may_read_sheet(championship, match, reader(request))
        return Response({"events": history.of_match(championship_id, match_id, inside=inside)})

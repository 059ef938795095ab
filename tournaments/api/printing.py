"""What a club prints: score sheets, bracket, schedule, as PDF in the caller's language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api._base import PublicView, valid
from tournaments.api._files import PdfRenderer, described, file
from tournaments.api.public import seen
from tournaments.models import ChampionshipRow
from tournaments.printing import bracket, lists, sheet
from tournaments.printing.paper import Imprint
from tournaments.queries import paper_lists, papers


class SheetsQuerySerializer(serializers.Serializer[Any]):
    """Whose sheets; without anything, those of all matches at tables that are still to be played."""

    stage = serializers.CharField(required=False, max_length=32)
    round = serializers.IntegerField(required=False, min_value=1, max_value=10_000)


class PaperView(PublicView):
    """Something printed."""

    renderer_classes = [PdfRenderer]
    serializer_class = None


PDF = described("application/pdf", "A PDF of A4 pages, in the caller's language.")


def printed(championship: ChampionshipRow, name: str, make: Callable[[Imprint], bytes]) -> Response:
    """The file, under a name that says what it is of."""
    body = make(papers.imprint(championship, timezone.now()))
    return file(body, f"{name}.pdf", attached=False)


def address_of(request: Request, championship_id: UUID) -> papers.Address:
    """Where the page of each match is found, as this caller reaches the server."""

    def address(match: str) -> str:
        return request.build_absolute_uri(reverse("match-page", args=[championship_id, match]))

    return address


@extend_schema(tags=["printing"])
class MatchSheetView(PaperView):
    """The score sheet of a match."""

    @extend_schema(operation_id="matches_print_sheet", responses=PDF)
    def get(self, request: Request, championship_id: UUID, match_id: str) -> Response:
        """The score sheet to fill in at the table, with a QR code that opens the match."""
        row = seen(request, championship_id)
        found = papers.sheet_of(championship_id, match_id, address_of(request, championship_id))
        return printed(row, f"sheet-{match_id}", lambda imprint: sheet.sheets(imprint, found))


@extend_schema(tags=["printing"])
class SheetsView(PaperView):
    """The score sheets of many matches."""

    @extend_schema(operation_id="print_sheets", parameters=[SheetsQuerySerializer], responses=PDF)
    def get(self, request: Request, championship_id: UUID) -> Response:
        """The score sheets of a round (or of all matches to be played) in one file."""
        row = seen(request, championship_id)
        asked = valid(SheetsQuerySerializer(data=request.query_params))
        address = address_of(request, championship_id)
        found = papers.sheets(championship_id, address, stage=asked.get("stage"), number=asked.get("round"))
        return printed(row, "sheets", lambda imprint: sheet.sheets(imprint, found))


@extend_schema(tags=["printing"])
class PrintedBracketView(PaperView):
    """The bracket for the wall."""

    @extend_schema(operation_id="print_bracket", responses=PDF)
    def get(self, request: Request, championship_id: UUID) -> Response:
        """The bracket of every knock-out stage, over as many pages as it takes."""
        row = seen(request, championship_id)
        found = papers.bracket(championship_id)
        return printed(row, "bracket", lambda imprint: bracket.bracket(imprint, found))


@extend_schema(tags=["printing"])
class PrintedGroupsView(PaperView):
    """The tables for the wall."""

    @extend_schema(operation_id="print_groups", responses=PDF)
    def get(self, request: Request, championship_id: UUID) -> Response:
        """The tables of groups, leagues and Swiss stages, with their matches to fill in."""
        row = seen(request, championship_id)
        sections = paper_lists.groups(championship_id)
        return printed(row, "groups", lambda imprint: lists.lists(imprint, gettext("Tables"), sections))


@extend_schema(tags=["printing"])
class PrintedScheduleView(PaperView):
    """The schedule for the wall."""

    @extend_schema(operation_id="print_schedule", responses=PDF)
    def get(self, request: Request, championship_id: UUID) -> Response:
        """What is being played and what is to come, with times by the club's clock."""
        row = seen(request, championship_id)

        def make(imprint: Imprint) -> bytes:
            sections = paper_lists.schedule(championship_id, imprint.at, imprint.zone)
            return lists.lists(imprint, gettext("Schedule"), sections)

        return printed(row, "schedule", make)

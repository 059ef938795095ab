"""Everything about a championship to take away, for spreadsheets and for other programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import policies
from tournaments.api._base import PublicView, reader, valid
from tournaments.api._files import CsvRenderer, described, file
from tournaments.api.public import seen
from tournaments.entry_lists import written
from tournaments.queries import exports

CSV = described("text/csv", "CSV in UTF-8, its first line naming the columns.")
SEPARATORS = {"comma": ",", "semicolon": ";"}


class CsvQuerySerializer(serializers.Serializer[Any]):
    """How cells are parted; spreadsheets in Portuguese and Spanish expect a semicolon."""

    separator = serializers.ChoiceField(choices=list(SEPARATORS), default="comma")


class CsvView(PublicView):
    """A table for a spreadsheet."""

    renderer_classes = [CsvRenderer]
    serializer_class = None


def table(request: Request, name: str, rows: Iterable[exports.Row]) -> Response:
    """The rows as a file; its mark tells a spreadsheet that it is UTF-8."""
    separator = valid(CsvQuerySerializer(data=request.query_params))["separator"]
    text = written(list(rows), SEPARATORS[separator])
    return file(text.encode("utf-8-sig"), f"{name}.csv", attached=True)


@extend_schema(tags=["exports"])
class EntriesCsvView(CsvView):
    """Entries for a spreadsheet."""

    @extend_schema(operation_id="export_entries", parameters=[CsvQuerySerializer], responses=CSV)
    def get(self, request: Request, championship_id: UUID) -> Response:
        """Entries with their players, as an import reads them; fees only for organizers."""
        row = seen(request, championship_id)
        return table(request, "entries", exports.entries(row, policies.may_see_fee(row, reader(request))))


@extend_schema(tags=["exports"])
class ResultsCsvView(CsvView):
    """Results for a spreadsheet."""

    @extend_schema(operation_id="export_results", parameters=[CsvQuerySerializer], responses=CSV)
    def get(self, request: Request, championship_id: UUID) -> Response:
        """Decided matches in the order of their decision."""
        return table(request, "results", exports.results(seen(request, championship_id)))


@extend_schema(tags=["exports"])
class StandingsCsvView(CsvView):
    """Tables for a spreadsheet."""

    @extend_schema(operation_id="export_standings", parameters=[CsvQuerySerializer], responses=CSV)
    def get(self, request: Request, championship_id: UUID) -> Response:
        """The rows of all tables, and the places of stages that are over."""
        return table(request, "standings", exports.standings(seen(request, championship_id)))


@extend_schema(tags=["exports"])
class ScheduleCsvView(CsvView):
    """The schedule for a spreadsheet."""

    @extend_schema(operation_id="export_schedule", parameters=[CsvQuerySerializer], responses=CSV)
    def get(self, request: Request, championship_id: UUID) -> Response:
        """What is being played and what is to come, with times in UTC."""
        row = seen(request, championship_id)
        return table(request, "schedule", exports.schedule(row, timezone.now()))


@extend_schema(tags=["exports"])
class ChampionshipJsonView(PublicView):
    """The championship as one document."""

    serializer_class = None

    @extend_schema(operation_id="export_championship", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, championship_id: UUID) -> Response:
        """Regulation, entries, stages with draws and tables, matches and the whole history."""
        row = seen(request, championship_id)
        found = exports.whole(row, policies.may_see_fee(row, reader(request)), timezone.now())
        return Response(found, headers={"Content-Disposition": 'attachment; filename="championship.json"'})

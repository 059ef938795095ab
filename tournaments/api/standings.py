"""A table out of its record, for anybody who wants to check one."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api._base import PublicView
from tournaments.rules.record_fields import UnreadableRecord
from tournaments.rules.standings_record import answer, read_record
from tournaments.rules.tiebreaks import CRITERIA
from truco_api.errors import gettext_noop
from truco_api.http.judgements import JudgementThrottle
from truco_api.http.parsers import StrictJSONParser
from truco_api.problems import localized

MAX_BODY = 512 * 1024
"""Bytes: the record of 512 entries after a dozen rounds is half of it."""
MAX_ENTRIES = 1024


class RecordParser(StrictJSONParser):
    """JSON as everywhere in the API, but large enough for the record of a whole championship."""

    max_body = MAX_BODY


class MatchRecordSerializer(serializers.Serializer[Any]):
    """One match of a record."""

    home = serializers.CharField()
    away = serializers.CharField(allow_null=True, help_text="null for a bye")
    outcome = serializers.ChoiceField(
        ["not_played", "played", "walkover", "double_walkover", "abandoned", "adjudicated"]
    )
    legs = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2),
        required=False,
        help_text="tentos of home and away, leg by leg",
    )
    winner = serializers.CharField(required=False)
    counts = serializers.DictField(
        child=serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2),
        required=False,
        help_text="legs, tentos, flores or points that count in the place of what was played",
    )


class StandingsRecordSerializer(serializers.Serializer[Any]):
    """What a table follows from; it has either `matches` or `totals`."""

    format = serializers.CharField(default="truco-standings/1")
    entries = serializers.ListField(child=serializers.CharField())
    points = serializers.JSONField(required=False)
    criteria = serializers.ListField(child=serializers.ChoiceField(list(CRITERIA)))
    after_head_to_head = serializers.ChoiceField(["restart", "continue"], default="restart")
    ranks = serializers.ChoiceField(["standard", "dense"], default="standard")
    lots = serializers.ListField(child=serializers.CharField(), required=False)
    matches = MatchRecordSerializer(many=True, required=False)
    totals = serializers.JSONField(required=False)


class ReasonSerializer(serializers.Serializer[Any]):
    """One step of the explanation of a row."""

    code = serializers.CharField()
    criterion = serializers.CharField(allow_null=True)
    value = serializers.JSONField(allow_null=True)
    others = serializers.ListField(child=serializers.CharField())
    text = serializers.CharField()


class StandingRowSerializer(serializers.Serializer[Any]):
    """One row of a table."""

    rank = serializers.IntegerField()
    entry = serializers.CharField()
    values = serializers.JSONField(help_text="by criterion; null where it never came to it")
    decided_by = serializers.CharField(allow_null=True)
    reasons = ReasonSerializer(many=True, required=False, help_text="only with explain=true")


class StandingsSerializer(serializers.Serializer[Any]):
    """A table, and the blocks of entries whose order awaits lots."""

    rows = StandingRowSerializer(many=True)
    pending = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))


class StandingsView(PublicView):
    """The table that a record describes; nothing is stored."""

    parser_classes = [RecordParser]
    throttle_classes = [JudgementThrottle]
    serializer_class = StandingsRecordSerializer

    @extend_schema(
        tags=["records"],
        operation_id="standings_judge",
        request=StandingsRecordSerializer,
        responses=StandingsSerializer,
        parameters=[
            OpenApiParameter("explain", OpenApiTypes.BOOL, description="Add to each row why it stands there.")
        ],
        examples=[
            OpenApiExample(
                "Two pairs",
                request_only=True,
                value={
                    "format": "truco-standings/1",
                    "entries": ["A", "B"],
                    "criteria": ["points", "lots"],
                    "matches": [{"home": "A", "away": "B", "outcome": "played", "legs": [[12, 9]]}],
                },
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """Order the entries of a standings record (`truco-standings/1`) and say what decided each place."""
        record = read_record(request.data)
        if len(record.entries) > MAX_ENTRIES:
            raise UnreadableRecord(
                gettext_noop("{field} must not be more than {limit}"), field="entries", limit=MAX_ENTRIES
            )
        explained = request.query_params.get("explain", "").lower() in ("1", "true")
        return Response(localized(answer(record.standings(), explained=explained)))

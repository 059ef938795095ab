"""Reports of conduct over REST: made by players, read by the staff. Who is reported never sees them."""

from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAdminUser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import queries, services
from games.api.cards import Described
from games.api.serializers import checked
from games.models import ConductReport
from truco_api.accounts.authentication import account


class NewReportSerializer(Described):
    """What somebody did."""

    seat = serializers.IntegerField(min_value=0, max_value=7, help_text="Where they play.")
    kind = serializers.ChoiceField(choices=ConductReport.Kind.choices)
    text = serializers.CharField(max_length=2000, required=False, allow_blank=True, default="")


class ReportedSerializer(serializers.ModelSerializer[ConductReport]):
    """A report, as who made it is told of it."""

    class Meta:
        model = ConductReport
        fields = ["id", "game", "version", "seat", "kind", "text", "created_at"]
        read_only_fields = fields


class ConductReportSerializer(serializers.ModelSerializer[ConductReport]):
    """A report, for those who look after the play."""

    reporter = serializers.CharField(source="reporter.shown_name", allow_null=True, default=None)
    reported = serializers.CharField(source="reported.shown_name", allow_null=True, default=None)

    class Meta:
        model = ConductReport
        fields = [
            "id",
            "game",
            "origin",
            "version",
            "seat",
            "kind",
            "text",
            "created_at",
            "reporter",
            "reported",
        ]
        read_only_fields = fields


class GameReportsView(APIView):
    """Reporting somebody one plays with."""

    @extend_schema(
        operation_id="games_report_conduct", request=NewReportSerializer, responses={201: ReportedSerializer}
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Report another player of one's own game, once, and ten times a day at most.

        Staff reads it, and in a championship its club's arbiters. Who is reported is told nothing.
        """
        wish = checked(NewReportSerializer, request.data)
        report = services.report_conduct(
            game_id=game_id, reporter=account(request), now=queries.now(), **wish
        )
        return Response(ReportedSerializer(report).data, status=201)


class ReportsView(ListAPIView[ConductReport]):
    """All reports, for the staff."""

    permission_classes = [IsAdminUser]
    serializer_class = ConductReportSerializer
    queryset = ConductReport.objects.none()
    cursor_ordering = ("-created_at", "-id")

    @extend_schema(operation_id="conduct_reports_list", tags=["games"])
    def get(self, request: Request, *args: object, **kwargs: object) -> Response:
        """Every report, the newest first."""
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[ConductReport]:
        """With the names of both."""
        return ConductReport.objects.select_related("reporter", "reported")

"""Addresses that fail in every way there is, for the tests of how failures are answered."""

from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from rest_framework import exceptions, serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from truco_api.errors import Conflict, DomainError, Forbidden, Invalid, NotFound, gettext_noop
from truco_api.http.errors import Unavailable

SECRET = "internal-host-10.0.0.7"


class Stale(Conflict):
    """A probe: an error with members of its own."""

    code = "probe_stale"
    status = 412
    message = gettext_noop("Something has happened since; the current version is {current_version}.")
    public = ("current_version",)

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        self.extra = {"events": [{"type": "card_played/1"}], "status": 200}


def failures() -> dict[str, Exception]:
    """Each failure under its name."""
    return {
        "domain": DomainError(),
        "invalid": Invalid(field="seats.0"),
        "conflict": Conflict(),
        "forbidden": Forbidden(),
        "missing": NotFound(),
        "stale": Stale(current_version=18, secret=SECRET),
        "nested": Invalid(gettext_noop("{reason}"), reason=gettext_noop("You may not do this.")),
        "unavailable": Unavailable(),
        "http404": Http404(SECRET),
        "denied": PermissionDenied(SECRET),
        "suspicious": SuspiciousOperation(SECRET),
        "model": ValidationError({"name": ["Too long."], "__all__": [ValidationError("No.", code="never")]}),
        "parse": exceptions.ParseError(),
        "drf_denied": exceptions.PermissionDenied(),
        "throttled": exceptions.Throttled(wait=7.2),
        "bug": RuntimeError(SECRET),
    }


class FailingView(APIView):
    """Fails as its address says."""

    permission_classes = [AllowAny]

    def get(self, request: Request, what: str) -> Response:
        """Raise it."""
        raise failures()[what]


def failing_function(request: HttpRequest, what: str) -> HttpResponse:
    """The same outside DRF."""
    raise failures()[what]


def silent(request: HttpRequest, status: int) -> HttpResponse:
    """A failure without a cause, as a page."""
    return HttpResponse("<h1>oh</h1>", status=status)


class Seat(serializers.Serializer[Any]):
    """A nested form."""

    kind = serializers.ChoiceField(choices=["user", "bot"])


class Form(serializers.Serializer[Any]):
    """A form with a list of forms."""

    name = serializers.CharField(max_length=3)
    seats = Seat(many=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse the whole."""
        if attrs["name"] == "all":
            raise serializers.ValidationError("Not all.", code="not_all")
        return attrs


class EchoView(APIView):
    """Gives back what it was given."""

    permission_classes = [AllowAny]

    def post(self, request: Request) -> Response:
        """The body as it was read."""
        return Response({"read": request.data})


class FormView(APIView):
    """Reads a form."""

    permission_classes = [AllowAny]

    def post(self, request: Request) -> Response:
        """The form as it was read."""
        form = Form(data=request.data)
        form.is_valid(raise_exception=True)
        return Response(form.validated_data)


class MembersView(APIView):
    """For members only."""

    def get(self, request: Request) -> Response:
        """Who asks."""
        return Response({"name": request.user.get_username()})


urlpatterns = [
    path("api/probe/fail/<what>/", FailingView.as_view()),
    path("api/probe/function/<what>/", failing_function),
    path("api/probe/silent/<int:status>/", silent),
    path("api/probe/echo/", EchoView.as_view()),
    path("api/probe/form/", FormView.as_view()),
    path("api/probe/members/", MembersView.as_view()),
    path("page/silent/<int:status>/", silent),
]

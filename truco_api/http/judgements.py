"""How many records one address may have judged without signing in: each takes a moment of thought."""

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView
from typing_extensions import override

from truco_api.http.limits import Room, address_of


class JudgementThrottle(BaseThrottle):
    """A room of its own for who is not signed in; whoever is has the room of the token."""

    def __init__(self) -> None:
        self._wait: int | None = None

    @override
    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether there is room for one more."""
        address = address_of(request._request)
        if request.user.is_authenticated or address in settings.RATE_EXEMPT:
            return True
        room = Room("judgements", address)
        self._wait = room.wait
        return room.take()

    @override
    def wait(self) -> float | None:
        """Seconds until the room is empty again."""
        return self._wait

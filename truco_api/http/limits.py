"""How much one may ask: rooms for each token and each address, and one of its own for moves.

A legal move fills no room, so it is never refused because of what its player, or anybody at the same address,
has asked besides. What fills the room of moves is moves that are refused.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from time import time
from typing import Final
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from truco_api.accounts import access
from truco_api.http.counters import Counters
from truco_api.http.errors import Throttled
from truco_api.http.middleware import is_allauth, is_api
from truco_api.http.plain import Plain
from truco_api.problems import problem_response

_MOVE: Final = re.compile(r"/api/v1/games/[0-9a-f-]{36}/actions/")
_COUNTED: Final = "truco.counted"
"""Where a request that is counted says which room was full, None if there was room."""
_NOT_THEIR_FAULT: Final = frozenset({409, 412})
"""Refusals that a fair player meets: somebody was faster."""


@dataclass(frozen=True, slots=True)
class Room:
    """So many in so many seconds, for one place."""

    name: str
    place: str

    def is_full(self) -> bool:
        """Whether nothing more goes in, without putting anything in."""
        most, seconds = settings.REQUEST_RATES[self.name]
        return _counters().counted(self._key, int(time() // seconds)) >= most

    def take(self) -> bool:
        """Put one in; False if it was full."""
        most, seconds = settings.REQUEST_RATES[self.name]
        return _counters().count(self._key, int(time() // seconds)) <= most

    @property
    def wait(self) -> int:
        """Whole seconds until it is empty again."""
        seconds = settings.REQUEST_RATES[self.name][1]
        return int(seconds - time() % seconds) + 1

    @property
    def _key(self) -> str:
        return f"{self.name}\n{self.place}"


class RateLimits:
    """Middleware: 429 with `Retry-After` for whoever asks too much. It asks no database."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Let pass or refuse."""
        address = address_of(request)
        if not (is_api(request) or is_allauth(request)) or address in settings.RATE_EXEMPT:
            return self.get_response(request)
        token = _token_of(request)
        if request.method == "POST" and token and _MOVE.fullmatch(request.path_info):
            return self._move(request, token, address)
        sender = _fingerprint(token) if token else ""
        full = request.META[_COUNTED] if _COUNTED in request.META else _counted(address, sender)
        return _refused(request, full) if full else self.get_response(request)

    def _move(self, request: HttpRequest, token: str, address: str) -> HttpResponseBase:
        rooms = [Room("refused_moves", _fingerprint(token))]
        if access.read(token, now=time()) is None:  # nobody we know without asking, so it may be anybody
            rooms.append(Room("unknown_senders", address))
        full = next((room for room in rooms if room.is_full()), None)
        if full is not None:
            return _refused(request, full)
        response = self.get_response(request)
        if response.status_code >= 400 and response.status_code not in _NOT_THEIR_FAULT:
            for room in rooms:
                if room.name == "refused_moves" or response.status_code == 401:
                    room.take()
        return response


def admits(request: Plain, device: UUID) -> bool:
    """Whether the limits let this device's request pass as well; a look is counted, and not again on its way
    through `RateLimits`, which is the one that refuses."""
    address = address_of(request)
    if address in settings.RATE_EXEMPT:
        return True
    if request.method == "POST":
        return not Room("refused_moves", str(device)).is_full()
    full = request.META[_COUNTED] = _counted(address, str(device))
    return full is None


def _counted(address: str, sender: str) -> Room | None:
    """Put the request into its rooms; the first that was full."""
    rooms = [Room("address", address), *([Room("token", sender)] if sender else [])]
    full = [room for room in rooms if not room.take()]
    return full[0] if full else None


def address_of(request: HttpRequest | Plain) -> str:
    """Where the request comes from, past the proxies that are ours: each of them has added the address that
    called it; what stands before these may be anything."""
    forwarded, proxies = request.META.get("HTTP_X_FORWARDED_FOR"), settings.TRUSTED_PROXIES
    if not proxies or forwarded is None:
        return str(request.META.get("REMOTE_ADDR"))
    addresses = forwarded.split(",")
    return str(addresses[-min(proxies, len(addresses))].strip())


def _refused(request: HttpRequest, room: Room) -> HttpResponseBase:
    return problem_response(Throttled(wait=room.wait), request)


def _token_of(request: HttpRequest) -> str:
    return str(request.META.get("HTTP_AUTHORIZATION", "")).partition(" ")[2].strip()


def _fingerprint(token: str) -> str:
    """Of a token that is renewed each quarter of an hour, its device; of any other, itself."""
    claims = access.read(token, now=time()) if access.looks_like_one(token) else None
    return str(claims.device) if claims else sha256(token.encode()).hexdigest()


@lru_cache(maxsize=4)
def _opened(file: Path) -> Counters:
    return Counters(file)


def _counters() -> Counters:
    return _opened(settings.RATE_FILE)

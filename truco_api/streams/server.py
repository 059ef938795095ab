"""The stream server's addresses: find out who asks, read what they may see, and wait."""

import asyncio
import contextlib
import functools
import signal
import threading
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from types import FrameType

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import connection
from django.http import HttpResponse
from django.utils import translation
from django.utils.translation import get_language_from_request
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from truco_api.errors import DomainError, Invalid, gettext_noop
from truco_api.http.errors import NotAuthenticated, ServerError
from truco_api.presence.attendance import Attendance
from truco_api.problems import by_status, problem_response
from truco_api.streams.following import Event, Follower, Standing, encode, frames, wait_for_events
from truco_api.streams.hub import Hub, shared
from truco_api.streams.reading import Around, Failed, Reader, Source, viewer
from truco_api.streams.relay import Relay
from truco_api.streams.router import Router

LONGEST_WAIT_SECONDS = 25
OWN = "me"
"""The kind of stream that everybody signed in has of their own."""
_HIGHEST_VERSION = 2**31 - 1
_HIGHEST_POSITION = 10**15 - 1


class InvalidQuery(Invalid):
    """A parameter of the query must be a whole number within its bounds."""

    code = "invalid_query"
    message = gettext_noop("{field} must be a whole number from 0 to {highest}.")


@dataclass(frozen=True, slots=True)
class StreamServer:
    """What the handlers share: the hub that wakes, and the threads that read."""

    hub: Hub
    reader: Reader
    attendance: Attendance

    async def events(self, source: Source, request: Request) -> Response:
        """Events after `after`, waited for up to `wait` seconds, as one answer."""
        follower = await self._follower(source, request)
        seconds = await self.reader.run(request.scope, lambda r: _number(r, "wait", LONGEST_WAIT_SECONDS))
        ask = Asker(self.hub, self.reader, request)
        standing = await ask.standing(follower)
        if source.behind is not None and standing.behind:
            return _told([], follower, standing.head, resync=True)
        with self.attendance.attending(follower.account):
            found = await wait_for_events(self.hub, follower, ask, seconds)
        if (
            source.behind is not None
        ):  # a cursor in many streams moves on by what was told, and by nothing else
            return _told(found, follower, follower.past(found).after if found else follower.after)
        newest = (await ask.standing(follower)).head
        around = await ask.around(follower)
        return _told(found, follower, newest, **(around.frames if around else {}))

    async def stream(self, source: Source, request: Request) -> Response:
        """The same events one by one, for as long as the client stays."""
        follower = await self._follower(source, request)
        # Whoever may not follow is told so before the stream begins.
        await Asker(self.hub, self.reader, request).events(follower)
        beside = await self.reader.run(request.scope, lambda r: _beside(r, follower))
        return StreamingResponse(
            self._frames(follower, request, beside),
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )

    async def ready(self, request: Request) -> Response:
        """Whether the feed is listened to and the database answers."""
        with contextlib.suppress(Failed):
            await self.reader.run(request.scope, _touch_database)
            if self.hub.wait_until_listening(0):
                return JSONResponse({"status": "ok"})
        return JSONResponse({"status": "unavailable"}, status_code=503)

    async def _follower(self, source: Source, request: Request) -> Follower:
        """Who asks, for what, from which version on; `Last-Event-ID` goes before `after`."""
        ident = request.path_params.get("ident")

        def follower(asked: ASGIRequest) -> Follower:
            who = viewer(asked)
            after = _resumed(asked) or _number(asked, "after", _highest(source))
            if ident is not None:
                return Follower(source, ident, who, after)
            if who is None:
                raise NotAuthenticated
            return Follower(source, who.pk, who, after)

        return await self.reader.run(request.scope, follower)

    async def _frames(
        self, follower: Follower, request: Request, beside: Follower | None
    ) -> AsyncIterator[str]:
        """The frames, until the client goes, the server stops, or the follower may no longer see them."""
        ask = Asker(self.hub, self.reader, request)
        with contextlib.suppress(Failed), self.attendance.attending(follower.account):
            async for frame in frames(self.hub, follower, ask, beside):
                yield frame


@dataclass(frozen=True, slots=True)
class Asker:
    """Reads for the followers of one request; those who want the same at the same moment share a reading."""

    hub: Hub
    reader: Reader
    request: Request

    async def events(self, follower: Follower) -> list[Event]:
        """The next events."""
        if follower.source.behind is not None:  # of more streams than a key could name
            return await self.reader.run(self.request.scope, lambda _: follower.read())
        who = follower.viewer and follower.viewer.pk
        known = [self.hub.known(stream) for stream in (follower.stream, *follower.upon)]
        key = (follower.stream, who, follower.after, *known)
        return await self.reader.shared(
            key, lambda: self.reader.run(self.request.scope, lambda _: follower.read())
        )

    async def standing(self, follower: Follower) -> Standing:
        """How far they may see."""
        return await self.reader.run(self.request.scope, lambda _: follower.standing())

    async def around(self, follower: Follower) -> Around | None:
        """What is told beside the events."""
        if follower.source.around is None:
            return None
        return await self.reader.run(self.request.scope, lambda _: follower.around())


def _told(events: list[Event], follower: Follower, newest: int, **more: object) -> Response:
    """The answer to who waits: what the stream would have sent, in one piece."""
    body = {"events": events, follower.source.number: newest, **more}
    return Response(encode(body), media_type="application/json")


def build(sources: Mapping[str, Source], *, hub: Hub | None = None, relays: bool = True) -> Starlette:
    """The ASGI application; with `relays` it also moves events into the feed."""
    server = StreamServer(hub or shared(), Reader(), Attendance())
    routes = [
        Route("/healthz", _alive),
        Route("/readyz", server.ready),
        *(
            Route(_address(kind, name), functools.partial(handler, source))
            for kind, source in sources.items()
            for name, handler in (("events", server.events), ("stream", server.stream))
        ),
    ]
    cors = Middleware(
        CORSMiddleware,
        allow_origins=settings.STREAM_ORIGINS,
        allow_methods=["GET"],
        allow_headers=["Authorization", "Last-Event-ID", "X-Request-ID"],
        max_age=86_400,
    )
    return Starlette(
        routes=routes,
        middleware=[cors],
        exception_handlers={Failed: _answer_failed, HTTPException: _answer_refused, Exception: _answer_fault},
        lifespan=functools.partial(_lifespan, server, relays),
    )


@contextlib.asynccontextmanager
async def _lifespan(server: StreamServer, relays: bool, _app: Starlette) -> AsyncIterator[None]:
    """Listen and relay while the application runs."""
    server.hub.start()
    _end_streams_on_signal(server.hub)
    server.attendance.start()
    router = Router(server.hub)
    router.start()
    relay = Relay() if relays else None
    if relay:
        relay.start()
    yield
    # On a thread: those who still wait are sent away by the event loop meanwhile.
    await asyncio.to_thread(server.hub.stop)
    await asyncio.to_thread(router.stop)
    await asyncio.to_thread(server.attendance.stop)
    if relay:
        await asyncio.to_thread(relay.stop)
    await asyncio.to_thread(server.reader.close)


def _end_streams_on_signal(hub: Hub) -> None:
    """End the streams as soon as the process is told to stop: the server would wait for them before the
    lifespan ends. Its own handler, which the event loop calls, stays as it is."""
    loop = asyncio.get_running_loop()

    def leave(_number: int, _frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(loop.run_in_executor, None, hub.stop)

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, leave)


async def _alive(_request: Request) -> Response:
    return JSONResponse({"status": "ok"})


async def _answer_failed(_request: Request, error: Exception) -> Response:
    assert isinstance(error, Failed)
    return _as_starlette(error.answer)


async def _answer_refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _problem(by_status(error.status_code), request)


async def _answer_fault(request: Request, _error: Exception) -> Response:
    return _problem(ServerError(), request)


def _problem(error: DomainError, request: Request) -> Response:
    django_request = ASGIRequest(dict(request.scope), BytesIO())
    with translation.override(get_language_from_request(django_request)):
        return _as_starlette(problem_response(error, django_request))


def _as_starlette(answer: HttpResponse) -> Response:
    return Response(answer.content, status_code=answer.status_code, headers=dict(answer.items()))


def _touch_database(_request: ASGIRequest) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _address(kind: str, name: str) -> str:
    """Where it is followed: one's own stream, or the stream of a thing by its id."""
    return f"/api/v1/me/{name}/" if kind == OWN else f"/api/v1/{kind}/{{ident:uuid}}/{name}/"


def _highest(source: Source) -> int:
    """The highest cursor there can be."""
    return _HIGHEST_VERSION if source.behind is None else _HIGHEST_POSITION


def _beside(request: ASGIRequest, follower: Follower) -> Follower | None:
    """Who follows what is sent along, from its own number on; None where nothing is."""
    beside = follower.source.beside
    return follower.beside(_number(request, beside.source.prefix)) if beside else None


def _resumed(request: ASGIRequest) -> int | None:
    """The version in `Last-Event-ID`; None for anything that is not one of ours."""
    text = request.headers.get("Last-Event-ID", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 15 else None


def _number(request: ASGIRequest, name: str, highest: int = _HIGHEST_VERSION) -> int:
    """A parameter of the query, 0 if it is not given; raises InvalidQuery."""
    text = request.GET.get(name, "0")
    if not (text.isascii() and text.isdecimal()) or len(text) > 15 or int(text) > highest:
        raise InvalidQuery(field=name, highest=highest)
    return int(text)

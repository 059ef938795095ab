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
from truco_api.http.errors import ServerError
from truco_api.problems import by_status, problem_response
from truco_api.streams.following import Ask, AskHead, Event, Follower, encode, frames, wait_for_events
from truco_api.streams.hub import Hub, shared
from truco_api.streams.reading import Failed, Reader, Source, viewer
from truco_api.streams.relay import Relay

LONGEST_WAIT_SECONDS = 25
_HIGHEST_VERSION = 2**31 - 1


class InvalidQuery(Invalid):
    """A parameter of the query must be a whole number within its bounds."""

    code = "invalid_query"
    message = gettext_noop("{field} must be a whole number from 0 to {highest}.")


@dataclass(frozen=True, slots=True)
class StreamServer:
    """What the handlers share: the hub that wakes, and the threads that read."""

    hub: Hub
    reader: Reader

    async def events(self, source: Source, request: Request) -> Response:
        """Events after `after`, waited for up to `wait` seconds, as one answer."""
        follower = await self._follower(source, request)
        seconds = await self.reader.run(request.scope, lambda r: _number(r, "wait", LONGEST_WAIT_SECONDS))
        found = await wait_for_events(self.hub, follower, self._asker(request), seconds)
        newest = await self._head_asker(request)(follower)
        return Response(encode({"events": found, "version": newest}), media_type="application/json")

    async def stream(self, source: Source, request: Request) -> Response:
        """The same events one by one, for as long as the client stays."""
        follower = await self._follower(source, request)
        await self._asker(request)(follower)  # whoever may not follow is told so before the stream begins
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
        ident = request.path_params["ident"]
        return await self.reader.run(
            request.scope, lambda r: Follower(source, ident, viewer(r), _resumed(r) or _number(r, "after"))
        )

    async def _frames(
        self, follower: Follower, request: Request, beside: Follower | None
    ) -> AsyncIterator[str]:
        """The frames, until the client goes, the server stops, or the follower may no longer see them."""
        ask, ask_head = self._asker(request), self._head_asker(request)
        with contextlib.suppress(Failed):
            async for frame in frames(self.hub, follower, ask, ask_head, beside):
                yield frame

    def _asker(self, request: Request) -> Ask:
        async def ask(follower: Follower) -> list[Event]:
            who = follower.viewer and follower.viewer.pk
            known = [self.hub.known(stream) for stream in (follower.stream, *follower.upon)]
            key = (follower.stream, who, follower.after, *known)
            return await self.reader.shared(
                key, lambda: self.reader.run(request.scope, lambda _: follower.read())
            )

        return ask

    def _head_asker(self, request: Request) -> AskHead:
        async def ask(follower: Follower) -> int:
            return await self.reader.run(request.scope, lambda _: follower.head())

        return ask


def build(sources: Mapping[str, Source], *, hub: Hub | None = None, relays: bool = True) -> Starlette:
    """The ASGI application; with `relays` it also moves events into the feed."""
    server = StreamServer(hub or shared(), Reader())
    routes = [
        Route("/healthz", _alive),
        Route("/readyz", server.ready),
        *(
            Route(f"/api/v1/{kind}/{{ident:uuid}}/{name}/", functools.partial(handler, source))
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
    relay = Relay() if relays else None
    if relay:
        relay.start()
    yield
    # On a thread: those who still wait are sent away by the event loop meanwhile.
    await asyncio.to_thread(server.hub.stop)
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


def _beside(request: ASGIRequest, follower: Follower) -> Follower | None:
    """Who follows what is sent along, from its own number on; None where nothing is."""
    beside = follower.source.beside
    return follower.beside(_number(request, beside.source.prefix)) if beside else None


def _resumed(request: ASGIRequest) -> int | None:
    """The version in `Last-Event-ID`; None for anything that is not one of ours."""
    text = request.headers.get("Last-Event-ID", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 9 else None


def _number(request: ASGIRequest, name: str, highest: int = _HIGHEST_VERSION) -> int:
    """A parameter of the query, 0 if it is not given; raises InvalidQuery."""
    text = request.GET.get(name, "0")
    if not (text.isascii() and text.isdecimal()) or len(text) > 10 or int(text) > highest:
        raise InvalidQuery(field=name, highest=highest)
    return int(text)

"""What the stream server reads, and for whom: on a few threads of its own, with the same code as the API.

Clients cost no database connection; a read that several of them want at the same moment is made once.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Protocol, TypeVar
from uuid import UUID

from django.core.handlers.asgi import ASGIRequest
from django.db import DatabaseError, close_old_connections, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpResponse
from django.utils import translation
from django.utils.translation import get_language_from_request
from rest_framework.request import Request as ApiRequest

from truco_api.accounts.authentication import TokenAuthentication
from truco_api.accounts.models import User
from truco_api.http.errors import Unavailable
from truco_api.problems import as_domain_error, problem_response

THREADS = 4
T = TypeVar("T")


class ReadEvents(Protocol):
    """The events of one stream after a version, as one viewer may see them; raises NotFound."""

    def __call__(self, ident: UUID, viewer: User | None, after: int, limit: int) -> list[dict[str, Any]]: ...


ReadHead = Callable[[UUID, User | None], int]
"""The last version of one stream that one viewer may see; raises NotFound."""


@dataclass(frozen=True, slots=True)
class Source:
    """One kind of stream: how its ids begin in the event store, and how its events are read.

    `number` is the member by which a reader says how far they have read. What is kept `beside` a stream, in
    one of its own, is sent along with it. Where a viewer is shown what happens later than it happens, `head`
    says how far they may see. `around` is what is told beside the events, and
    `behind` says when somebody should rather fetch the whole view again (None: by the number of versions).
    """

    prefix: str
    read: ReadEvents
    number: str = "version"
    beside: "Beside | None" = None
    head: ReadHead | None = None
    around: "ReadAround | None" = None
    behind: "IsBehind | None" = None


@dataclass(frozen=True, slots=True)
class Beside:
    """What is sent along with a stream: as events of this `name`, where it `applies`. What may be seen of it
    may depend on the stream that it is beside."""

    name: str
    source: Source
    applies: Callable[[UUID], bool]


@dataclass(frozen=True, slots=True)
class Around:
    """How a thing stands now: frames by their names, and of each what does not change by the clock alone; and
    the streams by which any of it may change, besides its own. `soon`: in how many seconds the viewer may see
    more though nothing happens (None: never)."""

    frames: dict[str, dict[str, Any]]
    steady: dict[str, Any]
    upon: frozenset[str]
    soon: float | None = None


ReadAround = Callable[[UUID, User | None], Around]
IsBehind = Callable[[UUID, User | None, int], bool]


class Failed(Exception):
    """A request ended early; `answer` is the problem to send."""

    def __init__(self, answer: HttpResponse) -> None:
        self.answer = answer


class Reader:
    """Runs Django code for an event loop."""

    def __init__(self) -> None:
        self._connections: list[BaseDatabaseWrapper] = []
        self._pool = ThreadPoolExecutor(
            THREADS, thread_name_prefix="reader", initializer=self._remember_connection
        )
        self._under_way: dict[Hashable, asyncio.Future[Any]] = {}

    def close(self) -> None:
        """Let the reads under way end, and take no more."""
        self._pool.shutdown(wait=True, cancel_futures=True)
        for connection in self._connections:
            connection.inc_thread_sharing()
            connection.close()

    def _remember_connection(self) -> None:
        """Each thread has a connection of its own, which nobody would close when the thread ends."""
        self._connections.append(connections["default"])

    async def run(self, scope: MutableMapping[str, Any], work: Callable[[ASGIRequest], T]) -> T:
        """The result of `work` on a thread, in the language of the request; raises Failed with a problem."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, _carry_out, scope, work)

    async def shared(self, key: Hashable, start: Callable[[], Awaitable[T]]) -> T:
        """The result of `start()`, or of the one that was started for the same key and is not over yet.

        So the key must say all that the result may depend on: a read begun earlier may know less.
        """
        running = self._under_way.get(key)
        if running is None:
            running = self._under_way[key] = asyncio.ensure_future(start())
            running.add_done_callback(lambda _: self._under_way.pop(key, None))
        result: T = await asyncio.shield(running)
        return result


def viewer(request: ASGIRequest) -> User | None:
    """Who asks, by the API's own authentication; None without credentials."""
    account = ApiRequest(request, authenticators=[TokenAuthentication()]).user
    return account if isinstance(account, User) else None


def _carry_out(scope: MutableMapping[str, Any], work: Callable[[ASGIRequest], T]) -> T:
    """Do it with a sound database connection; what fails becomes the problem that the API would answer."""
    close_old_connections()
    request = ASGIRequest(dict(scope), BytesIO())
    with translation.override(get_language_from_request(request)):
        try:
            return work(request)
        except Exception as error:
            known = Unavailable() if isinstance(error, DatabaseError) else as_domain_error(error)
            if known is None:
                raise
            raise Failed(problem_response(known, request)) from error
        finally:
            close_old_connections()

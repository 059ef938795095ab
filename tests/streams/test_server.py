"""The stream server's addresses, on the real database: who may see what, and what is said about mistakes."""

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from django.utils import timezone

from tests.streams.conftest import Grow
from truco_api.accounts import tokens
from truco_api.accounts.models import User
from truco_api.errors import NotFound
from truco_api.eventstore import load
from truco_api.streams.hub import Hub
from truco_api.streams.reading import Reader, Source
from truco_api.streams.server import build

Get = Callable[..., httpx.Response]


def _read(ident: uuid.UUID, viewer: User | None, after: int, limit: int) -> list[dict[str, Any]]:
    """The events of a thing, each told for whom it was read."""
    events = load(f"thing-{ident}", after=after, until=after + limit)
    if not events and not after:
        raise NotFound
    return [{"version": event.version, "for": viewer.username if viewer else None} for event in events]


@pytest.fixture
def get(transactional_db: None) -> Get:
    """Asks the server, while an optional errand runs beside."""

    def get(path: str, meanwhile: Callable[[], None] | None = None, **headers: str) -> httpx.Response:
        return asyncio.run(_get(path, meanwhile, headers))

    return get


async def _get(path: str, meanwhile: Callable[[], None] | None, headers: dict[str, str]) -> httpx.Response:
    hub = Hub()
    app = build({"things": Source("thing", _read)}, hub=hub, relays=False)
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    client = httpx.AsyncClient(transport=transport, base_url="http://localhost")
    async with app.router.lifespan_context(app), client:
        assert await asyncio.to_thread(hub.wait_until_listening, 10)
        asking: Awaitable[httpx.Response] = asyncio.ensure_future(client.get(path, headers=headers))
        if meanwhile:
            await asyncio.sleep(0.3)
            await asyncio.to_thread(meanwhile)
        return await asking


def _path(ident: uuid.UUID, query: str = "") -> str:
    return f"/api/v1/things/{ident}/events/{query}"


def test_events_after_a_version_are_answered_at_once(get: Get, grow: Grow, ident: uuid.UUID) -> None:
    grow(3)
    answer = get(_path(ident, "?after=1&wait=25"))
    assert answer.json() == {
        "events": [{"version": 2, "for": None}, {"version": 3, "for": None}],
        "version": 3,
    }


def test_an_event_that_comes_while_waiting_is_answered(get: Get, grow: Grow, ident: uuid.UUID) -> None:
    grow(1)
    answer = get(_path(ident, "?after=1&wait=20"), meanwhile=grow)
    assert [event["version"] for event in answer.json()["events"]] == [2]


def test_without_waiting_there_may_be_nothing(get: Get, grow: Grow, ident: uuid.UUID) -> None:
    grow(1)
    assert get(_path(ident, "?after=1")).json() == {"events": [], "version": 1}


def test_events_are_read_for_the_one_whose_token_is_sent(get: Get, grow: Grow, ident: uuid.UUID) -> None:
    grow(1)
    user = User.objects.create_user("ana")
    key, _ = tokens.issue(user=user, device="test", now=timezone.now())
    answer = get(_path(ident), Authorization=f"Bearer {key}")
    assert answer.json()["events"] == [{"version": 1, "for": "ana"}]


@pytest.mark.parametrize("kind", ["events", "stream"])
def test_a_token_of_nobody_is_refused(get: Get, ident: uuid.UUID, kind: str) -> None:
    answer = get(f"/api/v1/things/{ident}/{kind}/", Authorization="Bearer nobody")
    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token")
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["WWW-Authenticate"]


@pytest.mark.parametrize("kind", ["events", "stream"])
def test_what_there_is_not_is_not_found_before_a_stream_begins(get: Get, ident: uuid.UUID, kind: str) -> None:
    answer = get(f"/api/v1/things/{ident}/{kind}/")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    "query", ["?after=-1", "?after=x", "?wait=26", "?wait=1.5", "?after=99999999999", "?after=²", "?wait="]
)
def test_a_wrong_number_is_named(get: Get, ident: uuid.UUID, query: str) -> None:
    answer = get(_path(ident, query))
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_query")
    assert answer.json()["errors"][0]["field"] in query


def test_problems_speak_the_callers_language(get: Get, ident: uuid.UUID) -> None:
    english = get(_path(ident)).json()["title"]
    assert get(_path(ident), **{"Accept-Language": "pt-BR"}).json()["title"] != english


@pytest.mark.parametrize("path", ["/", "/api/v1/things/17/events/", "/api/v1/others/"])
def test_an_unknown_address_is_a_problem_too(get: Get, path: str) -> None:
    answer = get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_pages_of_other_origins_may_read(get: Get, grow: Grow, ident: uuid.UUID) -> None:
    grow(1)
    assert get(_path(ident), Origin="http://club.example").headers["Access-Control-Allow-Origin"] == "*"


def test_it_is_ready_while_it_listens_and_the_database_answers(get: Get) -> None:
    assert get("/healthz").json() == get("/readyz").json() == {"status": "ok"}


def test_readers_who_want_the_same_share_one_read() -> None:
    calls: list[int] = []

    async def read() -> int:
        calls.append(1)
        await asyncio.sleep(0.05)
        return len(calls)

    async def story() -> list[int]:
        reader = Reader()
        shared = await asyncio.gather(*(reader.shared("key", read) for _ in range(5)))
        again = await reader.shared("key", read)
        reader.close()
        return [*shared, again]

    assert asyncio.run(story()) == [1, 1, 1, 1, 1, 2]

"""The short way answers what the ordinary way would, down to the headers, and leaves all else to it."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from time import time
from typing import Any, NamedTuple
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import OperationalError

from games import queries
from games.rules.variants import VARIANTS
from tests.games.players import Person, good, person
from truco_api.accounts import access
from truco_api.http.express import ExpressWay
from truco_api.http.limits import Room

pytestmark = pytest.mark.django_db(transaction=True)
Headers = dict[str, str]


class Answer(NamedTuple):
    """What came back, and whether by the ordinary way."""

    status: int
    headers: Headers
    content: bytes
    ordinary: bool

    @property
    def json(self) -> Any:
        """The body."""
        return json.loads(self.content)

    @property
    def shared(self) -> Headers:
        """The headers but for the id of the request."""
        return {name: value for name, value in self.headers.items() if name != "X-Request-ID"}


class Web:
    """The web part, with both ways or with the ordinary one alone."""

    def __init__(self) -> None:
        self._taken: list[str] = []
        self._handler: Any = WSGIHandler()
        self._both = ExpressWay(self._noted)

    def _noted(self, environ: Any, start_response: Any) -> Any:
        self._taken.append(environ["PATH_INFO"])
        return self._handler(environ, start_response)

    def ask(
        self, method: str, path: str, body: Any = None, *, alone: bool = False, extra: Headers | None = None
    ) -> Answer:
        """One request; `extra` are variables of WSGI."""
        content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "SCRIPT_NAME": "",
            "QUERY_STRING": "",
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "testserver",
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(content),
            "wsgi.errors": BytesIO(),
            **({"CONTENT_TYPE": "application/json", "CONTENT_LENGTH": str(len(content))} if content else {}),
        }
        told: list[Any] = []
        self._taken.clear()
        application = self._handler if alone else self._both
        parts = application(
            environ | (extra or {}), lambda status, headers, *_: told.extend((status, headers))
        )
        whole = b"".join(parts)
        if hasattr(parts, "close"):
            parts.close()
        return Answer(int(told[0][:3]), dict(told[1]), whole, alone or bool(self._taken))


@pytest.fixture
def web() -> Web:
    """A fresh one, that has learned nothing yet."""
    return Web()


def token(who: Person, **changed: Any) -> str:
    """An access token of theirs."""
    return access.sign(user=who.user, device=uuid4(), **{"now": time()} | changed)


def signed(who: Person) -> Headers:
    """The header that says who asks."""
    return {"HTTP_AUTHORIZATION": f"Bearer {token(who)}"}


def acting(who: Person, version: int, key: str) -> Headers:
    """The headers of an action."""
    return signed(who) | {"HTTP_IF_MATCH": f'"{version}"', "HTTP_IDEMPOTENCY_KEY": key}


class Duel:
    """A game of two that has begun."""

    def __init__(self, web: Web, variant: str = "paulista", **options: Any) -> None:
        self.web = web
        self.people = [person("ana"), person("bia")]
        wish = {"variant": variant, "auto_start": True, "options": options}
        self.id = self.people[0].open_table(**wish)["id"]
        good(self.people[1].sit(self.id))
        self.path = f"/api/v1/games/{self.id}/"

    def look(self, seat: int, *, alone: bool = False, **how: str) -> Answer:
        """The game as a seat sees it."""
        return self.web.ask("GET", self.path, alone=alone, extra=signed(self.people[seat]) | how)

    def turn(self) -> tuple[int, dict[str, Any]]:
        """A seat that may act, and what it sees."""
        for seat in (0, 1):
            seen = self.people[seat].see(self.id)
            if seen["view"]["legal"]:
                return seat, seen
        raise AssertionError("nobody may act")

    def act(self, how: Headers | None = None) -> Answer:
        """Whoever may act does the first thing that is legal."""
        seat, seen = self.turn()
        headers = acting(self.people[seat], seen["version"], uuid4().hex)
        return self.web.ask(
            "POST", f"{self.path}actions/", seen["view"]["legal"][0], extra=headers | (how or {})
        )


def timeless(seen: Any) -> Any:
    """A view without what runs on by itself."""
    clock = {name: value for name, value in seen["clock"].items() if name in ("awaited", "deadline_at")}
    return seen | {"clock": clock}


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_both_ways_tell_and_do_the_same(web: Web, variant: str) -> None:
    if 2 not in VARIANTS[variant].players:
        pytest.skip("it has no game of two")
    duel = Duel(web, variant)
    short = 0
    for _ in range(12):
        seat, seen = duel.turn()
        headers = acting(duel.people[seat], seen["version"], uuid4().hex)
        request = ("POST", f"{duel.path}actions/", seen["view"]["legal"][0])
        first = web.ask(*request, extra=headers)
        again = web.ask(*request, extra=headers)
        ordinary = web.ask(*request, extra=headers, alone=True)
        assert first.status == 200, first.content
        assert (first.content, first.shared) == (ordinary.content, ordinary.shared)
        assert (again.content, again.shared) == (ordinary.content, ordinary.shared)
        short += not first.ordinary
        for watching in (0, 1):
            one, other = duel.look(watching), duel.look(watching, alone=True)
            assert timeless(one.json) == timeless(other.json)
            del one.headers["Content-Length"], other.headers["Content-Length"]
            assert one.shared == other.shared
            short += not one.ordinary
    assert short >= 12 + 22


@pytest.mark.parametrize("stated", ["", "es", "pt-br"])
@pytest.mark.parametrize("own", ["", "es", "pt-br"])
def test_each_language_is_learned_by_itself(web: Web, own: str, stated: str) -> None:
    duel = Duel(web)
    for one in duel.people:
        one.user.language = own
        one.user.save()
    assert duel.act({"HTTP_ACCEPT_LANGUAGE": "en"}).ordinary
    answers = [duel.act({"HTTP_ACCEPT_LANGUAGE": stated} if stated else None) for _ in range(3)]
    assert [answer.ordinary for answer in answers] == [True, False, False]
    assert answers[0].shared.keys() == answers[1].shared.keys()
    assert {answer.headers["Content-Language"] for answer in answers} == {stated or own or "en"}


@pytest.mark.parametrize(
    "changed",
    [
        {"HTTP_USER_AGENT": "phone/2"},
        {"HTTP_HOST": "127.0.0.1"},
        {"wsgi.url_scheme": "https"},
        {"HTTP_X_FORWARDED_PROTO": "https"},
        {"HTTP_ORIGIN": "https://elsewhere.example"},
        {"HTTP_X_ANYTHING": "new"},
    ],
)
def test_another_host_program_or_protocol_is_another_manner(web: Web, changed: Headers) -> None:
    duel = Duel(web)
    assert [duel.act().ordinary for _ in range(2)] == [True, False]
    assert [duel.act(changed).ordinary for _ in range(2)] == [True, False]


def test_a_host_that_is_not_ours_never_acts(web: Web) -> None:
    duel = Duel(web)
    for _ in range(2):
        assert duel.act({"HTTP_HOST": "elsewhere.example"}).status == 400
    assert duel.people[0].see(duel.id)["version"] == duel.turn()[1]["version"]


def test_what_is_learned_does_not_grow_without_end(web: Web) -> None:
    duel = Duel(web)
    with patch("truco_api.http.express.MANNERS_AT_MOST", 2):
        for number in range(5):
            assert duel.look(0, HTTP_USER_AGENT=f"phone/{number}").status == 200
        assert len(web._both._headers) <= 2


def test_nor_by_what_one_request_says_of_itself(web: Web) -> None:
    duel = Duel(web)
    answers = [duel.look(0, HTTP_X_ANYTHING="x" * 100_000) for _ in range(2)]
    assert [(answer.status, answer.ordinary) for answer in answers] == [(200, True)] * 2
    assert not web._both._headers


def test_another_form_of_json_is_given_to_who_asks_for_it(web: Web) -> None:
    duel, form = Duel(web), "application/json; indent=4"
    answers = [duel.look(0, HTTP_ACCEPT=form) for _ in range(2)]
    assert [answer.content.count(b"\n    ") > 1 for answer in answers] == [True, True]


class _Lost(BytesIO):
    """A body that never comes."""

    def read(self, *_: Any) -> bytes:
        raise OSError("the client is gone")


def test_a_body_that_never_comes_is_met_by_the_ordinary_way(web: Web) -> None:
    duel = Duel(web)
    duel.act()
    told = duel.act({"wsgi.input": _Lost()})  # type: ignore[dict-item]
    assert (told.ordinary, told.headers["Content-Type"]) == (True, "application/problem+json")


def test_limits_that_cannot_be_read_are_met_by_the_ordinary_way(web: Web) -> None:
    duel = Duel(web)
    duel.look(0)
    with patch("truco_api.http.express.admits", side_effect=OSError("no such file")):
        told = duel.look(0)
    assert (told.status, told.ordinary) == (200, True)


ODD: dict[str, Any] = {
    "no token": {"HTTP_AUTHORIZATION": ""},
    "a length of many digits": {"CONTENT_LENGTH": "1" * 5000},
    "another scheme": {"HTTP_AUTHORIZATION": "Basic YTpi"},
    "a token nobody signed": {"HTTP_AUTHORIZATION": "Bearer a.b.c"},
    "a cookie": {"HTTP_COOKIE": "sessionid=1"},
    "a query": {"QUERY_STRING": "a=1"},
    "no key": {"HTTP_IDEMPOTENCY_KEY": None},
    "a senseless key": {"HTTP_IDEMPOTENCY_KEY": "two words"},
    "no version": {"HTTP_IF_MATCH": None},
    "a senseless version": {"HTTP_IF_MATCH": "17"},
    "a version from the future": {"HTTP_IF_MATCH": '"999"'},
    "an old version": {"HTTP_IF_MATCH": '"1"'},
    "another kind of body": {"CONTENT_TYPE": "text/plain"},
    "no form of answer that we have": {"HTTP_ACCEPT": "text/html"},
}
BODIES: dict[str, Any] = {
    "no JSON": b"{",
    "no text": b"\xff\xfe",
    "no object": [1],
    "nothing": {},
    "an unknown action": {"type": "fly"},
    "another's seat": "another's seat",
    "no seat": {"type": "concede", "seat": "mine"},
    "a card not held": {"type": "play", "card": "ZZ"},
    "a NUL": b'{"type": "play", "card": "\\u0000"}',
    "one name twice": b'{"type": "raise", "type": "concede"}',
    "a seed": {"type": "concede", "seed": {"hand": 1, "seed": "x"}},
    "a signature": {"type": "concede", "signature": {"key": "x", "value": "y"}},
    "a signal": {"type": "signal", "sign": "none"},
    "too much": {"type": "concede", "note": "x" * 2000},
    "far too much": {"type": "concede", "note": "x" * 70_000},
}


@pytest.mark.parametrize("what", [*ODD, *BODIES])
def test_the_ordinary_way_answers_what_is_odd(web: Web, what: str) -> None:
    duel = Duel(web)
    duel.act()
    seat, seen = duel.turn()
    changed, version = dict(ODD.get(what, {})), seen["version"]
    body = BODIES.get(what, {"type": "concede"})
    if body == "another's seat":
        body = {"type": "concede", "seat": 1 - seat}
    told = []
    for alone in (True, False):
        extra = acting(duel.people[seat], version, uuid4().hex) | changed
        given = {name: value for name, value in extra.items() if value is not None}
        told.append(web.ask("POST", f"{duel.path}actions/", body, alone=alone, extra=given))
        if told[-1].status == 200:  # it was no refusal: the other way finds the next version
            seat, seen = duel.turn()
            version = seen["version"]
    assert [answer.ordinary for answer in told] == [True, True]
    assert told[0].status == told[1].status
    if told[0].status != 200:
        assert told[0].json["code"] == told[1].json["code"]
        assert told[0].shared == told[1].shared
        assert duel.turn()[1]["version"] == version


def test_refusals_of_the_game_are_told_by_the_ordinary_way(web: Web) -> None:
    duel = Duel(web)
    duel.act()
    seat, seen = duel.turn()
    path = f"{duel.path}actions/"
    carla = person("carla")
    for who, game, code in (
        (duel.people[1 - seat], path, "not_your_turn"),
        (carla, path, "not_seated"),
        (carla, f"/api/v1/games/{uuid4()}/actions/", "game_not_found"),
    ):
        told = web.ask("POST", game, {"type": "raise"}, extra=acting(who, seen["version"], uuid4().hex))
        assert (told.json["code"], told.ordinary) == (code, True)
    assert duel.turn()[1]["version"] == seen["version"]


def test_an_expired_token_is_refused(web: Web) -> None:
    duel = Duel(web)
    duel.look(0)
    old = {"HTTP_AUTHORIZATION": f"Bearer {token(duel.people[0], now=time() - 7200)}"}
    assert web.ask("GET", duel.path, extra=old).status == 401


def test_who_watches_sees_no_card_by_either_way(web: Web) -> None:
    duel, carla = Duel(web), person("carla")
    seen = [web.ask("GET", duel.path, extra=signed(carla)) for _ in range(2)]
    assert [answer.ordinary for answer in seen] == [True, False]
    for answer in seen:
        assert answer.json["view"]["hand"]["cards"] == [[None] * 3, [None] * 3]
        assert answer.json["view"]["legal"] == []


@pytest.mark.parametrize("fault", [ZeroDivisionError(), OperationalError("gone")])
def test_a_fault_of_the_short_way_is_none_of_the_players(web: Web, fault: Exception) -> None:
    duel = Duel(web)
    duel.look(0)
    assert not duel.look(0).ordinary
    real, calls = queries.with_names, []

    def once(body: Any) -> Any:
        calls.append(1)
        if len(calls) == 1:
            raise fault
        return real(body)

    with patch.object(queries, "with_names", once):
        told = duel.look(0)
    assert (told.status, told.ordinary, len(calls)) == (200, True, 2)


@contextmanager
def rooms_taken() -> Iterator[list[str]]:
    """The names of the rooms that something is put into."""
    taken: list[str] = []
    real = Room.take

    def take(self: Room) -> bool:
        taken.append(self.name)
        return real(self)

    with patch.object(Room, "take", take):
        yield taken


class TestLimits:
    """The rooms of `RateLimits` are the same by both ways."""

    @pytest.fixture(autouse=True)
    def _limited(self, settings: Any) -> None:
        settings.RATE_EXEMPT = frozenset()
        settings.REQUEST_RATES = settings.REQUEST_RATES | {"refused_moves": (2, 3600)}

    def test_looks_are_counted_once_each(self, web: Web, settings: Any) -> None:
        duel = Duel(web)
        settings.REQUEST_RATES = settings.REQUEST_RATES | {"token": (4, 3600)}
        address = f"10.1.{uuid4().int % 250}.{uuid4().int % 250}"
        headers = signed(duel.people[0]) | {"REMOTE_ADDR": address}
        told = [web.ask("GET", duel.path, extra=headers) for _ in range(6)]
        assert [answer.status for answer in told] == [200] * 4 + [429] * 2
        assert [answer.ordinary for answer in told] == [True, False, False, False, True, True]

    def test_nor_is_a_look_counted_twice_when_there_is_no_room(self, web: Web, settings: Any) -> None:
        duel = Duel(web)
        settings.REQUEST_RATES = settings.REQUEST_RATES | {"token": (1, 3600)}
        headers = signed(duel.people[0]) | {"REMOTE_ADDR": f"10.2.{uuid4().int % 250}.{uuid4().int % 250}"}
        with rooms_taken() as taken:
            told = [web.ask("GET", duel.path, extra=headers) for _ in range(3)]
        assert [answer.status for answer in told] == [200, 429, 429]
        assert taken == ["address", "token"] * 3

    def test_refused_moves_shut_the_short_way_too(self, web: Web) -> None:
        duel = Duel(web)
        for _ in range(3):
            duel.act()
        seat, seen = duel.turn()
        headers = acting(duel.people[seat], seen["version"], "k")
        path, move = f"{duel.path}actions/", seen["view"]["legal"][0]
        told = [web.ask("POST", path, {"type": "fly"}, extra=headers).status for _ in range(3)]
        assert told == [422, 422, 429]
        assert web.ask("POST", path, move, extra=headers).status == 429

    def test_moves_fill_no_room(self, web: Web) -> None:
        duel = Duel(web)
        with rooms_taken() as taken:
            assert {duel.act().status for _ in range(6)} == {200}
        assert "refused_moves" not in taken


def test_answers_are_logged_with_their_request(web: Web, caplog: pytest.LogCaptureFixture) -> None:
    duel = Duel(web)
    duel.look(0)
    with caplog.at_level(logging.INFO, logger="truco.access"):
        told = duel.look(0, HTTP_X_REQUEST_ID="the-phones-own-id")
        other = duel.look(0)
    assert (told.ordinary, told.headers["X-Request-ID"]) == (False, "the-phones-own-id")
    assert other.headers["X-Request-ID"] != told.headers["X-Request-ID"]
    fields = [record.fields for record in caplog.records if record.name == "truco.access"]  # type: ignore[attr-defined]
    assert [(field["method"], field["path"], field["status"]) for field in fields] == [
        ("GET", duel.path, 200)
    ] * 2

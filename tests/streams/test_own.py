"""One's own stream: everything that concerns a person, by one cursor; nothing that does not."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from games import states
from tests.games.players import Person, good, person
from tests.streams.listening import listen_to, read
from tournaments.models import ChampionshipRow, Club, EntryRow, MatchRow
from tournaments.models import Person as Player
from truco_api.accounts import tokens
from truco_api.eventstore import NewEvent, unit_of_work
from truco_api.eventstore.feed import feed_head, relay_once
from truco_api.streams import own


@pytest.fixture
def people(transactional_db: None) -> Iterator[list[Person]]:
    """Three people who do nothing yet; only the first two will play."""
    states.forget()
    yield [person(name) for name in ("ana", "bia", "clara")]
    states.forget()


def _key(one: Person) -> str:
    return tokens.issue(user=one.user, device="", now=timezone.now())[0]


def _relay() -> None:
    while relay_once():
        pass


def _begin(people: list[Person]) -> str:
    game: str = people[0].open_table(auto_start=True)["id"]
    good(people[1].sit(game))
    _relay()
    return game


def test_every_event_of_ones_games_is_told_as_ones_seat_may_see_it(people: list[Person]) -> None:
    game = _begin(people)
    told = own.events(people[1].user, after=0, limit=200)
    seen = people[1].get(game, "events/").json()["events"]
    assert [item["event"] for item in told] == seen
    assert {(item["about"], item["id"]) for item in told} == {("game", game)}
    assert [item["position"] for item in told] == sorted({item["position"] for item in told})
    last = told[-1]
    awaited = people[1].see(game)["clock"]["awaited"]
    assert last["your_turn"] is (1 in awaited)
    assert last["clock"]["awaited"] == awaited
    assert all(item["clock"] is None for item in told[:-1])
    assert own.events(people[2].user, after=0, limit=200) == []


def test_a_cursor_goes_on_where_it_was_without_a_gap(people: list[Person]) -> None:
    _begin(people)
    whole = own.events(people[0].user, after=0, limit=200)
    parts: list[dict[str, Any]] = []
    while page := own.events(people[0].user, after=parts[-1]["position"] if parts else 0, limit=3):
        parts += page
    assert [item["position"] for item in parts] == [item["position"] for item in whole]


def test_who_has_no_cursor_or_a_strange_one_is_told_to_fetch_anew(
    people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    _begin(people)
    first = own.events(people[0].user, after=0, limit=1)[0]["position"]
    assert own.is_behind(people[0].user, 0)
    assert not own.is_behind(people[0].user, first)
    monkeypatch.setattr(own, "RESYNC_BEHIND", 3)
    assert own.is_behind(people[0].user, first)
    assert not own.is_behind(people[2].user, first), "nothing concerns them"


def test_somebody_is_told_of_a_game_they_were_not_in_when_the_stream_began(people: list[Person]) -> None:
    game = people[0].open_table()["id"]
    _relay()
    start = feed_head()

    def sit() -> None:
        good(people[1].sit(game))
        _relay()

    frames = read(listen_to("/api/v1/me/stream/", {"after": start}, _key(people[1]), sit, 1.5))
    assert [(frame.data["event"]["type"], frame.ident) for frame in frames] == [
        ("seat_taken/1", str(start + 1))
    ]


def test_a_stream_without_a_cursor_begins_now(people: list[Person]) -> None:
    game = _begin(people)
    start = feed_head()

    def resign() -> None:
        good(people[0].client.post(f"/api/v1/games/{game}/resign/"))
        _relay()

    first, *rest = read(listen_to("/api/v1/me/stream/", {}, _key(people[1]), resign, 1.5))
    assert (first.name, first.ident, first.data) == ("resync", None, {"position": start})
    assert rest[-1].data["event"]["type"] == "game_finished/1"
    assert [int(frame.ident or 0) for frame in rest] == [start + 1 + step for step in range(len(rest))]


def test_nobody_has_a_stream_of_their_own_without_signing_in(transactional_db: None) -> None:
    (frame,) = listen_to("/api/v1/me/stream/", {}, None, lambda: None, 0.2)
    assert '"code": "not_authenticated"' in frame or '"code":"not_authenticated"' in frame


def test_waiting_answers_the_same_as_the_stream(people: list[Person]) -> None:
    game = _begin(people)
    start = own.events(people[0].user, after=0, limit=1)[0]["position"]
    (frame,) = listen_to("/api/v1/me/events/", {"after": start}, _key(people[0]), lambda: None, 0.5)
    (answer,) = read([f"data: {frame}"])
    events = own.events(people[0].user, after=start, limit=200)
    assert [item["position"] for item in answer.data["events"]] == [item["position"] for item in events]
    assert answer.data["position"] == events[-1]["position"]
    (frame,) = listen_to("/api/v1/me/events/", {}, _key(people[0]), lambda: None, 0.5)
    (answer,) = read([f"data: {frame}"])
    assert answer.data == {"events": [], "position": feed_head(), "resync": True}
    assert game


def test_of_a_championship_one_is_told_what_concerns_ones_entry_and_everybody(people: list[Person]) -> None:
    ident, home, away, third = (uuid4() for _ in range(4))
    club = Club.objects.create(name="Clube")
    row = ChampionshipRow.objects.create(
        id=ident, club=club, name="Copa", phase="running", version=0, variant="paulista", online=True,
        body={}, created_at=timezone.now(),
    )  # fmt: skip
    mine = Player.objects.create(name="Ana", account=people[0].user)
    for number, (entry, members) in enumerate([(home, [mine.id]), (away, [uuid4()]), (third, [uuid4()])]):
        EntryRow.objects.create(
            id=entry, championship=row, number=number, name=str(number), members=members, confirmed=True,
            paid=True, checked_in=True,
        )  # fmt: skip
    for match, sides in (("A1", (home, away)), ("A2", (third, away))):
        MatchRow.objects.create(
            id=f"{ident}/{match}", championship=row, match=match, position=1, status="open",
            home=sides[0], away=sides[1], body={},
        )  # fmt: skip
    told = [
        NewEvent("round_opened/1", {"stage": "s", "round": 1}),
        NewEvent("match_called/1", {"match": "A1", "table": 3, "deadline_ms": None}),
        NewEvent("match_called/1", {"match": "A2", "table": 4, "deadline_ms": None}),
        NewEvent("entry_disqualified/1", {"entry_id": str(third), "reason": ""}),
        NewEvent("entry_withdrawn/1", {"entry_id": str(home), "reason": "private"}),
    ]
    with unit_of_work(f"championship-{ident}", actor="system:test") as unit:
        unit.append(told)
    _relay()
    items = own.events(people[0].user, after=0, limit=200)
    assert [item["event"]["version"] for item in items] == [1, 2, 5]
    assert {(item["about"], item["id"]) for item in items} == {("championship", str(ident))}
    assert "reason" not in items[-1]["event"]["data"], "as everybody may see it"
    assert f"championship-{ident}" in own.streams_of(people[0].user)
    assert own.events(people[1].user, after=0, limit=200) == []

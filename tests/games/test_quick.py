"""Quick match: who fits plays, nobody twice, and nobody waits for ever."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games import services, states
from games.models import MatchRequest, Place, Strength
from games.rules.matching import GROWTH, START, Waiting, groups, seated, window
from games.rules.table import Table
from games.services import quick
from games.states import latest
from games.strengths import BASE, learn_from, strength_of
from tests.games.players import Person, good, person, refused
from truco_api.accounts.models import User
from truco_api.eventstore import load

WISH = {"variant": "paulista", "players": 2}


def _waiting(*strengths: int) -> list[Waiting]:
    return [Waiting(str(number), strength, number) for number, strength in enumerate(strengths)]


def test_the_nearest_in_strength_play_together_and_who_came_first_chooses() -> None:
    found = groups(_waiting(1000, 1140, 1010, 1150), 2, 0)
    assert [[one.ident for one in group] for group in found] == [["0", "2"], ["1", "3"]]


def test_both_must_accept_and_waiting_widens_what_they_accept() -> None:
    apart = START + 2 * GROWTH
    one, other = Waiting("a", 1000, 0), Waiting("b", 1000 + apart, 2000)
    assert groups([one, other], 2, 3999) == []
    assert groups([one, other], 2, 4000) == [(one, other)]
    assert window(other, 0) == START, "a clock that runs behind narrows nothing"


def test_everybody_in_a_group_fits_everybody_else() -> None:
    assert groups(_waiting(1000, 1000 + START, 1000 - START), 3, 0) == []


def test_teams_are_about_equally_strong() -> None:
    order = seated(_waiting(1400, 1000, 1300, 1100))
    assert order[0].strength + order[2].strength == order[1].strength + order[3].strength


def _ask(one: Person, **wish: Any) -> dict[str, Any]:
    return good(one.client.post("/api/v1/quick-matches/", WISH | wish), 201)


def test_two_who_want_the_same_play_at_once(ana: Person, bia: Person) -> None:
    first = _ask(ana)
    assert (first["status"], first["game"]) == ("waiting", None)
    second = _ask(bia)
    assert second["status"] == "matched"
    told = good(ana.client.get(f"/api/v1/quick-matches/{first['id']}/"))
    assert told["game"] == second["game"]
    seen = ana.see(told["game"])
    assert seen["phase"] == "playing"
    assert {seat["name"] for seat in seen["seats"]} == {"Ana", "Bia"}
    (event,) = load(f"person-{ana.user.pk}")
    assert (event.type, event.data["game"]) == ("match_found/1", told["game"])


def test_who_wants_something_else_is_not_taken(ana: Person, bia: Person) -> None:
    _ask(ana)
    assert _ask(bia, variant="mineiro")["status"] == "waiting"
    assert _ask(person("clara"), options={"signals": "partner"}, players=4)["status"] == "waiting"


def test_one_waits_once_whatever_ones_devices_ask(ana: Person) -> None:
    first = _ask(ana)
    assert _ask(ana)["id"] == first["id"]
    refused(ana.client.post("/api/v1/quick-matches/", WISH | {"variant": "mineiro"}), 409, "already_waiting")


def test_what_rules_refuse_is_not_waited_for(ana: Person) -> None:
    refused(ana.client.post("/api/v1/quick-matches/", WISH | {"variant": "whist"}), 422, "unknown_variant")
    assert not MatchRequest.objects.exists()


def test_who_cancels_is_not_seated(ana: Person, bia: Person) -> None:
    asked = _ask(ana)
    refused(bia.client.delete(f"/api/v1/quick-matches/{asked['id']}/"), 404, "match_request_not_found")
    assert good(ana.client.delete(f"/api/v1/quick-matches/{asked['id']}/"))["status"] == "cancelled"
    matched = _ask(bia)
    assert matched["status"] == "waiting"


def test_a_game_that_was_found_is_not_cancelled(ana: Person, bia: Person) -> None:
    first = _ask(ana)
    _ask(bia)
    assert good(ana.client.delete(f"/api/v1/quick-matches/{first['id']}/"))["status"] == "matched"


def test_when_nobody_comes_in_time_bots_play_or_it_is_over(ana: Person, bia: Person) -> None:
    patient, alone = _ask(ana, fill_with_bots=True, players=4), _ask(bia)
    late = timezone.now() + timedelta(seconds=121)
    assert services.sweep_matches(now=timezone.now()) == 0
    assert services.sweep_matches(now=late) == 1
    assert services.sweep_matches(now=late) == 0, "a second sweep finds nothing to do"
    game = good(ana.client.get(f"/api/v1/quick-matches/{patient['id']}/"))["game"]
    assert [seat["bot"] for seat in ana.see(game)["seats"]] == [False, True, True, True]
    assert good(bia.client.get(f"/api/v1/quick-matches/{alone['id']}/"))["status"] == "expired"
    assert [event.type for event in load(f"person-{bia.user.pk}")] == ["match_not_found/1"]


def test_the_sweep_seats_who_has_come_to_accept_each_other(ana: Person, bia: Person) -> None:
    Strength.objects.create(user=bia.user, variant="paulista", mu=25 + 10, sigma=8, games=9)
    _ask(ana)
    assert _ask(bia)["status"] == "waiting"
    assert services.sweep_matches(now=timezone.now() + timedelta(seconds=20)) == 1


def test_who_wins_is_stronger_than_who_loses(ana: Person, bia: Person) -> None:
    game = _ask(ana)["game"] or _ask(bia)["game"]
    table: Table = latest(game).table
    winner = table.seats.index(ana.user.actor)
    learn_from(table, winner)
    assert strength_of(ana.user.pk, "paulista") > BASE > strength_of(bia.user.pk, "paulista")
    assert strength_of(ana.user.pk, "mineiro") == BASE


@pytest.fixture
def crowd(transactional_db: None) -> Iterator[list[User]]:
    """Eight people."""
    states.forget()
    yield [User.objects.create(username=f"player-{number}") for number in range(8)]
    states.forget()


def _storm(crowd: list[User]) -> list[int]:
    """All ask at the same moment, each on a connection of their own; in how many games each sits."""
    barrier = Barrier(len(crowd))

    def ask(user: User) -> None:
        try:
            barrier.wait(timeout=20)
            services.request_match(user=user, wish=WISH, seconds=60, fill_with_bots=False, now=timezone.now())
        finally:
            connection.close()

    with ThreadPoolExecutor(len(crowd)) as pool:
        list(pool.map(ask, crowd))
    return [Place.objects.filter(user=user).count() for user in crowd]


def test_eight_at_once_are_seated_once_each(crowd: list[User]) -> None:
    assert _storm(crowd) == [1] * 8
    assert Place.objects.values("game").distinct().count() == 4


def test_without_the_pools_lock_somebody_would_be_seated_twice(
    crowd: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Proves that the test above can fail."""
    monkeypatch.setattr(quick, "_lock", lambda _pool: None)
    late = Barrier(8)
    all_groups = groups

    def together(*asked: Any) -> Any:
        late.wait(timeout=20)
        return all_groups(*asked)

    monkeypatch.setattr(quick, "groups", together)
    MatchRequest.objects.bulk_create(
        MatchRequest(
            user=user,
            pool="pool",
            wish=WISH | {"options": {}, "clock": {}},
            strength=BASE,
            fill_with_bots=False,
            created_at=timezone.now(),
            expires_at=timezone.now() + timedelta(seconds=60),
        )
        for user in crowd
    )

    def look(_number: int) -> None:
        try:
            quick.pair_up("pool", now=timezone.now())
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(look, range(8)))
    assert max(Place.objects.filter(user=user).count() for user in crowd) > 1

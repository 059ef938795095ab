"""What happens by itself: the clock and the bots act, once, whoever sweeps and however often."""

import subprocess
import threading
import time
from collections.abc import Callable
from random import Random
from uuid import UUID

import pytest
from django.db import connection, transaction

from games import projections, states, sweeping, tasks
from games.bots import driver
from games.models import Game
from games.sweeping import Due
from tests.eventstore.racing import race
from tests.games.conftest import Seating
from tests.games.players import Body, Person, good, person
from truco_api.eventstore import load

Stack = Callable[..., None]
IN_A_MOMENT = {"turn_seconds": 1, "reserve_seconds": 0}


@pytest.fixture
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that do not stop to think."""
    monkeypatch.setattr(projections, "BOT_DELAY_MS", 0)


def due_of(game: str) -> Due:
    """The game as a sweep would claim it now."""
    return Due(UUID(game), Game.objects.get(pk=game).version)


def wait_out(person: Person, game: str) -> None:
    """Let the awaited decision run out."""
    time.sleep(person.see(game)["clock"]["left_ms"] / 1000 + 0.01)


def types_after(game: str, version: int) -> list[str]:
    """What has happened since."""
    return [event.type for event in load(f"game-{game}", after=version)]


def test_nothing_is_done_before_the_time_is_out(seated: Seating) -> None:
    game, (zero, _) = seated(clock=IN_A_MOMENT)
    version = zero.see(game)["version"]
    assert sweeping.sweep() == 0
    assert not sweeping.act(due_of(game))
    assert zero.see(game)["version"] == version


def test_out_of_time_the_hand_is_given_up_and_the_next_one_dealt(seated: Seating) -> None:
    game, (zero, _) = seated(clock=IN_A_MOMENT)
    before = zero.see(game)
    wait_out(zero, game)
    assert zero.see(game)["clock"]["left_ms"] == 0
    tasks.sweep()
    after = zero.see(game)
    expected = ["turn_timed_out", "hand_conceded", "hand_scored"]
    expected += ["pack_shuffled", "hand_dealt", "hand_committed"]
    assert types_after(game, before["version"]) == [f"{name}/1" for name in expected]
    assert sum(after["view"]["score"]) == 1
    assert after["seats"][before["clock"]["awaited"][0]]["missed"] == 1
    assert {event.actor for event in load(f"game-{game}", after=before["version"])} == {"system:clock"}


def test_a_repeated_delivery_does_nothing(seated: Seating) -> None:
    game, (zero, _) = seated(clock=IN_A_MOMENT)
    due = due_of(game)
    wait_out(zero, game)
    assert sweeping.act(due)
    version = zero.see(game)["version"]
    assert not sweeping.act(due)
    assert zero.see(game)["version"] == version


def test_who_acts_in_the_last_moment_is_not_punished(seated: Seating) -> None:
    game, people = seated(clock=IN_A_MOMENT)
    seen = people[0].see(game)
    due = due_of(game)
    wait_out(people[0], game)
    good(people[seen["clock"]["awaited"][0]].act(game, {"type": "raise"}, seen["version"]))
    assert not sweeping.act(due)
    assert types_after(game, seen["version"]) == ["stake_raised/1"]


def test_three_decisions_missed_in_a_row_lose_the_game(seated: Seating) -> None:
    game, people = seated(clock=IN_A_MOMENT | {"on_timeout": "play"})
    for _ in range(10):
        seen = people[0].see(game)
        if seen["phase"] != "playing":
            break
        awaited = seen["clock"]["awaited"][0]
        if awaited == 0:
            own = people[0].see(game)
            good(people[0].act(game, own["view"]["legal"][0], own["version"]))
        else:
            wait_out(people[0], game)
            sweeping.sweep()
    assert seen["result"] == {"winner": 0, "score": seen["result"]["score"], "reason": "abandoned"}
    assert types_after(game, seen["version"] - 3) == [
        "game_abandoned/1",
        "hands_revealed/1",
        "game_finished/1",
    ]
    assert Game.objects.get(pk=game).due_at is None


def bot_table(ana: Person, *kinds: str, **wish: object) -> str:
    """A table of bots that Ana watches, begun."""
    game: str = ana.open_table(players=len(kinds), seat=None, **wish)["id"]
    for kind in kinds:
        good(ana.sit(game, bot=kind))
    good(ana.start(game))
    return game


def sweep_to_the_end(game: str) -> Game:
    """Sweep until the game is over."""
    for _ in range(2_000):
        sweeping.sweep()
        row = Game.objects.get(pk=game)
        if row.phase != "playing":
            return row
    raise AssertionError("the bots do not come to an end")


@pytest.mark.parametrize(
    ("variant", "kinds"),
    [("paulista", ("sensible", "random")), ("mineiro", ("random",) * 4), ("goiano", ("sensible",) * 2)],
)
def test_bots_play_a_game_to_its_end(
    quick_bots: None, ana: Person, variant: str, kinds: tuple[str, ...]
) -> None:
    game = bot_table(ana, *kinds, variant=variant)
    assert sweep_to_the_end(game).phase == "finished"
    started = [event for event in load(f"game-{game}") if event.type == "hand_committed/1"][1].version
    assert {event.actor for event in load(f"game-{game}", after=started)} == {f"bot:{kind}" for kind in kinds}


def test_a_bot_answers_a_person_in_a_moment(ana: Person) -> None:
    game = ana.open_table()["id"]
    good(ana.sit(game, bot="sensible"))
    seen = good(ana.start(game))
    if seen["clock"]["awaited"] == [1]:
        assert sweeping.sweep() == 0
        time.sleep(projections.BOT_DELAY_MS / 1000)
        assert sweeping.sweep() == 1
        assert ana.see(game)["version"] > seen["version"]
    else:
        assert Game.objects.get(pk=game).due_at is not None


def test_a_bot_is_shown_nothing_but_what_its_seat_sees(
    quick_bots: None, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[Body] = []

    def watch(view: Body, rng: Random) -> Body:
        shown.append(view)
        move: Body = rng.choice(view["legal"])
        return move

    monkeypatch.setitem(driver.PLAYERS, "bot:random", watch)
    sweep_to_the_end(bot_table(ana, "random", "random", options={"target": 3}))
    assert shown
    for view in shown:
        own, others = view["seat"], view["hand"]["cards"]
        assert all(card is None for seat, held in enumerate(others) if seat != own for card in held)


def test_a_bot_leaves_the_answer_to_its_human_partner(
    quick_bots: None, stack: Stack, ana: Person, bia: Person
) -> None:
    stack(["3C 7P 4E"], "")
    game = ana.open_table(players=4)["id"]
    good(ana.sit(game, bot="random", seat=2))
    good(bia.sit(game, seat=1))
    good(person("cris").sit(game, seat=3))
    good(ana.start(game))
    good(bia.act(game, {"type": "raise"}, bia.see(game)["version"]))
    assert sweeping.sweep() == 0
    good(ana.act(game, {"type": "accept"}, ana.see(game)["version"]))


def test_a_bot_that_fails_is_a_player_who_does_not_answer(
    quick_bots: None, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(view: Body, rng: Random) -> Body:
        raise RuntimeError("no idea")

    monkeypatch.setitem(driver.PLAYERS, "bot:random", fail)
    game = bot_table(ana, "random", "random", clock=IN_A_MOMENT)
    due = due_of(game)
    assert not sweeping.act(due)
    wait_out(ana, game)
    assert sweeping.act(due)
    assert types_after(game, due.version)[0] == "turn_timed_out/1"


def test_one_games_trouble_is_not_anothers(
    ana: Person, quick_bots: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    sick, sound = (bot_table(ana, "random", "random") for _ in range(2))
    real = states.latest

    def ailing(game_id: UUID) -> object:
        if str(game_id) == sick:
            raise RuntimeError("cannot be read")
        return real(game_id)

    monkeypatch.setattr(sweeping, "latest", ailing)
    assert sweep_to_the_end(sound).phase == "finished"
    assert Game.objects.get(pk=sick).claimed_until is not None


@pytest.mark.django_db(transaction=True)
def test_a_game_that_somebody_is_at_is_passed_over(quick_bots: None, ana: Person) -> None:
    game = bot_table(ana, "random", "random")
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            Game.objects.select_for_update().get(pk=game)
            held.set()
            done.wait(10)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(10)
    assert sweeping.claim(20) == []
    done.set()
    holder.join()
    assert [str(due.game_id) for due in sweeping.claim(20)] == [game]
    assert sweeping.claim(20) == []


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_act_once(seated: Seating) -> None:
    game, (zero, _) = seated(clock=IN_A_MOMENT)
    before = zero.see(game)["version"]
    due = due_of(game)
    wait_out(zero, game)
    assert sorted(map(bool, race(*[lambda: sweeping.act(due)] * 4))) == [False, False, False, True]
    assert types_after(game, before).count("turn_timed_out/1") == 1


@pytest.mark.django_db(transaction=True)
def test_a_celery_worker_moves_the_bots_on(celery_worker_process: subprocess.Popen[str], ana: Person) -> None:
    game = bot_table(ana, "random", "random")
    before = ana.see(game)["version"]
    until = time.monotonic() + 30
    while ana.see(game)["version"] == before:
        assert time.monotonic() < until
        time.sleep(0.2)

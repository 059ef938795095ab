"""The lists follow from the events: rebuilt they are as they were."""

from random import Random
from typing import Any

from django.core.management import call_command

from games import projections
from games.models import Game, Place
from tests.games.conftest import Seating
from tests.games.players import Person, good, person, play_on


def rows() -> tuple[list[Any], set[tuple[Any, ...]]]:
    """Everything in the lists."""
    places = set(Place.objects.values_list("game_id", "seat", "holder", "user_id"))
    return list(Game.objects.order_by("pk").values()), places


def test_rebuilt_lists_are_as_the_commands_left_them(seated: Seating, ana: Person, chance: Random) -> None:
    ended, people = seated(4)
    play_on(ended, people, chance)
    running, _ = _running(ana)
    _abandoned(people[0])
    live = rows()
    assert {row["phase"] for row in live[0]} == {"finished", "playing", "abandoned", "open"}
    Game.objects.filter(pk=running).update(phase="open", score=[7, 7])
    Place.objects.filter(game_id=ended).delete()
    call_command("rebuild", "games", verbosity=0)
    assert rows() == live


def _running(ana: Person) -> tuple[str, Person]:
    """A game against a bot, and one more open table that somebody has left."""
    game = ana.open_table(options={"all_tied": "mao"})["id"]
    good(ana.sit(game, bot="sensible"))
    good(ana.start(game))
    other = person("other")
    table = ana.open_table(players=4, public=False)["id"]
    good(other.sit(table, seat=3))
    good(ana.leave(table, 0))
    return game, other


def _abandoned(someone: Person) -> None:
    game = someone.open_table()["id"]
    good(someone.leave(game, 0))


def test_a_bots_turn_is_due_at_once_and_a_persons_at_the_deadline(seated: Seating, ana: Person) -> None:
    game, (zero, _) = seated()
    seen = zero.see(game)
    row = Game.objects.get(pk=game)
    assert row.due_at is not None
    assert row.due_at.isoformat(timespec="milliseconds") == seen["clock"]["deadline_at"]
    table = ana.open_table(players=2, seat=None)["id"]
    for _ in range(2):
        good(ana.sit(table, bot="random"))
    good(ana.start(table))
    row = Game.objects.get(pk=table)
    assert row.due_at is not None
    assert 0 <= (row.due_at - row.changed_at).total_seconds() * 1000 <= projections.BOT_DELAY_MS

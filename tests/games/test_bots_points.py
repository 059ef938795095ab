"""How the sensible bot plays the game of points: on what its cards are likely to be worth."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.bots import points, sensible_bot
from games.rules.commands import Act, Deal
from games.rules.decide import decide
from games.rules.evolve import replay
from games.rules.moves import from_json
from games.rules.options import rules_for
from games.rules.seats import view
from games.rules.state import Game, new_game

HIGH, FAIR, POOR = "7E 6E 1C", "4E 2E 12C", "12E 11C 4B"
"""33, 26 and 4 points."""


def dealt(own: str, others: str, variant: str = "argentino", **options: Any) -> Game:
    """A hand of two in which seat 0, the mão, holds `own`."""
    game = new_game(rules_for(variant, 2, options), 1)
    top = (*own.split(), *others.split())
    pack = (*top, *(card for card in game.rules.pack if card not in top))
    return replay(game, decide(game, Deal(pack)))


def told(game: Game, *moves: tuple[int, str]) -> Game:
    """The game after these calls."""
    for seat, kind in moves:
        game = replay(game, decide(game, Act(seat, from_json({"type": kind}))))
    return game


def choices(game: Game, seat: int = 0, times: int = 40) -> Counter[str]:
    """What the bot at a seat does, over and over."""
    rng, seen = Random(1), {"seat": seat, **view(game, seat)}
    return Counter(sensible_bot.choose(seen, rng)["type"] for _ in range(times))


def seen(game: Game) -> dict[str, Any]:
    """What seat 0 sees."""
    return {"seat": 0, **view(game, 0)}


def test_the_odds_of_high_points_are_good_and_of_low_ones_bad() -> None:
    rng = Random(1)
    high, fair, poor = (points.envido_odds(seen(dealt(own, "4O 4C 5O")), rng) for own in (HIGH, FAIR, POOR))
    assert high > 0.95 > fair > 0.5 > 0.2 > poor


def test_it_calls_envido_on_high_points_only() -> None:
    assert choices(dealt(HIGH, "4O 4C 5O"))["real_envido"] == 40
    poor = choices(dealt(POOR, "4O 4C 5O"))
    assert not poor["envido"] + poor["real_envido"] + poor["falta_envido"]


def test_it_compares_when_that_costs_less_than_running() -> None:
    called = told(dealt("4O 4C 5O", HIGH), (0, "envido"))
    assert choices(called, 1)["refuse"] == 0
    called = told(dealt(HIGH, POOR), (0, "falta_envido"))
    assert choices(called, 1)["accept"] == 0


@pytest.mark.parametrize(
    ("calls", "stake"),
    [
        (["envido"], (2, 1)),
        (["envido", "envido"], (4, 2)),
        (["envido", "real_envido"], (5, 2)),
        (["real_envido", "falta_envido"], (30, 3)),
    ],
)
def test_what_is_at_stake_follows_from_the_calls(calls: list[str], stake: tuple[int, int]) -> None:
    moves = [(place % 2, call) for place, call in enumerate(calls)]
    assert points.at_stake(seen(told(dealt(HIGH, POOR), *moves))) == stake


LOW_FLOR, HIGH_FLOR = "4E 10E 11E", "7B 6B 5B"


def test_it_sings_every_flor_and_meets_another_on_a_high_one() -> None:
    assert choices(dealt(LOW_FLOR, "4O 4C 5O", "gauderio"))["flor"] == 40
    high, low = dealt(LOW_FLOR, HIGH_FLOR, "gauderio"), dealt(HIGH_FLOR, LOW_FLOR, "gauderio")
    assert choices(told(high, (0, "flor")), 1)["contraflor"] == 40
    assert choices(told(low, (0, "flor")), 1)["contraflor"] == 0


def test_it_runs_from_the_rest_on_a_low_flor() -> None:
    low = told(dealt(LOW_FLOR, HIGH_FLOR, "gauderio"), (0, "flor"), (1, "contraflor_resto"))
    high = told(dealt(HIGH_FLOR, LOW_FLOR, "gauderio"), (0, "flor"), (1, "contraflor_resto"))
    assert choices(low)["refuse"] > 35
    assert choices(high)["accept"] == 40
    assert points.flor_at_stake(seen(high)) == (6 + 18, 6)
    less = told(dealt(LOW_FLOR, HIGH_FLOR, "gauderio"), (0, "flor"), (1, "contraflor"))
    assert points.flor_at_stake(seen(less)) == (6, 4)


def test_who_holds_no_flor_has_no_odds_of_one() -> None:
    assert points.flor_odds(seen(dealt(POOR, HIGH, "gauderio")), Random(1)) == 0.0

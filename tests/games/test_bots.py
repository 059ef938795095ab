"""How the bots play: always legally, from nothing but their view, and one of them well."""

from random import Random
from typing import Any

import pytest

from games.bots import odds, random_bot, sensible_bot
from games.bots.driver import Choose
from games.rules.commands import Act, Deal
from games.rules.decide import decide
from games.rules.evolve import replay
from games.rules.legal import legal_moves
from games.rules.moves import RAISE, from_json
from games.rules.options import rules_for
from games.rules.seats import view
from games.rules.state import Game, new_game
from games.rules.variants import VARIANTS

Seating = tuple[str, int, dict[str, Any]]
SEATINGS: list[Seating] = [
    (variant.id, players, {}) for variant in VARIANTS.values() for players in variant.players
]
OPTIONS: list[Seating] = [
    ("paulista", 4, {"cut": "take"}),
    ("paulista", 2, {"iron_hand": "blind", "target": 2}),
    ("paulista", 4, {"royal_family": "swap", "three_clowns": True, "under_seven": True}),
    ("paulista", 4, {"raise_timing": "any", "raise_ceiling": "needed"}),
    ("paulista", 2, {"raise_at_match_point": "loses_hand", "target": 2}),
    ("paulista", 2, {"match_point": None, "coringa": "top"}),
    ("gauderio", 4, {"declaration": "manual"}),
]


def seen(game: Game, seat: int) -> dict[str, Any]:
    """What the seat is shown."""
    return {"seat": seat, **view(game, seat)}


def play(variant: str, players: int, options: dict[str, Any], bots: list[Choose], rng: Random) -> Game:
    """A whole game; every choice must be one of the moves listed."""
    game = new_game(rules_for(variant, players, options))
    while not game.finished:
        if game.needs_deal:
            pack = tuple(rng.sample(game.rules.pack, len(game.rules.pack)))
            game = replay(game, decide(game, Deal(pack)))
            continue
        legal = legal_moves(game)
        seat = next(seat for seat, moves in legal.items() if moves != (RAISE,))
        move = from_json(bots[seat % len(bots)](seen(game, seat), rng))
        assert move in legal[seat]
        game = replay(game, decide(game, Act(seat, move)))
    return game


@pytest.mark.parametrize(("variant", "players", "options"), SEATINGS + OPTIONS)
def test_bots_play_every_variant_and_option_legally(
    variant: str, players: int, options: dict[str, Any]
) -> None:
    rng = Random(f"{variant} {players} {options}")
    assert play(variant, players, options, [sensible_bot.choose, random_bot.choose], rng).finished


@pytest.mark.parametrize("variant", VARIANTS)
def test_good_sense_beats_chance_in_every_variant(variant: str) -> None:
    """Of ten games at least eight; `tests/benchmarks/bots_strength.py` plays thousands."""
    rng = Random(variant)
    players = VARIANTS[variant].players[0]
    bots: list[Choose] = [sensible_bot.choose, random_bot.choose]
    wins = [play(variant, players, {}, bots, rng).winner for _ in range(10)]
    assert wins.count(0) >= 8


def test_of_three_chance_seldom_beats_two_with_good_sense() -> None:
    rng = Random(3)
    bots: list[Choose] = [random_bot.choose, sensible_bot.choose, sensible_bot.choose]
    wins = [play("gauderio", 3, {}, bots, rng).winner for _ in range(12)]
    assert wins.count(0) <= 2


def hand(cards: list[str], changes: dict[str, Any] | None = None) -> dict[str, Any]:
    """Seat 0's view of a hand of two that has just been dealt, with 4C turned."""
    game = new_game(rules_for("paulista", 2), 1)
    rest = [card for card in game.rules.pack if card not in (*cards, "4C")]
    pack = (*cards, *rest[:3], "4C", *rest[3:])
    game = replay(game, decide(game, Deal(pack)))
    own = seen(game, 0)
    own["hand"] |= changes or {}
    return own


STRONG, WEAK = ["5P", "5C", "5E"], ["4P", "4E", "6O"]
ANSWERS = [{"type": "accept"}, {"type": "refuse"}, {"type": "raise"}]


def chosen(own: dict[str, Any], times: int = 60) -> list[str]:
    """What the sensible bot does, over and over."""
    rng = Random(1)
    return [sensible_bot.choose(own, rng)["type"] for _ in range(times)]


def test_the_odds_of_the_best_cards_are_good_and_of_the_worst_bad() -> None:
    strong, weak = odds.sight(hand(STRONG)), odds.sight(hand(WEAK))
    assert odds.chance(strong, odds.imagine(strong, Random(1))) > 0.95
    assert odds.chance(weak, odds.imagine(weak, Random(1))) < 0.25


def test_on_the_best_cards_it_mostly_raises() -> None:
    assert chosen(hand(STRONG)).count("raise") > 40


def test_on_the_worst_cards_it_bluffs_now_and_then() -> None:
    raised = chosen(hand(WEAK), 200).count("raise")
    assert 0 < raised < 30


def test_it_runs_from_a_raise_on_bad_cards_and_goes_on_good_ones() -> None:
    offer = {"offer": {"seat": 1, "to": 3}, "turn": 1}
    weak, strong = hand(WEAK, offer), hand(STRONG, offer)
    weak["legal"] = strong["legal"] = ANSWERS
    assert chosen(weak).count("refuse") > 50
    assert "refuse" not in chosen(strong)
    assert chosen(strong).count("raise") > 30


def test_it_wins_the_hand_with_the_least_card_that_does() -> None:
    first = {"leader": 0, "plays": [], "winner_seat": 0, "winner_team": 0}
    table = [{"seat": 1, "card": "2O", "covered": False}]
    own = hand(STRONG, {"tricks": [first], "table": table, "cards": [["5P", "3C"], [None]]})
    own["legal"] = [{"type": "play", "card": "5P"}, {"type": "play", "card": "3C"}]
    rng = Random(1)
    assert {sensible_bot.choose(own, rng)["card"] for _ in range(10)} == {"3C"}


def test_what_it_does_not_see_does_not_matter() -> None:
    """Whatever the other holds, the same view leads to the same choice."""
    game = new_game(rules_for("paulista", 2), 1)
    rest = [card for card in game.rules.pack if card not in ("3C", "KP", "6O", "4C")]
    views = []
    for others in (rest[:3], rest[3:6]):
        pack = ("3C", "KP", "6O", *others, "4C", *(card for card in rest if card not in others))
        views.append(seen(replay(game, decide(game, Deal(pack))), 0))
    assert chosen(views[0]) == chosen(views[1])

"""Whole games in the notation of `table`: hands dealt from packs that are stacked as a test wants them."""

from typing import Any

from games.rules.commands import Act, Deal
from games.rules.decide import step
from games.rules.moves import from_json
from games.rules.options import rules_for
from games.rules.state import Game, Hand, new_game
from tests.rulebook.table import action


def start(
    variant: str, players: int, *, dealer: int = 0, score: tuple[int, ...] = (), **options: Any
) -> Game:
    """A game before its first hand, or with this score already on the board."""
    game = new_game(rules_for(variant, players, options), dealer)
    return game._replace(score=score) if score else game


def stacked(game: Game, cards: str, vira: str | None = None) -> tuple[str, ...]:
    """A pack that deals these cards (by seat) to whoever is dealt any, then turns the vira."""
    hands = [hand.replace("-", "").split() for hand in cards.split("/")]
    players = game.rules.players
    order = [(game.dealer + 1 + place) % players for place in range(players)]
    top = [card for seat in order for card in hands[seat]] + ([vira] if vira else [])
    return (*top, *(card for card in game.rules.pack if card not in top))


def deal(game: Game, cards: str, vira: str | None = None) -> Game:
    """The game after the next hand was dealt so."""
    return step(game, Deal(stacked(game, cards, vira)))[1]


def act(game: Game, actions: str) -> Game:
    """The game after these actions."""
    for each in actions.split():
        seat, _colon, what = each.partition(":")
        game = step(game, Act(int(seat), from_json(action(what))))[1]
    return game


def hand_of(game: Game) -> Hand:
    """The hand that is being played, or was played last."""
    assert game.hand is not None
    return game.hand

"""How often the sensible bot beats the random one: whole games of every variant and number of players.

`python -m tests.benchmarks.bots_strength 1000` plays a thousand of each; each side begins as often. No test
asserts a time, but one asserts that good sense wins (`tests/games/`)."""

import sys
from collections.abc import Iterator
from random import Random

from games.bots import random_bot, sensible_bot
from games.rules.commands import Act, Deal
from games.rules.decide import step
from games.rules.legal import legal_moves
from games.rules.moves import from_json
from games.rules.options import Rules, rules_for
from games.rules.seats import view
from games.rules.state import Game, new_game
from games.rules.variants import VARIANTS

SEED = 20261129


def play(rules: Rules, sensible: int, rng: Random) -> int:
    """One game, the sensible bot on one side (with three players: at one seat); the side or seat that won."""
    game = new_game(rules, rng.randrange(rules.players))
    pack = list(rules.pack)
    while game.winner is None:
        if game.needs_deal:
            rng.shuffle(pack)
            game = step(game, Deal(tuple(pack)))[1]
        else:
            game = _act(game, sensible, rng)
    return game.winner


def _act(game: Game, sensible: int, rng: Random) -> Game:
    seat = rng.choice(list(legal_moves(game)))
    side = seat if game.rules.scores == 3 else seat % 2
    choose = sensible_bot.choose if side == sensible else random_bot.choose
    return step(game, Act(seat, from_json(choose({**view(game, seat), "seat": seat}, rng))))[1]


def run(games: int) -> Iterator[str]:
    """A line for every variant and number of players."""
    yield f"games won by the sensible bot against the random one, of {games}"
    for variant in VARIANTS.values():
        for players in variant.players:
            rules, rng = rules_for(variant.id, players), Random(SEED)
            won = sum(
                play(rules, number % rules.scores, rng) == number % rules.scores for number in range(games)
            )
            yield f"  {variant.id}, {players} players".ljust(28) + f"{won:>6}  {won / games:.1%}"


if __name__ == "__main__":
    for line in run(int(sys.argv[1]) if len(sys.argv) > 1 else 100):
        print(line, flush=True)

"""How often the sensible bot beats the random one: whole games of every variant and number of players.

`python -m tests.benchmarks.bots_strength 1000` plays a thousand of each; each side begins as often. Three
play each for themselves, so there it is also asked how often chance wins at one seat against good sense at
the other two. Results are in `docs/bots.md`; a test with a few games of each is in `tests/games/`."""

import sys
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

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
Choose = Callable[[dict[str, Any], Random], dict[str, Any]]
SENSE_AGAINST_CHANCE: tuple[Choose, Choose] = (sensible_bot.choose, random_bot.choose)


def play(rules: Rules, odd: int, rng: Random, *, bots: tuple[Choose, Choose] = SENSE_AGAINST_CHANCE) -> int:
    """One game, the first bot on side `odd` (with three players: at that seat), the second everywhere else;
    the side or seat that won."""
    game = new_game(rules, rng.randrange(rules.players))
    pack = list(rules.pack)
    while game.winner is None:
        if game.needs_deal:
            rng.shuffle(pack)
            game = step(game, Deal(tuple(pack)))[1]
        else:
            game = _act(game, bots, odd, rng)
    return game.winner


def _act(game: Game, bots: tuple[Choose, Choose], odd: int, rng: Random) -> Game:
    seat = rng.choice(list(legal_moves(game)))
    side = seat if game.rules.scores == 3 else seat % 2
    choose = bots[side != odd]
    return step(game, Act(seat, from_json(choose({**view(game, seat), "seat": seat}, rng))))[1]


def wins(rules: Rules, games: int, bots: tuple[Choose, Choose]) -> int:
    """How many of so many games the first of the bots wins."""
    rng = Random(SEED)
    return sum(
        play(rules, number % rules.scores, rng, bots=bots) == number % rules.scores for number in range(games)
    )


def run(games: int) -> Iterator[str]:
    """A line for every variant and number of players."""
    yield f"games won by the sensible bot against the random one, of {games}"
    for variant in VARIANTS.values():
        for players in variant.players:
            rules = rules_for(variant.id, players)
            won = wins(rules, games, SENSE_AGAINST_CHANCE)
            yield f"  {variant.id}, {players} players".ljust(28) + f"{won:>6}  {won / games:.1%}"
            if rules.scores == 3:
                lost = wins(rules, games, SENSE_AGAINST_CHANCE[::-1])
                yield "    the random one against two".ljust(28) + f"{lost:>6}  {lost / games:.1%}"


if __name__ == "__main__":
    for line in run(int(sys.argv[1]) if len(sys.argv) > 1 else 100):
        print(line, flush=True)

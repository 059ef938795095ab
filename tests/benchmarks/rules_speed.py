"""(a) Random hands per CPU second, legal moves listed at every step, for every variant, beside public engines
where they are installed (dependency group `bench`); (b) events replayed per second."""

import random
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

from games.rules.commands import Act, Deal
from games.rules.decide import step
from games.rules.events import Event
from games.rules.evolve import replay
from games.rules.legal import legal_moves
from games.rules.options import rules_for
from games.rules.state import Game, new_game
from games.rules.variants import VARIANTS
from tests.benchmarks.measure import Rate, per_cpu_second, rows

SEED = 20261129


class Player:
    """Plays one game after another at random, hand by hand."""

    def __init__(self, variant: str, players: int) -> None:
        self.rules = rules_for(variant, players)
        self.pack = list(self.rules.pack)
        self.random = random.Random(SEED)
        self.game = new_game(self.rules)

    def hand(self) -> int:
        """Deal and play one hand; how many steps it took."""
        if self.game.finished:
            self.game = new_game(self.rules)
        _events, self.game = step(self.game, Deal(self.shuffled()))
        steps = 0
        while not (self.game.finished or self.game.needs_deal):
            self.game = self.act(self.game)
            steps += 1
        return steps

    def shuffled(self) -> tuple[str, ...]:
        """A pack with a random deal on top; the rest keeps the disorder of the hands before."""
        pack, draw = self.pack, self.random.random
        for place in range(3 * self.rules.players + 2):
            other = place + int(draw() * (len(pack) - place))
            pack[place], pack[other] = pack[other], pack[place]
        return tuple(pack)

    def act(self, game: Game) -> Game:
        """One random legal move of one of the seats that may act."""
        legal = legal_moves(game)
        seat = next(iter(legal))
        moves = legal[seat]
        return step(game, Act(seat, moves[int(self.random.random() * len(moves))]))[1]


def run(seconds: float = 2.0) -> Iterator[str]:
    """Lines of (a) and (b)."""
    ours = per_cpu_second("paulista, 2 players", Player("paulista", 2).hand, seconds)
    others = [per_cpu_second(name, once, seconds) for name, once in _public_engines()]
    yield from rows(
        "(a) random hands, legal moves listed at every step", "hands/CPU s", [ours, *others], ours
    )
    if not others:
        yield "  (no public engine is installed: uv sync --group bench)"
    rest = [
        per_cpu_second(f"{variant.id}, {players} players", Player(variant.id, players).hand, seconds / 4)
        for variant in VARIANTS.values()
        for players in variant.players
    ]
    yield from rows("    the same, every variant", "hands/CPU s", rest, ours)
    yield from rows("(b) replay", "events/CPU s", [_replay(seconds)])


def _replay(seconds: float) -> Rate:
    player = Player("paulista", 2)
    start = player.game
    events: list[Event] = []
    while not player.game.finished:
        if player.game.needs_deal:
            told, player.game = step(player.game, Deal(player.shuffled()))
        else:
            legal = legal_moves(player.game)
            seat = next(iter(legal))
            told, player.game = step(player.game, Act(seat, player.random.choice(legal[seat])))
        events += told

    def once() -> int:
        replay(start, events)
        return len(events)

    rate = per_cpu_second("a paulista game, over and over", once, seconds)
    return Rate(rate.name, rate.steps)


def _public_engines() -> Iterator[tuple[str, Callable[[], int]]]:
    engines = (("pyspiel", "OpenSpiel euchre (C++)", _euchre), ("rlcard", "RLCard leduc", _leduc))
    for module, name, make in (*engines, ("pytruco", "pytruco, 2 players", _pytruco)):
        if find_spec(module):
            yield name, make()


def _euchre() -> Callable[[], int]:
    pyspiel: Any = __import__("pyspiel")
    game = pyspiel.load_game("euchre")
    rng = random.Random(SEED)

    def once() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                action = outcomes[int(rng.random() * len(outcomes))][0]
            else:
                legal = state.legal_actions()
                action = legal[int(rng.random() * len(legal))]
                steps += 1
            state.apply_action(action)
        return steps

    return once


def _leduc() -> Callable[[], int]:
    rlcard: Any = __import__("rlcard")
    game = rlcard.make("leduc-holdem").game
    rng = random.Random(SEED)

    def once() -> int:
        game.init_game()
        steps = 0
        while not game.is_over():
            legal = game.get_legal_actions()
            game.step(legal[int(rng.random() * len(legal))])
            steps += 1
        return steps

    return once


def _pytruco() -> Callable[[], int]:
    """Its own random player, move by move; a hand is what lies between two of its rounds."""
    partida: Any = __import__("pytruco.pdt.partida", fromlist=["Partida"]).Partida
    chi: Any = __import__("pytruco.pdt.chi", fromlist=["random_action"])
    games: list[Any] = []

    def once() -> int:
        if not games or games[-1].terminada():
            games[:] = [partida(20, ["a"], ["b"], verbose=True)]
        game, steps, done = games[-1], 0, False
        while not done:
            done = chi.is_done(chi.random_action(game, allow_mazo=True).hacer(game)) or game.terminada()
            steps += 1
        return steps

    return once

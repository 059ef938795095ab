"""Random games of every variant, for every number of players, with random options."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from hypothesis import strategies as st

from games.rules.commands import Act, Command, Deal
from games.rules.decide import step
from games.rules.errors import InvalidOption
from games.rules.events import Event
from games.rules.legal import legal_moves
from games.rules.moves import Move
from games.rules.option_list import Option, choices, offered
from games.rules.options import Rules, rules_for
from games.rules.state import Game, new_game
from games.rules.variants import VARIANTS

TABLES = [(variant.id, players) for variant in VARIANTS.values() for players in variant.players]
MOST_HANDS = 3000


class Step(NamedTuple):
    """Something that happened: the game before, what was asked, the events, the game after."""

    before: Game
    command: Command
    events: tuple[Event, ...]
    after: Game


def _values(option: Option, variant: str, players: int) -> st.SearchStrategy[Any]:
    target = rules_for(variant, players).target
    match option.kind:
        case "choice":
            return st.sampled_from(choices(VARIANTS[variant], option))
        case "flag":
            return st.booleans()
        case "ladder":
            return st.sampled_from([[1, 2], [2, 3, 5], [1, 3, 6, 9, 12], [2, 4, 6, 8, 12], [3, 30]])
        case "match_point":
            point = st.fixed_dictionaries(
                {"at": st.integers(1, target - 1), "stake": st.integers(1, 8), "run_cost": st.integers(1, 3)}
            )
            return st.none() | point
        case "number":
            return st.integers(2, target + 3)


@st.composite
def rules(draw: st.DrawFn, variant: str, players: int) -> Rules:
    """Rules of this variant with some options set; combinations that make no sense are drawn again."""
    names = sorted(offered(VARIANTS[variant], players))
    chosen = draw(st.sets(st.sampled_from(names), max_size=6))
    while True:
        options = {
            name: draw(_values(offered(VARIANTS[variant], players)[name], variant, players))
            for name in sorted(chosen)
        }
        try:
            return rules_for(variant, players, options)
        except InvalidOption as error:
            chosen -= {str(error.params["field"]).removeprefix("options.")}
            if not set(options) - chosen:
                return rules_for(variant, players)


@st.composite
def games(draw: st.DrawFn, variant: str, players: int) -> tuple[Game, random.Random]:
    """A game that has not begun, sometimes near its end, and the chance to play it with."""
    table = draw(rules(variant, players))
    dealer = draw(st.integers(0, players - 1))
    scores = st.lists(st.integers(0, table.target - 1), min_size=table.scores, max_size=table.scores)
    score = draw(st.none() | scores)
    game = new_game(table, dealer)
    return game if score is None else game._replace(score=tuple(score)), random.Random(draw(st.integers(0)))


def play(game: Game, chance: random.Random) -> Iterator[Step]:
    """Play to the end, every seat at random; giving up is rarer than the rest, or little would be seen."""
    pack, hands = list(game.rules.pack), 0
    while not game.finished:
        command: Command
        if game.needs_deal:
            chance.shuffle(pack)
            hands += 1
            assert hands <= MOST_HANDS, "the game does not end"
            command = Deal(tuple(pack))
        else:
            command = _choose(game, chance)
        events, after = step(game, command)
        yield Step(game, command, events, after)
        game = after


def _choose(game: Game, chance: random.Random) -> Act:
    legal = legal_moves(game)
    assert legal, "somebody must be able to act"
    seat = chance.choice(sorted(legal))
    move = chance.choice(legal[seat])
    if move.type in ("concede", "refuse") and chance.random() < 0.7:
        move = chance.choice(legal[seat])
    return Act(seat, move)


def universe(game: Game, chance: random.Random) -> Iterator[tuple[int, Move]]:
    """Nearly all that anybody could try: every kind of action of every seat, with all its cards and more."""
    hand = game.hand
    dealt = [] if hand is None else [card for cards in hand.dealt for card in cards]
    cards = sorted({*dealt, *chance.sample(game.rules.pack, 5), "9P", ""})
    moves = [Move(kind) for kind in _PLAIN]
    moves += [Move("play", card=card, covered=covered) for card in cards for covered in (False, True)]
    moves += [Move("play", place=place, covered=covered) for place in range(5) for covered in (False, True)]
    moves += [Move("declare", points=points) for points in (0, 7, 20, 33, 34, 37, 38)]
    moves += [Move(kind, card=card) for kind in ("keep", "lay_aside") for card in cards]
    moves += [Move("cut", at=at, end=end) for at in (0, 1, 5, 39, 40, 60) for end in ("top", "bottom")]
    moves += [Move("declare", good=True), Move("declare", points=5, good=True), Move("play"), Move("cut")]
    for seat in range(-1, game.rules.players + 1):
        for move in moves:
            yield seat, move


_PLAIN = (
    *("raise", "accept", "refuse", "concede", "swap", "claim_royal_family", "take", "keep", "pass", "burn"),
    *("envido", "real_envido", "falta_envido", "flor", "achico", "contraflor", "contraflor_resto"),
    *("signal", "watch", "dance", ""),
)

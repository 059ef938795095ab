"""Nobody learns a card that their seat may not see: by no address, page, error or log line, in no variant,
while the game lasts."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from games.rules.variants import VARIANTS
from tests.games.players import Person, good, play_on
from tests.leaks.conftest import Begin
from tests.leaks.games import Hunt, Packs, dealt_in, latest_of
from tests.leaks.look import look_everywhere
from tests.leaks.people import Reader

ROUNDS = int(os.environ.get("TRUCO_LEAK_ROUNDS", "1"))
"""How many games of each kind are played; ten and more to search thoroughly."""
LOOKS = 2
TO_EVERY_POINT = {"at": 1, "stake": 3, "run_cost": 1}
GAMES: list[tuple[str, int, dict[str, Any]]] = [
    *((variant.id, players, {}) for variant in VARIANTS.values() for players in variant.players),
    ("paulista", 2, {"covered": "always"}),
    ("paulista", 4, {"match_point": TO_EVERY_POINT}),
    ("paulista", 2, {"match_point": TO_EVERY_POINT, "iron_hand": "blind"}),
    ("paulista", 4, {"three_clowns": True, "under_seven": True, "royal_family": "swap"}),
    ("paulista", 4, {"cut": "take"}),
    ("gauderio", 4, {"declaration": "manual"}),
]


@pytest.mark.parametrize(("variant", "players", "options"), GAMES)
def test_no_address_page_error_or_log_line_tells_a_hidden_card(
    begin: Begin, chance: Random, variant: str, players: int, options: dict[str, Any]
) -> None:
    chance.seed(f"{variant} {players} {options}")
    searched = 0
    while searched < ROUNDS:
        hunt, people = begin(players, variant=variant, options=options)
        hands = 1 if "cut" in options else Packs.hands(hunt.rules)
        _search_while_it_is_played(hunt, people, chance, hands=hands)
        assert hunt.found == []
        _check_that_the_search_finds_them_afterwards(hunt, people)
        searched += hunt.answers > 40  # a hand may be given up before anybody has looked


def _search_while_it_is_played(hunt: Hunt, people: list[Person], chance: Random, *, hands: int) -> None:
    """At some moments some readers look everywhere; every reader's turn comes."""
    readers: list[Reader] = []
    for _ in range(LOOKS):
        _play(hunt.game, people, chance, steps=chance.randint(0, 3))
        table = latest_of(hunt.game)
        if table.over or _hands(hunt.game) > hands:
            break
        readers = readers or chance.sample(list(hunt.readers), len(hunt.readers))
        look_everywhere(hunt, readers.pop(), chance)
    hunt.judge_log()


def _check_that_the_search_finds_them_afterwards(hunt: Hunt, people: list[Person]) -> None:
    """Once the game is over everybody is shown every card, told and drawn; and the search finds them."""
    if not latest_of(hunt.game).over:
        good(people[0].client.post(f"/api/v1/games/{hunt.game}/resign/"))
    nobody = hunt.readers[0]
    events = nobody.get(f"/api/v1/games/{hunt.game}/events/?after=0")[1]
    dealt = dealt_in(hunt.game)
    assert dealt <= hunt.search.cards(events)
    pages = [nobody.get(f"/games/{hunt.game}/hands/{n}/")[1] for n in range(1, _hands(hunt.game) + 1)]
    assert dealt <= set[str]().union(*map(hunt.search.cards, pages))


def _play(game: str, people: list[Person], chance: Random, *, steps: int) -> None:
    """Some random actions, of which none gives the hand up where another can be taken."""
    for _ in range(steps):
        awaited = latest_of(game).able
        if not awaited:
            return
        own = people[chance.choice(awaited)].see(game)
        legal = own["view"]["legal"]
        lively = [move for move in legal if move["type"] not in ("concede", "refuse")]
        good(people[own["you"]].act(game, chance.choice(lively or legal), own["version"]))


def _hands(game: str) -> int:
    played = latest_of(game).game
    return played.hand_no if played else 0


def test_spectators_of_a_delayed_table_are_told_no_card_at_all(begin: Begin, chance: Random) -> None:
    hunt, people = begin(4, spectator_seconds=3600)
    play_on(hunt.game, people, chance, steps=5)
    for reader in hunt.readers[:2]:
        look_everywhere(hunt, reader, chance, nothing=True)
    assert hunt.found == []

"""What the tests of games share."""

from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from secrets import token_hex

import pytest

from games import dealing, states
from games.rules.fair import Secret
from games.rules.table import Table
from tests.games.packs import on_top, secret_for
from tests.games.players import Person, good, person

Seating = Callable[..., tuple[str, list[Person]]]


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    """No test knows the states of another."""
    states.forget()
    yield
    states.forget()


@pytest.fixture
def chance(monkeypatch: pytest.MonkeyPatch) -> Random:
    """The chance of the deals, the same in every run."""
    seeded = Random(20240229)
    monkeypatch.setattr(dealing, "CHANCE", seeded)
    return seeded


@pytest.fixture
def ana(db: None) -> Person:
    """Somebody."""
    return person("ana")


@pytest.fixture
def bia(db: None) -> Person:
    """Somebody else."""
    return person("bia")


@pytest.fixture
def seated(db: None, monkeypatch: pytest.MonkeyPatch) -> Seating:
    """Seats new people at a new table, and begins; seat 0 deals, seat 1 plays first."""
    numbers = count(1)
    monkeypatch.setattr("games.services.tables.draw_dealer", lambda _rules: 0)

    def seat(players: int = 2, **wish: object) -> tuple[str, list[Person]]:
        people = [person(f"player-{next(numbers)}") for _ in range(players)]
        game = people[0].open_table(players=players, auto_start=True, **wish)["id"]
        for one in people[1:]:
            good(one.sit(game))
        return game, people

    return seat


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Lays the pack: `hands` from seat 1 on round to seat 0, who deals; then the vira, then the rest."""

    def lay(hands: list[str], vira: str = "") -> None:
        top = [card for hand in hands for card in hand.split()] + vira.split()

        def stacked(table: Table) -> Secret:
            deals = table.deals
            pack = on_top(table.rules, top)
            return secret_for(deals.game, deals.committed + 1, len(table.seats), pack, token_hex(32))

        monkeypatch.setattr("games.services._work.draw_secret", stacked)
        monkeypatch.setattr("games.services.tables.draw_dealer", lambda _rules: 0)

    return lay

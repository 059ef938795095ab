"""Games to be searched for."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from tests.games.conftest import Seating, _nothing_remembered, chance, seated  # noqa: F401 - for all tests here
from tests.games.players import Person, person
from tests.leaks.games import Hunt, Packs, latest_of, logged
from tests.leaks.people import Reader

Begin = Callable[..., tuple[Hunt, list[Person]]]


@pytest.fixture
def log() -> Iterator[list[str]]:
    """What is logged."""
    with logged() as lines:
        yield lines


@pytest.fixture
def packs(chance: Random, monkeypatch: pytest.MonkeyPatch) -> Packs:  # noqa: F811 - the fixture above
    """Packs of which no card comes twice in a game."""
    return Packs(chance, monkeypatch)


@pytest.fixture
def begin(seated: Seating, packs: Packs, log: list[str]) -> Begin:  # noqa: F811 - the fixture above
    """Begins a game and the hunt in it; its readers are nobody, an outsider, and each seat."""

    def begin(players: int, **wish: Any) -> tuple[Hunt, list[Person]]:
        game, people = seated(players, **wish)
        outsider = person(f"outsider-of-{game}").user
        seats = [Reader(f"seat {seat}", one.user, seat) for seat, one in enumerate(people)]
        readers = [Reader("nobody", None), Reader("an outsider", outsider), *seats]
        return Hunt(game, latest_of(game).rules, log, readers), people

    return begin

"""The replay of a hand in a real browser: by click, key and touch, without script, on paper."""

from collections.abc import Callable

import pytest

from tests.browser.conftest import Open, shot
from tests.games.conftest import Seating
from tests.games.players import Person, good

Stack = Callable[..., None]


@pytest.fixture
def hand(transactional_db: None, seated: Seating, stack: Stack) -> tuple[str, list[Person]]:
    """A hand of paulista in eight steps; the game goes on."""
    stack(["3C 7P 4E", "2O KC 5P"], "4C")
    game, people = seated()
    for seat, card in ((1, "3C"), (0, "5P"), (0, "2O"), (1, "7P")):
        good(people[seat].act(game, {"type": "play", "card": card}, people[seat].see(game)["version"]))
    return game, people


def test_the_hand_is_seen(visit: Open, hand: tuple[str, list[Person]]) -> None:
    game, people = hand
    page = visit(f"/games/{game}/hands/1/", as_person=people[0])
    shot(page, "desktop")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    shot(page, "desktop-4")
    page = visit(f"/games/{game}/hands/1/", as_person=people[0], phone=True, language="pt-BR")
    shot(page, "phone")
    page = visit(f"/games/{game}/hands/1/", script=False, language="es")
    shot(page, "noscript")
    page = visit(f"/games/{game}/", language="es")
    shot(page, "index")

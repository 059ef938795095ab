"""What the pages of games say: names, cards in words, and what a reader may see."""

import re
from collections.abc import Callable
from uuid import UUID

import pytest
from django.utils.translation import override

from games.explain.reasons import player, reason, side
from games.pages.naming import Names
from games.rules.options import rules_for
from games.rules.table import Table
from games.states import latest
from tests.games.conftest import Seating
from tests.games.players import Person, good, person
from tests.tournaments.pages.browser import Browser
from tests.tournaments.pages.browser import Page as Read

Stack = Callable[..., None]


def test_cards_in_a_sentence_are_drawn_and_named_and_names_are_only_names() -> None:
    names = Names(["A&B", "4P"], rules_for("paulista", 2))
    given = reason("x", "{who} plays {card}; {order}.", who=player(1), card="10P", order="P > C")
    assert (
        names.plain(reason("x", "{who} plays {card}.", who=player(1), card="KC"))
        == "4P plays king of hearts."
    )
    assert names.sentence(reason("x", "{who}.", who=player(0))) == "A&amp;B."
    told = names.sentence(given)
    assert told.startswith("4P plays 10P"), "there is no ten in this pack, and a name is no card"
    assert 'aria-label="suit of clubs"' in told


def test_who_has_no_name_is_told_by_number_and_begins_a_sentence_large() -> None:
    names = Names([None, "ana"], rules_for("paulista", 2))
    assert names.plain(reason("x", "{who} plays.", who=player(0))) == "Player 0 plays."
    assert names.plain(reason("x", "{who} plays.", who=player(1))) == "ana plays."


def test_teams_are_told_by_their_players(seated: Seating) -> None:
    def told(table: Table, names: Names) -> str:
        assert table.game is not None
        assert table.game.hand is not None
        return names.plain(reason("x", "{who} wins.", who=side(table.game.hand.deal, 1)))

    two = latest_table(seated(2)[0])
    four = latest_table(seated(4)[0])
    six = latest_table(seated(6)[0])
    assert told(two, Names(["Ana", "Bia"], two.rules)) == "Bia wins."
    assert told(four, Names(list("ABCD"), four.rules)) == "B & D wins."
    assert told(six, Names(list("abcdef"), six.rules)) == "The team of b wins."
    with override("pt-br"):
        assert told(six, Names(list("abcdef"), six.rules)) == "O time de b wins."


def latest_table(game: str) -> Table:
    """The table as it stands."""
    return latest(UUID(game)).table


@pytest.fixture
def hand(seated: Seating, stack: Stack) -> tuple[str, list[Person]]:
    """A covered card lies on the table."""
    stack(["3C 7P 4E", "2O KC 5P"], "4C")
    game, people = seated(options={"covered": "always"})
    for seat, move in (
        (1, {"type": "play", "card": "7P", "covered": True}),
        (0, {"type": "play", "card": "KC"}),
    ):
        good(people[seat].act(game, move, people[seat].see(game)["version"]))
    return f"/games/{game}/hands/1/", people


def cards(page: Read) -> set[str]:
    """The cards that the page can draw."""
    return set(re.findall(r'symbol id="card-(\w+)"', page.html)) - {"back"}


def test_a_running_hand_shows_each_reader_what_their_seat_may_see(hand: tuple[str, list[Person]]) -> None:
    path, (zero, one) = hand
    assert cards(Browser().get(path)) == {"4C", "KC"}
    assert cards(Browser(person("outsider").user).get(path)) == {"4C", "KC"}
    assert cards(Browser(zero.user).get(path)) == {"4C", "KC", "2O", "5P"}
    assert cards(Browser(one.user).get(path)) == {"4C", "KC", "3C", "7P", "4E"}
    assert Browser(one.user).get(f"{path}?seat=1").status == 200
    for reader in (Browser(), Browser(zero.user)):
        refused = reader.get(f"{path}?seat=1")
        assert refused.status == 403
        assert not cards(refused)


def test_an_ended_hand_may_be_seen_from_every_place(hand: tuple[str, list[Person]]) -> None:
    path, (zero, _) = hand
    good(zero.client.post(f"/api/v1{path.removesuffix('hands/1/')}resign/"))
    assert cards(Browser().get(path)) == {"4C", "KC", "2O", "5P", "3C", "7P", "4E"}
    assert cards(Browser().get(f"{path}?seat=0")) == {"4C", "KC", "2O", "5P"}
    assert Browser().get(f"{path}?seat=2").status == 403
    assert Browser().get(f"{path}?seat=x").status == 200


def test_a_hand_that_was_not_dealt_has_no_page(hand: tuple[str, list[Person]]) -> None:
    path, _ = hand
    assert Browser().get(path.replace("/1/", "/9/")).status == 404
    assert Browser().get("/games/00000000-0000-4000-8000-000000000000/").status == 404


def test_a_page_lets_only_our_own_files_run(hand: tuple[str, list[Person]]) -> None:
    page = Browser().get(hand[0])
    assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    assert "style=" not in page.html
    assert page.html.count("<script") == page.html.count("<script src=")

"""What is drawn: every card of every pack, and tables of every size."""

from itertools import product
from random import Random

import pytest
from django.utils.translation import override

from games.pages.drawing import symbols
from games.pages.naming import Names, is_spanish
from games.rules.cards import CORINGA, DIRTY_RANKS, FRENCH_SUITS
from games.rules.options import rules_for
from games.rules.variants import VARIANTS
from tests.browser.conftest import Open, shot
from tests.games.conftest import Seating
from tests.games.players import play_on

PACKS = {
    spanish: sorted(
        {
            card
            for variant in VARIANTS.values()
            for card in rules_for(variant.id, variant.players[0]).pack
            if is_spanish(rules_for(variant.id, variant.players[0])) == spanish
        }
    )
    for spanish in (False, True)
}
PACKS[False] = sorted({*PACKS[False], CORINGA, *(r + s for r, s in product(DIRTY_RANKS, FRENCH_SUITS))})
INSIDE = """
() => [...document.querySelectorAll(".board > svg")].flatMap((table) => {
  const frame = table.getBoundingClientRect();
  return [...table.querySelectorAll("use, text, rect")].filter((drawn) => {
    const box = drawn.getBoundingClientRect();
    return box.width < 1 || box.left < frame.left - 1 || box.right > frame.right + 1 ||
      box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
  }).map((drawn) => drawn.outerHTML);
})
"""


@pytest.mark.parametrize("spanish", [False, True])
def test_no_two_cards_look_alike_and_none_is_blank(visit: Open, spanish: bool) -> None:
    codes = [*PACKS[spanish], "back"]
    page = visit("/problems/")
    cards = "".join(f'<svg id="{c}" width="60" height="90"><use href="#card-{c}"/></svg>' for c in codes)
    drawn = symbols(PACKS[spanish], spanish=spanish)
    page.set_content(f'<body style="background:#0d4a31"><svg width="0" height="0">{drawn}</svg>{cards}')
    shot(page, f"cards-{'spanish' if spanish else 'french'}")
    looks = {code: page.locator(f"[id='{code}']").screenshot() for code in codes}
    assert len(set(looks.values())) == len(codes)


@pytest.mark.parametrize("language", ["en", "pt-br", "es"])
def test_no_two_cards_are_called_alike(language: str) -> None:
    with override(language):
        for spanish, variant in ((False, "mineiro8"), (True, "uruguaio")):
            names = Names((), rules_for(variant, VARIANTS[variant].players[0]))
            called = {code: names.card(code) for code in PACKS[spanish]}
            assert len(set(called.values())) == len(called)


SIZES = [("paulista", 2), ("argentino", 3), ("uruguaio", 4), ("douradinha", 6), ("mineiro8", 8)]


@pytest.mark.parametrize(("variant", "players"), SIZES)
def test_all_of_a_table_stands_within_its_drawing(
    transactional_db: None, visit: Open, seated: Seating, chance: Random, variant: str, players: int
) -> None:
    chance.seed(f"{variant} {players}")
    game, people = seated(players, variant=variant)
    play_on(game, people, chance, steps=4 * players)
    page = visit(f"/games/{game}/hands/1/", script=False, phone=players > 4, as_person=people[1])
    assert page.evaluate("document.querySelectorAll('.board').length") >= 2
    assert page.evaluate(INSIDE) == []
    page = visit(f"/games/{game}/hands/1/#step-6", phone=players > 4, as_person=people[1])
    shot(page, f"table-{players}")

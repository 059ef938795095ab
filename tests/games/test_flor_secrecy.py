"""A flor that is sung asks the whole other team: who of them could answer is nobody's business."""

from games.rules.commands import Act, Deal
from games.rules.decide import step
from games.rules.legal import legal_moves
from games.rules.moves import FLOR
from games.rules.options import rules_for
from games.rules.seats import view
from games.rules.state import Game, new_game
from games.rules.table.evolve import awaited

DEALT = ("7E 6E 5E", "7O 6O 5O", "7C 6C 4B", "1C 2B 3O")
"""From the mão on: seats 0 and 1 hold a flor, their partners do not."""


def _asked() -> Game:
    rules = rules_for("gauderio", 4)
    top = [card for hand in DEALT for card in hand.split()]
    rest = [card for card in rules.pack if card not in top]
    game = step(new_game(rules, dealer=3), Deal((*top, *rest)))[1]
    return step(game, Act(0, FLOR))[1]


def test_only_the_holder_may_answer() -> None:
    assert list(legal_moves(_asked())) == [1]


def test_the_table_waits_for_the_whole_team() -> None:
    assert sorted(awaited(_asked())) == [1, 3]


def test_no_view_but_the_holders_own_tells_who_holds_a_flor() -> None:
    game = _asked()
    for seat in (None, 0, 2, 3):
        seen = view(game, seat)
        assert seen["hand"]["to_act"] == [1, 3]
        assert seen["legal"] == []
    assert view(game, 1)["legal"]

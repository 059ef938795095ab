"""Section 3: showing a hand before the first card and drawing three new ones."""

import pytest

from games.rules.errors import UnreadableRecord
from tests.rulebook.table import judge, moves

ROYAL = "QP JC KE / 3C 5E 4C"
CLOWNS = "AP AC KE / 3C 5E 4C"
LOW = "4P 6C 5E / 3C 7E 4C"
STOCK = "2P 2C 2E 3P 3E"


def test_every_swap_is_off_unless_set() -> None:
    for cards in (ROYAL, CLOWNS, LOW):
        assert "swap" not in judge("paulista", cards, vira="7O", stock=STOCK).legal[0]
        hand = judge("paulista", cards, "0:swap", vira="7O", stock=STOCK)
        assert hand.error == (0, "swap_not_allowed")


def test_queen_jack_and_king_of_any_suits_may_be_swapped() -> None:
    hand = judge("paulista", ROYAL, vira="7O", stock=STOCK, royal_family="swap")
    assert hand.legal == {0: moves("QP JC KE raise swap concede")}
    for cards in ("QP QC KE / 3C 5E 4C", CLOWNS, LOW):
        hand = judge("paulista", cards, "0:swap", vira="7O", stock=STOCK, royal_family="swap")
        assert hand.error == (0, "swap_not_allowed")


@pytest.mark.parametrize("cards", ["AP AC KE", "QP JC KE", "JP JC JE", "AP KC QE", "AP AC AE"])
def test_three_clowns_are_any_three_of_ace_king_jack_and_queen(cards: str) -> None:
    legal = judge("paulista", f"{cards} / 3C 5E 4C", vira="7O", stock=STOCK, three_clowns=True).legal
    assert "swap" in legal[0]


@pytest.mark.parametrize("cards", ["AP AC 3O", "2O JC KE", "7P 6P 4P"])
def test_but_no_other_card_is_a_clown(cards: str) -> None:
    legal = judge("paulista", f"{cards} / 3C 5E 4C", vira="7O", stock=STOCK, three_clowns=True).legal
    assert "swap" not in legal[0]


def test_under_seven_are_a_four_a_five_and_a_six() -> None:
    assert "swap" in judge("paulista", LOW, vira="7O", stock=STOCK, under_seven=True).legal[0]
    for cards in ("4P 4E 5E / 3C 7E 4C", "4P 5C 7P / 3C 7E 4C", "5P 6P 7P / 3C 7E 4C"):
        assert "swap" not in judge("paulista", cards, vira="7O", stock=STOCK, under_seven=True).legal[0]


def test_in_the_spanish_pack_the_figures_are_10_11_and_12() -> None:
    hand = judge("catarinense", "10B 11C 12E / 3C 5E 4C", vira="7O", royal_family="swap", stock="2B 2C 2E")
    assert "swap" in hand.legal[0]
    hand = judge("catarinense", "1B 1C 12E / 3C 5E 4C", vira="7O", three_clowns=True, stock="2B 2C 2E")
    assert "swap" in hand.legal[0]


def test_three_new_cards_come_from_the_rest_of_the_pack() -> None:
    hand = judge("paulista", ROYAL, "0:swap", vira="7O", stock=STOCK, royal_family="swap")
    assert hand.legal == {0: moves("2P 2C 2E raise concede")}


def test_once_a_player_and_hand() -> None:
    hand = judge("paulista", ROYAL, "0:swap", vira="7O", stock="QC JE KP 2P 2C 2E", royal_family="swap")
    assert hand.legal == {0: moves("QC JE KP raise concede")}


def test_each_player_may_and_the_second_draws_the_next_three() -> None:
    cards = "QP JC KE / QO JO KO"
    hand = judge("paulista", cards, "0:swap 0:2P", vira="7C", stock="2P 2C 2E 3P 3C 3E", royal_family="swap")
    assert hand.legal == {1: moves("QO JO KO raise swap concede")}
    hand = judge(
        "paulista", cards, "0:swap 0:2P 1:swap", vira="7C", stock="2P 2C 2E 3P 3C 3E", royal_family="swap"
    )
    assert hand.legal == {1: moves("3P 3C 3E raise concede")}


def test_before_ones_first_card_and_on_ones_own_turn() -> None:
    hand = judge("paulista", "3P JC KE / 5C JE KO", "0:3P 1:5C", vira="7O", royal_family="swap")
    assert hand.legal == {0: moves("JC KE ~JC ~KE raise concede")}
    hand = judge("paulista", "3P JC KE / 5C JE KO", "0:3P 1:5C 0:JC", vira="7O", royal_family="swap")
    assert "swap" not in hand.legal[1]
    hand = judge("paulista", "3C 5E 4C / QP JC KE", "0:3C", vira="7O", stock=STOCK, royal_family="swap")
    assert "swap" in hand.legal[1]
    hand = judge("paulista", "3C 5E 4C / QP JC KE", "1:swap", vira="7O", stock=STOCK, royal_family="swap")
    assert hand.error == (0, "not_your_turn")


def test_not_in_answer_to_a_raise() -> None:
    hand = judge("paulista", "3C 5E 4C / QP JC KE", "0:raise", vira="7O", stock=STOCK, royal_family="swap")
    assert hand.legal == {1: moves("accept refuse raise")}


def test_what_may_be_done_does_not_depend_on_how_much_of_the_stock_is_written_down() -> None:
    for stock in (None, "2P", "2P 2C 2E"):
        hand = judge("paulista", ROYAL, vira="7O", stock=stock, royal_family="swap")
        assert "swap" in hand.legal[0]
    hand = judge(
        "paulista", "QP JC KE / QO JO KO", "0:swap 0:2P", vira="7C", stock="2P 2C 2E", royal_family="swap"
    )
    assert "swap" in hand.legal[1]


@pytest.mark.parametrize("stock", [None, "", "2P 2C"])
def test_a_record_that_draws_more_than_its_stock_is_unreadable(stock: str | None) -> None:
    with pytest.raises(UnreadableRecord) as found:
        judge("paulista", ROYAL, "0:swap", vira="7O", stock=stock, royal_family="swap")
    assert found.value.params["field"] == "stock"


def test_nobody_swaps_when_the_pack_is_used_up() -> None:
    """24 cards, six players and a vira leave five: one exchange, not two."""
    cards = "QP JP KP / QC JC KC / 3P 3C 3E / 2P 2C 2E / QE JE KE / AP AC AE"
    rest = {"vira": "3O", "deck": "short", "royal_family": "swap"}
    hand = judge("paulista", cards, "0:swap 0:2O", stock="2O AO KO JO QO", **rest)
    assert hand.legal == {1: moves("QC JC KC raise concede")}


def test_swaps_are_open_at_match_point_too() -> None:
    hand = judge("paulista", ROYAL, "0:accept", vira="7O", stock=STOCK, royal_family="swap", score=(11, 3))
    assert "swap" in hand.legal[0]


def test_nobody_swaps_a_hand_they_may_not_look_at() -> None:
    hand = judge("goiano", ROYAL, score=(11, 11), stock=STOCK, royal_family="swap")
    assert "swap" not in hand.legal[0]

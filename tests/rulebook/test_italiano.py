"""Section 4, italiano: the king on top, the king below, and two cups that kill the zap."""

import pytest

from games.rules.options import rules_for
from tests.rulebook.order import order_of
from tests.rulebook.table import judge, moves
from tests.rulebook.test_variants_order import written

ORDER = """KP, 4P, 7C, AE, 7O
3P 3C 3E 3O, 2P 2C 2E 2O, AO AC AP, KE KO, JP JC JE JO, QP QC QE QO, 7P 7E
6P 6C 6E 6O, 5P 5C 5E 5O, 4O 4E 4C"""


def test_the_order_from_the_king_of_paus_to_the_king_of_copas() -> None:
    """Without the cups against the zap and each other; they have tests of their own."""
    found = order_of("italiano", 2, leaving_out=("TACA1", "TACA2"))
    assert found == [*written(ORDER), {"KC"}]


def test_it_is_played_with_42_cards() -> None:
    assert len(rules_for("italiano", 4).pack) == 42


@pytest.mark.parametrize("cup", ["TACA1", "TACA2"])
def test_a_cup_is_below_the_fours_and_above_the_king_of_copas(cup: str) -> None:
    hand = judge("italiano", f"{cup} 5C 5E / 4O 6C 6E", f"0:{cup} 1:4O")
    assert hand.tricks == [1]
    assert judge("italiano", f"{cup} 5C 5E / KC 6C 6E", f"0:{cup} 1:KC").tricks == [0]


@pytest.mark.parametrize("manilha", ["7C", "AE", "7O"])
def test_a_cup_does_nothing_to_another_manilha(manilha: str) -> None:
    assert judge("italiano", f"TACA1 5C 5E / {manilha} 6C 6E", f"0:TACA1 1:{manilha}").tricks == [1]
    assert judge("italiano", f"{manilha} 5C 5E / TACA1 6C 6E", f"0:{manilha} 1:TACA1").tricks == [0]


def test_a_cup_kills_the_zap_played_before_or_after_it() -> None:
    assert judge("italiano", "TACA1 5C 5E / 4P 6C 6E", "0:TACA1 1:4P").tricks == [0]
    assert judge("italiano", "4P 5C 5E / TACA2 6C 6E", "0:4P 1:TACA2").tricks == [1]


def test_in_a_trick_with_the_zap_a_cup_is_over_every_other_manilha() -> None:
    cards = "4P 5C 5E / 7C 6C 6E / TACA1 5O 5P / AE 6O 6P"
    hand = judge("italiano", cards, "0:4P 1:7C 2:TACA1 3:AE")
    assert (hand.tricks, hand.to_act) == ([0], [2])


def test_only_the_king_of_paus_beats_a_cup_that_killed_the_zap() -> None:
    cards = "4P 5C 5E / KP 6C 6E / TACA1 5O 5P / AE 6O 6P"
    hand = judge("italiano", cards, "0:4P 1:KP 2:TACA1 3:AE")
    assert (hand.tricks, hand.to_act) == ([1], [1])


def test_of_two_cups_tied_for_best_the_later_wins() -> None:
    cards = "TACA1 5C 5E / TACA2 6C 6E / 4P 5O 5P / AE 6O 6P"
    assert judge("italiano", cards, "0:TACA1 1:TACA2 2:4P 3:AE").to_act == [1]
    assert judge("italiano", cards, "1:TACA2 2:4P 3:AE 0:TACA1", dealer=0).to_act == [0]
    hand = judge("italiano", "TACA1 5C 5E / TACA2 6C 6E", "0:TACA1 1:TACA2")
    assert (hand.tricks, hand.to_act) == ([1], [1])


def test_the_later_of_two_partners_cups_leads_next() -> None:
    cards = "TACA1 5C 5E / 4P 6C 6E / TACA2 5O 5P / AE 6O 6P"
    hand = judge("italiano", cards, "0:TACA1 1:4P 2:TACA2 3:AE")
    assert (hand.tricks, hand.to_act) == ([0], [2])


def test_a_covered_zap_is_nothing_to_kill_and_a_covered_cup_kills_nothing() -> None:
    hand = judge("italiano", "3P 4P 5E / 2O TACA1 4C", "0:3P 1:2O 0:~4P 1:TACA1")
    assert hand.tricks == [0, 1]
    hand = judge("italiano", "3P 4P 5E / 2O TACA1 4C", "0:3P 1:2O 0:4P 1:~TACA1")
    assert (hand.winner, hand.tricks) == (0, [0, 0])


def test_a_cup_kills_the_zap_only_within_one_trick() -> None:
    hand = judge("italiano", "4P TACA1 5E / 3O 4O 4C", "0:4P 1:3O 0:TACA1 1:4O")
    assert hand.tricks == [0, 1]


def test_after_a_tied_first_trick_a_cup_is_the_lower_of_two_cards() -> None:
    hand = judge("italiano", "3P TACA1 4O / 3C KC TACA2", "0:3P 1:3C")
    assert hand.legal[0] == moves("4O raise concede")
    hand = judge("italiano", "3P TACA1 4O / 3C KC TACA2", "0:3P 1:3C 0:4O")
    assert hand.legal[1] == moves("TACA2 raise concede")

"""Section 3: the tricks after a tied first."""

import pytest

from tests.rulebook.table import judge, moves

TIED = "0:3P 1:3C"


def test_after_a_tied_first_trick_any_card_may_be_played() -> None:
    hand = judge("paulista", "3P 2C 4E / 3C 2E 4C", TIED, vira="JO")
    assert hand.legal == {0: moves("2C 4E raise concede")}


@pytest.mark.parametrize("variant", ["goiano", "mineiro", "italiano"])
def test_or_the_higher_of_the_two_cards_left_must_be_shown(variant: str) -> None:
    hand = judge(variant, "3P 4E 2C / 3C 5E 5C", TIED)
    assert hand.legal == {0: moves("2C raise concede")}
    hand = judge(variant, "3P 4E 2C / 3C 5E 5C", f"{TIED} 0:4E")
    assert hand.error == (2, "must_show_highest")
    assert judge(variant, "3P 4E 2C / 3C 2E 5C", f"{TIED} 0:2C").legal == {1: moves("2E raise concede")}


def test_then_the_other() -> None:
    hand = judge("goiano", "3P 4E 2C / 3C 2E 5C", f"{TIED} 0:2C 1:2E")
    assert hand.legal == {0: moves("4E raise concede")}


def test_of_two_equal_cards_either_may_be_shown() -> None:
    assert judge("goiano", "3P 2E 2C / 3C 5E 5C", TIED).legal == {0: moves("2E 2C raise concede")}


def test_the_higher_is_higher_with_manilhas_and_joker() -> None:
    assert judge("goiano", "3P 2E 7C / 3C 5E 5C", TIED).legal[0] >= {"7C"}
    assert "2E" not in judge("goiano", "3P 2E 7C / 3C 5E 5C", TIED).legal[0]
    hand = judge("goiano", "3P 3O CORINGA / 3C 5E 5C", TIED, coringa="three_and_half")
    assert hand.legal == {0: moves("CORINGA raise concede")}
    hand = judge("paulista", "3P 2E KO / 3C 5E 5C", TIED, vira="JO", canga="show_highest")
    assert hand.legal == {0: moves("KO raise concede")}


def test_the_higher_need_not_be_shown_after_a_trick_somebody_took() -> None:
    hand = judge("goiano", "3P 4E 2C / QC 5E 5C", "0:3P 1:QC")
    assert hand.legal == {0: moves("4E 2C ~4E ~2C raise concede")}


def test_in_a_blind_hand_it_is_free() -> None:
    hand = judge("goiano", "3P 4E 2C / 3C 5E 5C", "0:#0 1:#0", score=(11, 11))
    assert hand.legal == {0: moves("#1 #2 raise concede")}
    hand = judge("mineiro", "3P 4E 2C / 3C 5E 5C", "0:3P 1:3C", score=(10, 10))
    assert hand.legal == {0: moves("2C concede")}


DOUBLE = "3P 2C 4E / 3C 2E 5C"
MUST = {"vira": "JO", "raiser_must_win_canga": True}


def test_the_raiser_must_win_the_canga_where_that_is_played() -> None:
    hand = judge("paulista", DOUBLE, "0:raise 1:accept 0:3P 1:3C 0:2C 1:2E", **MUST)
    assert (hand.winner, hand.points, hand.reason) == (1, [0, 3], "canga_lost")
    assert hand.tricks == [None, None]
    hand = judge("paulista", DOUBLE, "0:raise 1:raise 0:accept 0:3P 1:3C 0:2C 1:2E", **MUST)
    assert (hand.winner, hand.points) == (0, [6, 0])


def test_a_raise_within_the_second_trick_counts_as_well() -> None:
    hand = judge("paulista", DOUBLE, "0:3P 1:3C 0:2C 1:raise 0:accept 1:2E", **MUST)
    assert (hand.winner, hand.points, hand.reason) == (0, [3, 0], "canga_lost")


def test_without_a_raise_the_third_trick_is_played() -> None:
    hand = judge("paulista", DOUBLE, "0:3P 1:3C 0:2C 1:2E", **MUST)
    assert (hand.status, hand.to_act) == ("in_progress", [0])
    hand = judge("paulista", DOUBLE, "0:3P 1:3C 0:2C 1:2E 0:raise 1:accept 0:4E 1:5C", **MUST)
    assert (hand.winner, hand.reason) == (1, "tricks")


def test_one_tie_costs_the_raiser_nothing() -> None:
    hand = judge("paulista", "3P 2C 4E / 3C 5E 5C", "0:raise 1:accept 0:3P 1:3C 0:2C 1:5E", **MUST)
    assert (hand.winner, hand.reason) == (0, "tricks")


def test_it_is_off_unless_set() -> None:
    hand = judge("paulista", DOUBLE, "0:raise 1:accept 0:3P 1:3C 0:2C 1:2E", vira="JO")
    assert hand.status == "in_progress"

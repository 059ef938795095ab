"""Section 3: covered cards."""

import pytest

from tests.rulebook.table import judge, moves

CARDS = "3P 2C 4E / QC 5E 4C"


def test_cards_may_be_covered_in_the_second_and_third_trick() -> None:
    assert judge("paulista", CARDS, vira="JO").legal == {0: moves("3P 2C 4E raise concede")}
    assert judge("paulista", CARDS, "0:~3P", vira="JO").error == (0, "covered_not_allowed")
    hand = judge("paulista", CARDS, "0:3P 1:QC", vira="JO")
    assert hand.legal == {0: moves("2C 4E ~2C ~4E raise concede")}
    hand = judge("paulista", CARDS, "0:3P 1:QC 0:4E 1:5E", vira="JO")
    assert hand.legal == {1: moves("4C ~4C raise concede")}


def test_or_never() -> None:
    hand = judge("paulista", CARDS, "0:3P 1:QC", vira="JO", covered="never")
    assert hand.legal == {0: moves("2C 4E raise concede")}
    hand = judge("paulista", CARDS, "0:3P 1:QC 0:~2C", vira="JO", covered="never")
    assert hand.error == (2, "covered_not_allowed")


def test_or_always() -> None:
    hand = judge("paulista", CARDS, vira="JO", covered="always")
    assert hand.legal == {0: moves("3P 2C 4E ~3P ~2C ~4E raise concede")}


def test_the_leader_may_be_barred_from_covering() -> None:
    assert judge("inteligente", CARDS, vira="JO").legal == {0: moves("3P 2C 4E raise concede")}
    assert judge("inteligente", CARDS, "0:~3P", vira="JO").error == (0, "covered_not_allowed")
    hand = judge("inteligente", CARDS, "0:3P", vira="JO")
    assert hand.legal == {1: moves("QC 5E 4C ~QC ~5E ~4C raise concede")}
    hand = judge("inteligente", CARDS, "0:3P 1:~QC", vira="JO")
    assert hand.legal == {0: moves("2C 4E raise concede")}
    hand = judge("paulista", CARDS, "0:3P 1:QC", vira="JO", covered_lead=False)
    assert hand.legal == {0: moves("2C 4E raise concede")}
    hand = judge("paulista", CARDS, "0:3P 1:QC 0:4E", vira="JO", covered_lead=False)
    assert hand.legal == {1: moves("5E 4C ~5E ~4C raise concede")}


@pytest.mark.parametrize("variant", ["gauderio", "argentino", "uruguaio"])
def test_in_the_games_of_points_no_card_is_covered_unless_it_is_set(variant: str) -> None:
    vira = "10O" if variant == "uruguaio" else None
    cards, plays = "3B 2C 4E / 12C 5E 4C", "0:3B 1:12C"
    assert judge(variant, cards, plays, vira=vira).legal == {0: moves("2C 4E raise concede")}
    hand = judge(variant, cards, plays, vira=vira, covered="after_first")
    assert hand.legal == {0: moves("2C 4E ~2C ~4E raise concede")}


def test_a_covered_card_loses_to_every_open_card() -> None:
    hand = judge("paulista", "3P KP 4E / QC 4C 5E", "0:3P 1:QC 0:~KP 1:4C", vira="JO")
    assert hand.tricks == [0, 1]
    assert hand.whole["tricks"][1]["plays"][0] == {"seat": 0, "card": "KP", "covered": True}


def test_all_covered_is_a_tie() -> None:
    hand = judge("paulista", "3P KP 4E / QC 4C 5E", "0:3P 1:QC 0:~KP 1:~4C", vira="JO")
    assert (hand.winner, hand.tricks) == (0, [0, None])


def test_four_covered_cards_are_a_tie_even_between_partners() -> None:
    cards = "3P 2C 4E / QC 2E 4C / 3O 5C 5E / QE 6C 6E"
    hand = judge("paulista", cards, "0:~3P 1:~QC 2:~3O 3:~QE", vira="JO", covered="always")
    assert (hand.tricks, hand.to_act) == ([None], [0])


def test_only_the_open_cards_of_a_trick_compete() -> None:
    cards = "3P 2C 4E / QC 2E 4C / 3O 5C 5E / QE 6C 6E"
    hand = judge("paulista", cards, "0:~3P 1:QC 2:~3O 3:QE", vira="JO", covered="always")
    assert (hand.tricks, hand.to_act) == ([1], [1])


def test_never_covered_once_the_first_trick_was_tied() -> None:
    cards = "3P 2C 4E / 3C 2E 4C"
    hand = judge("paulista", cards, "0:3P 1:3C", vira="JO")
    assert hand.legal == {0: moves("2C 4E raise concede")}
    hand = judge("paulista", cards, "0:3P 1:3C 0:2C 1:2E", vira="JO", covered="always")
    assert hand.legal == {0: moves("4E raise concede")}
    hand = judge("paulista", cards, "0:3P 1:3C 0:~2C", vira="JO", covered="always")
    assert hand.error == (2, "covered_not_allowed")
    hand = judge("paulista", cards, "0:~3P 1:~3C", vira="JO", covered="always")
    assert hand.legal == {0: moves("2C 4E raise concede")}


def test_a_covered_card_must_still_be_ones_own() -> None:
    assert judge("paulista", CARDS, "0:3P 1:QC 0:~5E", vira="JO").error == (2, "card_not_in_hand")

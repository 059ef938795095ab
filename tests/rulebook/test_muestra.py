"""Section 6: the muestra, its pieces, and what they do to envido and flor."""

import pytest

from games.rules.options import rules_for
from tests.rulebook.order import order_of
from tests.rulebook.table import judge
from tests.rulebook.test_variants_order import written


@pytest.mark.parametrize(
    ("muestra", "order"),
    [
        (
            "7E",
            """2E, 4E, 5E, 11E, 10E, 1E, 1B, 7O
            3B 3C 3E 3O, 2B 2C 2O, 1C 1O, 12B 12C 12E 12O, 11B 11C 11O, 10B 10C 10O, 7C 7B
            6B 6C 6E 6O, 5B 5C 5O, 4B 4C 4O""",
        ),
        (
            "5C",
            """2C, 4C, 12C, 11C, 10C, 1E, 1B, 7E, 7O
            3B 3C 3E 3O, 2B 2E 2O, 1C 1O, 12B 12E 12O, 11B 11E 11O, 10B 10E 10O, 7C 7B
            6B 6C 6E 6O, 5B 5E 5O, 4B 4E 4O""",
        ),
        (
            "2B",
            """12B, 4B, 5B, 11B, 10B, 1E, 1B, 7E, 7O
            3B 3C 3E 3O, 2C 2E 2O, 1C 1O, 12C 12E 12O, 11C 11E 11O, 10C 10E 10O, 7C 7B
            6B 6C 6E 6O, 5C 5E 5O, 4C 4E 4O""",
        ),
        (
            "10O",
            """2O, 4O, 5O, 11O, 12O, 1E, 1B, 7E, 7O
            3B 3C 3E 3O, 2B 2C 2E, 1C 1O, 12B 12C 12E, 11B 11C 11E, 10B 10C 10E, 7C 7B
            6B 6C 6E 6O, 5B 5C 5E, 4B 4C 4E""",
        ),
        (
            "12O",
            """2O, 4O, 5O, 11O, 10O, 1E, 1B, 7E, 7O
            3B 3C 3E 3O, 2B 2C 2E, 1C 1O, 12B 12C 12E, 11B 11C 11E, 10B 10C 10E, 7C 7B
            6B 6C 6E 6O, 5B 5C 5E, 4B 4C 4E""",
        ),
    ],
)
def test_the_pieces_stand_above_all_and_the_12_takes_the_place_of_a_turned_one(
    muestra: str, order: str
) -> None:
    assert order_of("uruguaio", 2, muestra) == written(order)


def test_the_low_aces_may_leave_the_pack() -> None:
    pack = rules_for("uruguaio", 2, {"no_low_aces": True}).pack
    assert len(pack) == 38
    assert not {"1C", "1O"} & set(pack)
    assert len(rules_for("uruguaio", 2).pack) == 40


def envido(cards: str, muestra: str) -> int | None:
    hand = judge("uruguaio", f"{cards} / 12C 11C 10C", "0:envido 1:accept", vira=muestra, flor=False)
    return hand.spoken[0]["0"]


@pytest.mark.parametrize(
    ("cards", "worth"),
    [
        ("2E 7B 5O", 37),
        ("2E 6O 3B", 36),
        ("4E 7O 12B", 36),
        ("4E 6O 1B", 35),
        ("5E 7B 12O", 35),
        ("11E 7O 6O", 34),
        ("10E 12B 11O", 27),
        ("2E 7E 5B", 37),
        ("10E 3E 1E", 30),
    ],
)
def test_one_piece_counts_its_points_and_the_highest_other_card(cards: str, worth: int) -> None:
    assert envido(cards, "12E") == worth


@pytest.mark.parametrize(
    ("cards", "worth"), [("2E 5E 1C", 35), ("4E 11E 3B", 32), ("11E 10E 1B", 28), ("2E 4E 5E", 35)]
)
def test_a_second_piece_counts_its_number_where_no_flor_is_sung(cards: str, worth: int) -> None:
    assert envido(cards, "12E") == worth


@pytest.mark.parametrize(
    ("cards", "worth"), [("7E 6E 1B", 33), ("3E 1E 7B", 24), ("12B 6B 2C", 26), ("7C 6O 5B", 7)]
)
def test_without_a_piece_points_count_as_ever_the_muestras_suit_included(cards: str, worth: int) -> None:
    assert (
        judge("uruguaio", f"{cards} / 11B 10O 12C", "0:envido 1:accept", vira="11E").spoken[0]["0"] == worth
    )


@pytest.mark.parametrize(("turned", "worth"), [("2E", 37), ("4E", 36), ("5E", 35), ("11E", 34), ("10E", 34)])
def test_the_12_has_the_points_of_the_piece_it_stands_in_for(turned: str, worth: int) -> None:
    assert envido("12E 7O 1B", turned) == worth


def test_a_turned_7_leaves_the_12_what_it_is() -> None:
    assert envido("12E 7O 1B", "6E") == 7


def flor(cards: str, muestra: str) -> int | None:
    """What the flor of the mão is worth against a lower one that beats nothing."""
    other = {"C": "12C 11C 10C", "B": "12B 11B 10B"}["B" if muestra[-1] == "C" else "C"]
    hand = judge("uruguaio", f"{cards} / {other}", "0:flor 1:contraflor 0:accept", vira=muestra)
    return hand.spoken[0]["0"]


@pytest.mark.parametrize(
    ("cards", "worth"),
    [
        ("5E 11E 10E", 42),
        ("2E 4E 5E", 47),
        ("2E 4E 11E", 46),
        ("2E 5E 3O", 41),
        ("11E 10E 7B", 41),
        ("4E 12B 1B", 30),
        ("2E 7E 6E", 43),
        ("10E 6O 7O", 40),
        ("7E 6E 1E", 34),
        ("7O 6O 5O", 38),
        ("3O 12O 1O", 24),
    ],
)
def test_what_a_flor_is_worth(cards: str, worth: int) -> None:
    assert flor(cards, "12E") == worth


def test_the_stand_in_counts_in_a_flor() -> None:
    assert flor("2E 12E 4E", "5E") == 47
    assert flor("12E 7B 6B", "2E") == 43


@pytest.mark.parametrize(
    ("cards", "is_flor"),
    [
        ("2E 4E 5E", True),
        ("7O 6O 5O", True),
        ("3E 6E 7E", True),
        ("2E 4E 5B", True),
        ("2E 7B 6B", True),
        ("2E 7E 6E", True),
        ("2E 7E 5B", False),
        ("2E 5B 4O", False),
        ("7E 6E 5B", False),
        ("12E 6E 7B", False),
    ],
)
def test_these_are_a_flor_and_these_are_not(cards: str, is_flor: bool) -> None:
    legal = judge("uruguaio", f"{cards} / 12C 11C 10C", vira="1E").legal
    assert ("flor" in legal[0]) is is_flor


def test_seeds_of_the_rule_a_seven_of_the_muestras_suit_is_no_piece() -> None:
    assert "flor" not in judge("uruguaio", "2E 7E 5B / 12C 11C 10O", vira="12E").legal[0]
    assert envido("2E 7E 5B", "12E") == 37


def test_the_muestra_is_out_of_play() -> None:
    hand = judge("uruguaio", "3B 2C 4E / 12C 5E 4C", vira="7O")
    assert hand.status == "in_progress"
    hand = judge("uruguaio", "4O 2C 4E / 1E 5E 4C", "0:4O 1:1E", vira="7O")
    assert hand.tricks == [0]

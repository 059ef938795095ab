"""Section 5, `declaration: manual`: players speak their own points, and may err."""

from typing import Any

import pytest

from tests.rulebook.table import Judged, judge, moves

CARDS = "7E 6E 1B / 7O 5O 3C"
OPEN = "0:envido 1:accept"


def two(actions: str, **rest: Any) -> Judged:
    return judge("argentino", CARDS, actions, declaration="manual", **rest)


def numbers(low: int, high: int = 33) -> set[str]:
    return {f"={number}" for number in range(low, high + 1)}


def test_the_mao_declares_a_number_first() -> None:
    assert two(OPEN).legal == {0: numbers(0)}
    assert judge("argentino", CARDS, "1:envido 0:accept", declaration="manual", dealer=0).to_act == [1]


def test_then_the_next_beats_it_or_says_e_bom() -> None:
    assert two(f"{OPEN} 0:=30").legal == {1: numbers(31) | {"good"}}
    assert two(f"{OPEN} 0:=33").legal == {1: {"good"}}
    assert two(f"{OPEN} 0:good").status == "illegal"
    assert two(f"{OPEN} 0:=30 1:=30").status == "illegal"
    assert two(f"{OPEN} 0:=34").status == "illegal"


def test_with_a_muestra_thirty_seven_may_be_said() -> None:
    hand = judge("uruguaio", "7E 6E 1B / 7O 5O 3C", OPEN, vira="12C", declaration="manual")
    assert hand.legal == {0: numbers(0, 37)}


def test_everyone_speaks_in_play_order_before_anything_else() -> None:
    cards = "7E 6E 1B / 7O 5O 3C / 2E 2C 2O / 4E 4C 4O"
    opened = "1:envido 0:accept"
    hand = judge("argentino", cards, f"{opened} 1:=32 2:good", declaration="manual", dealer=0)
    assert hand.legal == {3: numbers(33) | {"good"}}
    hand = judge("argentino", cards, f"{opened} 1:=32 2:good 3:good 0:=33", declaration="manual", dealer=0)
    assert hand.to_act == [1]
    assert judge("argentino", cards, f"{opened} 1:7O", declaration="manual", dealer=0).error == (
        2,
        "answer_first",
    )


def test_nothing_is_declared_unasked() -> None:
    assert two("0:=33").error == (0, "nothing_to_answer")
    assert judge("argentino", CARDS, f"{OPEN} 0:=33").error == (2, "nothing_to_answer")


def test_the_points_are_paid_when_the_hand_ends_and_the_claim_was_true() -> None:
    hand = two(f"{OPEN} 0:=33 1:good")
    assert (hand.points, hand.awards) == ([0, 0], [])
    hand = two(f"{OPEN} 0:=33 1:good 0:concede")
    assert (hand.points, hand.awards) == ([2, 1], [(0, 2, "envido")])
    assert hand.spoken == [{"0": 33, "1": None}]


@pytest.mark.parametrize("claim", [32, 31, 20, 0])
def test_a_winning_claim_too_low_gives_the_points_to_the_other_team(claim: int) -> None:
    hand = two(f"{OPEN} 0:={claim} 1:good 0:concede")
    assert (hand.points, hand.awards) == ([0, 3], [(1, 2, "envido")])


def test_a_winning_claim_too_high_gives_the_points_to_the_other_team() -> None:
    hand = two(f"{OPEN} 0:=30 1:=33 0:concede")
    assert hand.awards == [(0, 2, "envido")]


def test_only_the_winning_claim_is_checked() -> None:
    """The mão holds 33 but says 30; the other's true 32 wins."""
    hand = two(f"{OPEN} 0:=30 1:=32 0:concede")
    assert hand.awards == [(1, 2, "envido")]


def test_e_bom_gives_up_points_one_had() -> None:
    hand = judge("argentino", "7O 5O 3C / 7E 6E 1B", f"{OPEN} 0:=32 1:good 0:concede", declaration="manual")
    assert hand.awards == [(0, 2, "envido")]


def test_the_envido_is_settled_before_the_hand_and_may_end_the_game() -> None:
    hand = two(f"{OPEN} 0:=33 1:good 0:concede", score=(28, 29))
    assert (hand.over, hand.winner, hand.score, hand.reason) == (True, 0, [30, 29], "target_reached")


def test_a_refused_envido_needs_no_words() -> None:
    assert two("0:envido 1:refuse").points == [1, 0]


def test_afterwards_an_open_truco_is_answered() -> None:
    hand = two("0:raise 1:envido 0:accept 0:=33 1:good")
    assert hand.legal == {1: moves("accept refuse raise")}


def test_no_flor_may_be_sung_over_spoken_points() -> None:
    hand = judge("gauderio", "7E 6E 1B / 7O 5O 3O", f"{OPEN} 0:=33 1:flor", declaration="manual")
    assert hand.status == "illegal"

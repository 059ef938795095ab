"""Section 5: the envido."""

from typing import Any

import pytest

from tests.rulebook.table import Judged, judge, moves

CARDS = "7E 6E 1B / 7O 5O 3C"
"""33 against 32."""
CALLS = "envido real_envido falta_envido"


def two(actions: str = "", **rest: Any) -> Judged:
    return judge("argentino", CARDS, actions, **rest)


def points(cards: str) -> int | None:
    """What a hand is worth, said by the mão."""
    hand = judge("argentino", f"{cards} / 11C 10O 12E", "0:envido 1:accept")
    return hand.spoken[0]["0"]


@pytest.mark.parametrize(
    ("cards", "worth"),
    [
        ("7E 6E 1B", 33),
        ("1C 7C 6B", 28),
        ("1B 3E 4O", 4),
        ("12B 11B 4O", 20),
        ("12B 7B 4O", 27),
        ("10B 11E 12O", 0),
        ("7E 6E 5E", 33),
        ("2E 3E 1E", 25),
        ("5C 12C 7B", 25),
        ("1O 2O 7C", 23),
        ("12C 10B 2O", 2),
    ],
)
def test_two_of_a_suit_count_twenty_and_their_two_highest_else_the_highest_card(
    cards: str, worth: int
) -> None:
    assert points(cards) == worth


def test_the_higher_points_win_two_at_once() -> None:
    hand = two("0:envido 1:accept")
    assert (hand.status, hand.points, hand.awards) == ("in_progress", [2, 0], [(0, 2, "envido")])
    assert hand.legal == {0: moves("7E 6E 1B raise concede")}
    hand = judge("argentino", "7O 5O 3C / 7E 6E 1B", "0:envido 1:accept")
    assert hand.points == [0, 2]


CHAINS = [
    ("E", 2, 1),
    ("R", 3, 1),
    ("F", 20, 1),
    ("EE", 4, 2),
    ("ER", 5, 2),
    ("EF", 20, 2),
    ("RF", 20, 3),
    ("EER", 7, 4),
    ("EEF", 20, 4),
    ("ERF", 20, 5),
    ("EERF", 20, 7),
]
NAMES = {"E": "envido", "R": "real_envido", "F": "falta_envido"}


def chain(letters: str) -> str:
    return " ".join(f"{place % 2}:{NAMES[letter]}" for place, letter in enumerate(letters))


@pytest.mark.parametrize(("letters", "accepted", "refused"), CHAINS)
def test_a_chain_of_calls_pays_what_the_table_says(letters: str, accepted: int, refused: int) -> None:
    """At 10 to 3 the leading team lacks 20 to 30."""
    answerer, caller = len(letters) % 2, (len(letters) - 1) % 2
    hand = two(f"{chain(letters)} {answerer}:accept", score=(10, 3))
    assert (hand.points, hand.score) == ([accepted, 0], [10 + accepted, 3])
    hand = two(f"{chain(letters)} {answerer}:refuse", score=(10, 3))
    assert (hand.points[caller], hand.points[1 - caller]) == (refused, 0)
    assert (hand.awards, hand.spoken) == ([(caller, refused, "envido")], [{}])


@pytest.mark.parametrize(
    ("letters", "answers"),
    [
        ("E", "envido real_envido falta_envido"),
        ("EE", "real_envido falta_envido"),
        ("R", "falta_envido"),
        ("ER", "falta_envido"),
        ("EER", "falta_envido"),
        ("F", ""),
        ("EF", ""),
        ("RF", ""),
        ("EERF", ""),
    ],
)
def test_a_call_may_be_raised_by_the_other_team_in_its_answer(letters: str, answers: str) -> None:
    legal = two(chain(letters)).legal
    assert legal == {len(letters) % 2: moves("accept refuse") | moves(answers)}


def test_any_player_of_the_other_team_answers_even_one_who_has_played() -> None:
    cards = "7E 6E 1B / 7O 5O 3C / 2E 2C 2O / 4E 4C 4O"
    hand = judge("argentino", cards, "0:1B 1:envido")
    answers = moves(f"accept refuse {CALLS}")
    assert hand.legal == {0: answers, 2: answers}
    assert judge("argentino", cards, "0:1B 1:envido 0:real_envido").to_act == [1, 3]
    assert judge("argentino", cards, "0:1B 1:envido 3:accept").error == (2, "not_your_turn")


def test_the_falta_is_what_the_leading_team_lacks_and_is_paid_alone() -> None:
    assert two("0:falta_envido 1:accept", score=(10, 22)).points == [8, 0]
    assert two("0:envido 1:falta_envido 0:accept", score=(22, 10)).points == [8, 0]
    assert two("0:falta_envido 1:accept").points == [30, 0]
    hand = judge("gauderio", CARDS, "0:falta_envido 1:accept", score=(3, 11))
    assert (hand.points, hand.over) == ([7, 0], False)


def test_the_falta_of_the_leader_ends_the_game() -> None:
    hand = two("0:falta_envido 1:accept", score=(22, 10))
    assert (hand.status, hand.over, hand.score) == ("finished", True, [30, 10])
    assert (hand.winner, hand.reason, hand.points) == (0, "target_reached", [8, 0])


def test_points_are_paid_at_once_and_can_end_the_game() -> None:
    hand = two("0:envido 1:accept", score=(28, 5))
    assert (hand.over, hand.reason, hand.score, hand.legal) == (True, "target_reached", [30, 5], {})
    hand = two("0:envido 1:refuse", score=(29, 5))
    assert (hand.over, hand.reason) == (True, "target_reached")
    hand = two("0:envido 1:envido 0:accept", score=(28, 5))
    assert (hand.points, hand.score) == ([4, 0], [30, 5])
    assert two("0:envido 1:accept", score=(27, 5)).over is False


def test_equal_points_go_to_the_player_nearest_the_mao() -> None:
    equal = "7E 5E 1B / 7O 5O 3C"
    assert judge("argentino", equal, "0:envido 1:accept").points == [2, 0]
    assert judge("argentino", equal, "1:envido 0:accept", dealer=0).points == [0, 2]
    cards = "2E 3E 1B / 7O 5O 3C / 7E 5E 1C / 4C 10C 1O"
    assert judge("argentino", cards, "0:envido 1:accept").points == [0, 2]
    assert judge("argentino", cards, "2:envido 1:accept", dealer=1).points == [2, 0]


def test_the_mao_speaks_first_and_who_cannot_beat_the_best_so_far_says_e_bom() -> None:
    hand = two("0:envido 1:accept")
    assert hand.spoken == [{"0": 33, "1": None}]
    cards = "2E 3E 1B / 7O 5O 3C / 7E 5E 1C / 7C 6C 1O"
    hand = judge("argentino", cards, "0:envido 1:accept")
    assert hand.spoken == [{"0": 25, "1": 32, "2": None, "3": 33}]
    hand = judge("argentino", cards, "3:envido 0:accept", dealer=2)
    assert hand.spoken == [{"3": 33, "0": None, "1": None, "2": None}]


def test_it_is_called_on_ones_own_turn_before_ones_first_card() -> None:
    assert two().legal == {0: moves(f"7E 6E 1B raise concede {CALLS}")}
    assert two("1:envido").error == (0, "not_your_turn")
    assert two("0:7E").legal == {1: moves(f"7O 5O 3C raise concede {CALLS}")}
    assert two("0:1B 1:envido 0:accept").points == [2, 0]


def test_only_in_the_first_trick() -> None:
    assert two("0:6E 1:3C 1:envido").error == (2, "envido_not_allowed")
    assert two("0:7E 1:5O").legal == {0: moves("6E 1B raise concede")}


def test_once_a_hand() -> None:
    assert two("0:envido 1:refuse 0:envido").error == (2, "envido_not_allowed")
    assert two("0:envido 1:accept 0:6E 1:real_envido").error == (3, "envido_not_allowed")


def test_not_once_a_truco_was_accepted() -> None:
    assert two("0:raise 1:accept 0:envido").error == (2, "envido_not_allowed")
    assert two("0:raise 1:accept 0:6E").legal == {1: moves("7O 5O 3C raise concede")}


def test_the_envido_comes_first_in_answer_to_a_truco_which_is_answered_afterwards() -> None:
    assert two("0:raise").legal == {1: moves(f"accept refuse raise {CALLS}")}
    hand = two("0:raise 1:envido")
    assert hand.legal == {0: moves(f"accept refuse {CALLS}")}
    hand = two("0:raise 1:envido 0:accept")
    assert (hand.points, hand.legal) == ([2, 0], {1: moves("accept refuse raise")})
    hand = two("0:raise 1:envido 0:accept 1:accept")
    assert (hand.stake, hand.legal) == (2, {0: moves("7E 6E 1B concede")})
    hand = two("0:raise 1:envido 0:refuse 1:refuse")
    assert (hand.points, hand.winner, hand.reason) == ([1, 1], 0, "refused")
    hand = two("0:raise 1:envido 0:accept 1:raise 0:refuse")
    assert (hand.points, hand.winner) == ([2, 2], 1)


def test_only_in_answer_to_the_first_rung() -> None:
    hand = two("0:raise 1:raise")
    assert hand.legal == {0: moves("accept refuse raise")}
    assert two("0:raise 1:raise 0:envido").error == (2, "envido_not_allowed")


def test_only_who_has_not_played_answers_a_truco_with_envido() -> None:
    cards = "7E 6E 1B / 7O 5O 3C / 2E 2C 2O / 4E 4C 4O"
    hand = judge("argentino", cards, "0:1B 1:3C 2:raise")
    assert hand.legal == {1: moves("accept refuse raise"), 3: moves(f"accept refuse raise {CALLS}")}
    hand = judge("argentino", cards, "0:1B 1:3C 2:raise 3:envido 0:refuse 1:accept")
    assert (hand.points, hand.to_act) == ([0, 1], [2])


def test_the_caller_of_the_truco_may_not_put_an_envido_before_it() -> None:
    assert two("0:raise 0:envido").status == "illegal"
    cards = "7E 6E 1B / 7O 5O 3C / 2E 2C 2O / 4E 4C 4O"
    assert judge("argentino", cards, "0:raise 2:envido").error == (1, "envido_not_allowed")


def test_nothing_else_is_done_while_an_envido_is_open() -> None:
    assert two("0:envido 0:7E").error == (1, "answer_first")
    assert two("0:envido 1:3C").error == (1, "answer_first")
    assert two("0:envido 1:raise").error == (1, "answer_first")
    assert two("0:envido 0:accept").error == (1, "not_your_turn")


def test_the_hand_is_paid_apart_from_the_envido() -> None:
    hand = two("0:envido 1:accept 0:7E 1:3C 0:1B 1:5O")
    assert (hand.points, hand.winner, hand.reason) == ([3, 0], 0, "tricks")
    assert hand.awards == [(0, 2, "envido")]


def test_a_hand_ladder_of_truco_retruco_and_vale_quatro() -> None:
    assert two("0:raise 1:raise 0:raise").legal == {1: moves("accept refuse")}
    assert two("0:raise 1:raise 0:raise 1:accept").stake == 4
    assert two("0:raise 1:raise 0:raise 1:refuse").points == [3, 0]


def test_three_ties_go_to_the_mao() -> None:
    plays = "0:3B 1:3C 0:2B 1:2C 0:6B 1:6C"
    hand = judge("gauderio", "3B 2B 6E / 3C 2C 6O", plays.replace("6B", "6E").replace("6C", "6O"))
    assert (hand.winner, hand.points, hand.reason) == (0, [1, 0], "all_tied")


@pytest.mark.parametrize("variant", ["paulista", "mineiro", "goiano", "cearense", "italiano"])
def test_other_variants_know_no_envido(variant: str) -> None:
    vira = "JO" if variant in ("paulista", "cearense") else None
    hand = judge(variant, "3P 2C 4E / QC 5E 4C", "0:envido", vira=vira)
    assert hand.error == (0, "envido_not_allowed")

"""Section 3: both teams at match point."""

import pytest

from tests.rulebook.table import judge, moves

TWO = "3P 2C 4E / QC 5E 4C"
BOTH = (11, 11)


def test_nobody_decides_and_the_hand_is_worth_the_same() -> None:
    hand = judge("paulista", TWO, vira="JO", score=BOTH)
    assert (hand.stake, hand.legal) == (3, {0: moves("3P 2C 4E concede")})


def test_its_winner_wins_the_game() -> None:
    hand = judge("paulista", TWO, "0:3P 1:QC 0:2C 1:5E", vira="JO", score=BOTH)
    assert (hand.points, hand.score, hand.over) == ([3, 0], [12, 11], True)


def test_its_winner_wins_the_game_however_far_the_target_is() -> None:
    point = {"at": 6, "stake": 2, "run_cost": 1}
    hand = judge("paulista", TWO, "0:3P 1:QC 0:2C 1:5E", vira="JO", score=(7, 6), match_point=point)
    assert (hand.score, hand.over) == ([12, 6], True)


def test_all_tied_nobody_wins_and_it_is_dealt_again() -> None:
    plays = "0:3P 1:3C 0:2C 1:2E 0:4E 1:4C"
    hand = judge("paulista", "3P 2C 4E / 3C 2E 4C", plays, vira="JO", score=BOTH)
    assert (hand.winner, hand.score, hand.over) == (None, [11, 11], False)


def test_giving_it_up_loses_the_game() -> None:
    assert judge("paulista", TWO, "0:concede", vira="JO", score=BOTH).over is True


def test_nobody_may_raise_in_it() -> None:
    assert judge("paulista", TWO, "0:raise", vira="JO", score=BOTH).error == (0, "raise_not_allowed")
    hand = judge("goiano", TWO, "0:raise", score=BOTH)
    assert (hand.winner, hand.over, hand.reason) == (1, True, "raised_at_match_point")


@pytest.mark.parametrize("variant", ["inteligente", "cearense", "goiano", "italiano"])
def test_it_may_be_played_in_the_dark_by_place(variant: str) -> None:
    vira = "JO" if variant in ("inteligente", "cearense") else None
    hand = judge(variant, TWO, vira=vira, score=BOTH)
    assert hand.legal[0] - {"raise"} == moves("#0 #1 #2 concede")
    hand = judge(variant, TWO, "0:#0 1:#2 0:#1", vira=vira, score=BOTH)
    assert hand.legal[1] - {"raise"} == moves("#0 #1 concede")
    hand = judge(variant, TWO, "0:#0 1:#2 0:#1 1:#1", vira=vira, score=BOTH)
    assert (hand.winner, hand.over, hand.score) == (0, True, [12, 11])
    assert [play["card"] for play in hand.whole["tricks"][0]["plays"]] == ["3P", "4C"]


@pytest.mark.parametrize("variant", ["paulista", "catarinense", "mineiro"])
def test_or_with_open_eyes(variant: str) -> None:
    cards = "3C 2C 4E / 1C 5E 4C" if variant == "catarinense" else "3C 2C 4E / QC 5E 4C"
    vira = {"paulista": "JO", "catarinense": "10O"}.get(variant)
    hand = judge(variant, cards, vira=vira, score=(11, 11))
    assert hand.legal == {0: moves("3C 2C 4E concede")}
    assert judge(variant, cards, "0:#0", vira=vira, score=BOTH).error == (0, "play_by_place")


def test_mineiro_may_play_it_either_way() -> None:
    hand = judge("mineiro", TWO, score=(10, 10), iron_hand="blind")
    assert (hand.stake, hand.legal) == (4, {0: moves("#0 #1 #2 concede")})


def test_a_card_of_a_blind_hand_has_no_name_and_is_played_once() -> None:
    assert judge("goiano", TWO, "0:3P", score=BOTH).error == (0, "play_by_place")
    assert judge("goiano", TWO, "0:#0 1:#0 0:#0", score=BOTH).error == (2, "card_not_in_hand")
    assert judge("goiano", TWO, "0:#3", score=BOTH).error == (0, "card_not_in_hand")


def test_no_card_is_covered_in_a_blind_hand() -> None:
    """Nobody could cover what nobody knows; the covered card would be seen by none."""
    hand = judge("inteligente", TWO, "0:#0", vira="JO", score=BOTH)
    assert hand.legal == {1: moves("#0 #1 #2 concede")}


def test_a_hand_that_one_team_plays_at_match_point_is_never_blind() -> None:
    hand = judge("goiano", TWO, "0:accept", score=(11, 10))
    assert hand.legal == {0: moves("3P 2C 4E raise concede")}

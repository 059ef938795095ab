"""Section 3: two tricks win the hand; what ties do."""

import pytest

from tests.rulebook.table import judge, moves

# Under the vira JO the manilhas are the kings; 3 over 2 over A over Q over 7 6 5 4.


def test_two_tricks_win_the_hand_and_it_stops_at_once() -> None:
    hand = judge("paulista", "3P 2C 4E / QC 5E 4C", "0:3P 1:QC 0:2C 1:5E", vira="JO")
    assert (hand.status, hand.winner, hand.points, hand.reason) == ("finished", 0, [1, 0], "tricks")
    assert (hand.tricks, hand.legal) == ([0, 0], {})
    hand = judge("paulista", "3P 2C 4E / QC 5E 4C", "0:3P 1:QC 0:2C 1:5E 0:4E", vira="JO")
    assert hand.error == (4, "hand_over")


def test_one_trick_each_leaves_the_third_to_decide() -> None:
    cards = "3P 4E 2C / QC 5E 4C"
    hand = judge("paulista", cards, "0:3P 1:QC 0:4E 1:5E", vira="JO")
    assert (hand.status, hand.tricks, hand.to_act) == ("in_progress", [0, 1], [1])
    hand = judge("paulista", cards, "0:3P 1:QC 0:4E 1:5E 1:4C 0:2C", vira="JO")
    assert (hand.winner, hand.tricks, hand.points) == (0, [0, 1, 0], [1, 0])


@pytest.mark.parametrize("variant", ["paulista", "goiano", "mineiro", "gauderio"])
def test_first_tied_who_takes_the_second(variant: str) -> None:
    cards, first = {
        "gauderio": ("3B 2C 4E / 3C 1O 6O", "0:3B 1:3C 0:2C 1:1O"),
    }.get(variant, ("3P 2C 4E / 3C QE 6O", "0:3P 1:3C 0:2C 1:QE"))
    hand = judge(variant, cards, first, vira="JO" if variant == "paulista" else None)
    assert (hand.winner, hand.tricks, hand.reason) == (0, [None, 0], "tricks")


def test_first_tied_and_the_second_taken_by_the_other_team() -> None:
    hand = judge("paulista", "3P 6C 4E / 3C QE 6O", "0:3P 1:3C 0:6C 1:QE", vira="JO")
    assert (hand.winner, hand.tricks) == (1, [None, 1])


def test_second_tied_who_took_the_first() -> None:
    hand = judge("paulista", "3P 6C 4E / QC 6O 2O", "0:3P 1:QC 0:6C 1:6O", vira="JO")
    assert (hand.winner, hand.tricks, hand.points) == (0, [0, None], [1, 0])
    hand = judge("paulista", "4P 6C 4E / QC 6O 2O", "0:4P 1:QC 1:6O 0:6C", vira="JO")
    assert (hand.winner, hand.tricks) == (1, [1, None])


def test_third_tied_who_took_the_first() -> None:
    hand = judge("paulista", "3P 4C 6E / QC 5O 6O", "0:3P 1:QC 0:4C 1:5O 1:6O 0:6E", vira="JO")
    assert (hand.winner, hand.tricks, hand.reason) == (0, [0, 1, None], "tricks")
    hand = judge("paulista", "4P 7C 6E / QC 5O 6O", "0:4P 1:QC 1:5O 0:7C 0:6E 1:6O", vira="JO")
    assert (hand.winner, hand.tricks) == (1, [1, 0, None])


def test_first_and_second_tied_who_takes_the_third() -> None:
    hand = judge("paulista", "3P 2C 4E / 3C 2E 5O", "0:3P 1:3C 0:2C 1:2E", vira="JO")
    assert (hand.status, hand.tricks, hand.to_act) == ("in_progress", [None, None], [0])
    hand = judge("paulista", "3P 2C 4E / 3C 2E 5O", "0:3P 1:3C 0:2C 1:2E 0:4E 1:5O", vira="JO")
    assert (hand.winner, hand.tricks) == (1, [None, None, 1])


ALL_TIED = "0:3P 1:3C 0:2C 1:2E 0:4P 1:4O"
TIED_CARDS = "3P 2C 4P / 3C 2E 4O"


def test_all_tied_and_nobody_scores() -> None:
    hand = judge("paulista", TIED_CARDS, ALL_TIED, vira="JO", score=(3, 7))
    assert (hand.status, hand.winner, hand.points, hand.score) == ("finished", None, [0, 0], [3, 7])
    assert (hand.reason, hand.tricks, hand.over) == ("all_tied", [None] * 3, False)


@pytest.mark.parametrize(
    ("mine", "yours", "winner"),
    [("4P", "4C", 0), ("4O", "4C", 1), ("4E", "4O", 0), ("4E", "4C", 1), ("4C", "4P", 1)],
)
def test_or_the_highest_suit_in_the_third_trick_wins(mine: str, yours: str, winner: int) -> None:
    hand = judge(
        "inteligente",
        f"3P 2C {mine} / 3C 2E {yours}",
        f"0:3P 1:3C 0:2C 1:2E 0:{mine} 1:{yours}",
        vira="JO",
        all_tied="by_suit",
    )
    assert (hand.winner, hand.reason, sorted(hand.points)) == (winner, "all_tied", [0, 1])


def test_only_the_cards_tied_for_best_count_their_suit() -> None:
    cards = "3P 2C 6O / 3C 2E 6C / 4P QO 5P / 4C QE 4O"
    plays = "0:3P 1:3C 2:4P 3:4C 0:2C 1:2E 2:QO 3:QE 0:6O 1:6C 2:5P 3:4O"
    assert judge("paulista", cards, plays, vira="JO", all_tied="by_suit").winner == 1


def test_the_highest_suit_may_be_a_partners() -> None:
    cards = "3P 2C 6O / 3C 2E 6C / 4P QO 6P / 4C QE 4O"
    plays = "0:3P 1:3C 2:4P 3:4C 0:2C 1:2E 2:QO 3:QE 0:6O 1:6C 2:6P 3:4O"
    assert judge("paulista", cards, plays, vira="JO", all_tied="by_suit").winner == 0


def test_in_the_spanish_pack_bastos_is_the_highest_suit() -> None:
    plays = "0:3B 1:3C 0:2C 1:2E 0:6C 1:6B"
    hand = judge("catarinense", "3B 2C 6C / 3C 2E 6B", plays, vira="10O", all_tied="by_suit")
    assert hand.winner == 1


@pytest.mark.parametrize("dealer", [0, 1])
def test_or_the_maos_team_wins(dealer: int) -> None:
    plays = ALL_TIED if dealer == 1 else "1:3C 0:3P 1:2E 0:2C 1:4O 0:4P"
    hand = judge("paulista", TIED_CARDS, plays, vira="JO", dealer=dealer, all_tied="mao")
    assert (hand.winner, hand.reason) == (1 - dealer, "all_tied")


def test_the_mao_is_who_played_first_in_the_hand_not_who_leads_the_third_trick() -> None:
    cards = "4P 2C 6O / 3C 7E 6C / 3O 2E 5P / 4C QE 4O"
    plays = "0:4P 1:3C 2:3O 3:4C 1:7E 2:2E 3:QE 0:2C"
    hand = judge("paulista", cards, plays, vira="JO", all_tied="mao", lead_after_tie="first_tied")
    assert hand.tricks == [None, 0]
    cards = "4P 2C 6O / 3C 2O 6C / 3O QE 5P / 4C 7E 4O"
    plays = "0:4P 1:3C 2:3O 3:4C 1:2O 2:QE 3:7E 0:2C 1:6C 2:5P 3:4O 0:6O"
    hand = judge("paulista", cards, plays, vira="JO", all_tied="mao", lead_after_tie="first_tied")
    assert (hand.tricks, hand.winner) == ([None] * 3, 0)


def test_partners_level_at_the_top_win_the_trick_and_who_played_first_of_them_leads() -> None:
    cards = "3P 2C 4E / QC 2E 4C / 3O 5C 5E / QE 6C 6E"
    hand = judge("paulista", cards, "0:3P 1:QC 2:3O 3:QE", vira="JO")
    assert (hand.tricks, hand.to_act) == ([0], [0])
    hand = judge("paulista", cards, "2:3O 3:QE 0:3P 1:QC", vira="JO", dealer=1)
    assert (hand.tricks, hand.to_act) == ([0], [2])
    trick = hand.whole["tricks"][0]
    assert (trick["winner_seat"], trick["tied"]) == (2, False)


def test_best_cards_level_between_the_teams_tie_the_trick() -> None:
    cards = "3P 2C 4E / 3C 2E 4C / 3O 5C 5E / QE 6C 6E"
    hand = judge("paulista", cards, "0:3P 1:3C 2:3O 3:QE", vira="JO")
    assert (hand.tricks, hand.to_act) == ([None], [0])
    assert hand.whole["tricks"][0]["winner_seat"] is None


def test_three_partners_of_six_level_at_the_top_win_the_trick() -> None:
    cards = "3P 4P 4C / QP 5P 5C / 3C 6P 6C / QC 7P 7C / 3E AP AC / QE 2P 2C"
    hand = judge("paulista", cards, "0:3P 1:QP 2:3C 3:QC 4:3E 5:QE", vira="JO")
    assert (hand.tricks, hand.to_act) == ([0], [0])


def test_the_trick_on_the_table_is_neither_won_nor_tied_yet() -> None:
    hand = judge("paulista", "3P 2C 4E / QC 5E 4C", "0:3P 1:QC 0:2C", vira="JO")
    assert hand.whole["tricks"][1] == {
        "leader": 0,
        "plays": [{"seat": 0, "card": "2C", "covered": False}],
        "winner_seat": None,
        "winner_team": None,
        "tied": False,
    }


def test_a_hand_that_ended_early_shows_only_its_full_tricks() -> None:
    hand = judge("paulista", "3P 2C 4E / QC 5E 4C", "0:3P 1:concede", vira="JO")
    assert (hand.whole["tricks"], hand.winner) == ([], 0)


def test_every_card_in_hand_may_be_played() -> None:
    hand = judge("paulista", "3P 2C 4E / QC 5E 4C", vira="JO")
    assert hand.legal == {0: moves("3P 2C 4E raise concede")}

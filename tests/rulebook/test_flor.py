"""Section 5: the flor, sung and answered."""

from typing import Any

import pytest

from games.rules.errors import UnreadableRecord
from tests.rulebook.table import Judged, judge, moves

ALONE = "7E 6E 1E / 7O 5O 3C"
"""Seat 0 has a flor of 34; seat 1 has none."""
BOTH = "7E 6E 1E / 7O 5O 3O"
"""34 against 35."""
ANSWERS = "flor achico contraflor contraflor_resto refuse"
CALLS = "envido real_envido falta_envido"


def both(actions: str, **rest: Any) -> Judged:
    return judge("gauderio", BOTH, actions, **rest)


def test_three_cards_of_one_suit_are_a_flor_and_nothing_else_is() -> None:
    assert judge("gauderio", ALONE).legal == {0: moves(f"7E 6E 1E raise concede flor {CALLS}")}
    assert judge("gauderio", "7E 6E 1B / 7O 5O 3O").legal == {0: moves(f"7E 6E 1B raise concede {CALLS}")}
    assert judge("gauderio", "7E 6E 1B / 7O 5O 3O", "0:flor").error == (0, "flor_not_allowed")


def test_nobody_can_answer_and_it_pays_three_at_once() -> None:
    hand = judge("gauderio", ALONE, "0:flor")
    assert (hand.status, hand.points, hand.awards) == ("in_progress", [3, 0], [(0, 3, "flor")])
    assert hand.legal == {0: moves("7E 6E 1E raise concede")}


def test_it_is_sung_once() -> None:
    assert judge("gauderio", ALONE, "0:flor 0:flor").error == (1, "flor_not_allowed")


def test_before_ones_first_card() -> None:
    assert "flor" in judge("gauderio", "7O 5O 3C / 7E 6E 1E", "0:7O").legal[1]
    assert judge("gauderio", ALONE, "0:7E 1:3C 0:flor").error == (2, "flor_not_allowed")
    assert judge("gauderio", "7O 5O 3C / 7E 6E 1E", "1:flor").error == (0, "not_your_turn")


def test_also_once_a_truco_was_accepted() -> None:
    hand = judge("gauderio", ALONE, "0:raise 1:accept")
    assert hand.legal == {0: moves("7E 6E 1E concede flor")}
    assert judge("gauderio", ALONE, "0:raise 1:accept 0:flor").points == [3, 0]


def test_in_answer_to_an_envido_which_it_cancels() -> None:
    hand = judge("gauderio", "7O 5O 3C / 7E 6E 1E", "0:envido")
    assert hand.legal == {1: moves(f"accept refuse flor {CALLS}")}
    hand = judge("gauderio", "7O 5O 3C / 7E 6E 1E", "0:envido 1:flor")
    assert (hand.points, hand.awards) == ([0, 3], [(1, 3, "flor")])
    assert hand.legal == {0: moves("7O 5O 3C raise concede")}


def test_also_by_a_partner_of_who_would_answer() -> None:
    cards = "7O 5O 3C / 4B 5B 6C / 2B 2C 2O / 7E 6E 1E"
    hand = judge("gauderio", cards, "0:envido")
    answers = moves(f"accept refuse {CALLS}")
    assert hand.legal == {1: answers, 3: answers | {"flor"}}


def test_it_bars_a_later_envido() -> None:
    hand = judge("gauderio", ALONE, "0:flor 0:7E")
    assert hand.legal == {1: moves("7O 5O 3C raise concede")}
    assert judge("gauderio", ALONE, "0:flor 0:envido").error == (1, "envido_not_allowed")


def test_an_envido_already_settled_stands_beside_it() -> None:
    hand = judge("gauderio", "7O 5O 3C / 7E 6E 1E", "0:envido 1:refuse 0:7O 1:flor")
    assert (hand.points, hand.awards) == ([1, 3], [(0, 1, "envido"), (1, 3, "flor")])


def test_in_answer_to_a_first_truco_which_is_answered_afterwards() -> None:
    cards = "7O 5O 3C / 7E 6E 1E"
    hand = judge("gauderio", cards, "0:raise")
    assert hand.legal == {1: moves(f"accept refuse raise flor {CALLS}")}
    hand = judge("gauderio", cards, "0:raise 1:flor")
    assert (hand.points, hand.legal) == ([0, 3], {1: moves("accept refuse raise")})
    hand = judge("gauderio", cards, "0:raise 1:raise 0:raise")
    assert "flor" not in hand.legal[1]


def test_an_envido_before_a_truco_is_cancelled_and_the_truco_stays() -> None:
    hand = judge("gauderio", ALONE, "0:raise 1:envido")
    assert hand.legal == {0: moves(f"accept refuse flor {CALLS}")}
    hand = judge("gauderio", ALONE, "0:raise 1:envido 0:flor")
    assert (hand.points, hand.legal) == ([3, 0], {1: moves("accept refuse raise")})


def test_a_flor_of_the_other_team_must_answer() -> None:
    assert both("0:flor").legal == {1: moves(ANSWERS)}
    assert both("0:flor 1:7O").error == (1, "answer_first")
    assert both("0:flor 0:7E").error == (1, "answer_first")


def test_only_a_holder_who_has_not_played_answers() -> None:
    cards = "2B 5O 3C / 7O 5C 3O / 7E 6E 1E / 4B 5B 6B"
    assert judge("gauderio", cards, "2:flor", dealer=1).legal == {3: moves(ANSWERS)}
    cards = "2B 5O 3C / 7O 6O 3O / 7E 6E 1E / 4B 5C 6B"
    hand = judge("gauderio", cards, "0:2B 1:7O 2:flor")
    assert (hand.points, hand.to_act) == ([3, 0], [2])


def test_two_holders_may_both_answer_and_the_first_answer_counts() -> None:
    cards = "7E 6E 1E / 7O 6O 3O / 2B 5C 3C / 4B 5B 6B"
    assert judge("gauderio", cards, "0:flor").to_act == [1, 3]
    hand = judge("gauderio", cards, "0:flor 3:refuse")
    assert (hand.points, hand.to_act) == ([3, 0], [0])


def test_flor_against_flor_the_higher_takes_three_for_each_when_the_hand_ends() -> None:
    hand = both("0:flor 1:flor")
    assert (hand.points, hand.awards, hand.to_act) == ([0, 0], [], [0])
    hand = both("0:flor 1:flor 0:concede")
    assert (hand.points, hand.awards) == ([0, 7], [(1, 6, "flor")])
    assert hand.spoken == [{"0": 34, "1": 35}]


def test_flores_are_compared_however_the_hand_ends() -> None:
    assert both("0:flor 1:flor 0:raise 1:refuse").points == [1, 6]
    assert both("0:flor 1:flor 0:7E 1:3O 0:6E 1:5O").points == [1, 6]


def test_equal_flores_go_to_the_player_nearest_the_mao() -> None:
    equal = "7E 5E 2E / 7O 4O 3O"
    hand = judge("gauderio", equal, "0:flor 1:flor 0:concede")
    assert (hand.awards, hand.spoken) == ([(0, 6, "flor")], [{"0": 34, "1": None}])
    hand = judge("gauderio", equal, "1:flor 0:flor 1:concede", dealer=0)
    assert hand.awards == [(1, 6, "flor")]


def test_achico_gives_the_first_caller_four() -> None:
    hand = both("0:flor 1:achico")
    assert (hand.points, hand.awards, hand.to_act) == ([4, 0], [(0, 4, "flor")], [0])


def test_not_answering_a_flor_gives_three_at_once() -> None:
    hand = both("0:flor 1:refuse")
    assert (hand.points, hand.awards) == ([3, 0], [(0, 3, "flor")])


def test_a_contraflor_is_compared_at_once_for_six() -> None:
    assert both("0:flor 1:contraflor").legal == {0: moves("accept refuse contraflor_resto")}
    hand = both("0:flor 1:contraflor 0:accept")
    assert (hand.points, hand.awards) == ([0, 6], [(1, 6, "flor")])
    assert hand.spoken == [{"0": 34, "1": 35}]
    hand = judge("gauderio", "7E 6E 2E / 7O 5O 1O", "0:flor 1:contraflor 0:accept")
    assert hand.points == [6, 0]


def test_a_refused_contraflor_pays_four() -> None:
    hand = both("0:flor 1:contraflor 0:refuse")
    assert (hand.points, hand.awards) == ([0, 4], [(1, 4, "flor")])


def test_contraflor_with_the_rest_pays_six_and_the_falta() -> None:
    assert both("0:flor 1:contraflor_resto").legal == {0: moves("accept refuse")}
    hand = both("0:flor 1:contraflor_resto 0:accept", score=(10, 2))
    assert (hand.points, hand.score, hand.over) == ([0, 14], [10, 16], False)
    hand = both("0:flor 1:contraflor_resto 0:accept", score=(2, 10))
    assert (hand.points, hand.score, hand.over) == ([0, 14], [2, 18], True)
    assert both("0:flor 1:contraflor_resto 0:refuse").points == [0, 6]


def test_a_contraflor_may_be_met_with_the_rest() -> None:
    assert both("0:flor 1:contraflor 0:contraflor_resto").legal == {1: moves("accept refuse")}
    hand = both("0:flor 1:contraflor 0:contraflor_resto 1:refuse")
    assert (hand.points, hand.awards) == ([6, 0], [(0, 6, "flor")])
    hand = both("0:flor 1:contraflor 0:contraflor_resto 1:accept", score=(12, 0))
    assert hand.points == [0, 12]


def test_only_a_holder_meets_a_contraflor_with_the_rest_but_a_partner_may_answer_it() -> None:
    cards = "7E 6E 1E / 7O 6O 3O / 2B 5C 3C / 4B 5B 6C"
    hand = judge("gauderio", cards, "0:flor 1:contraflor")
    assert hand.legal == {0: moves("accept refuse contraflor_resto"), 2: moves("accept refuse")}
    hand = judge("gauderio", cards, "0:flor 1:contraflor 2:refuse")
    assert hand.points == [0, 4]
    hand = judge("gauderio", cards, "0:flor 1:contraflor 0:contraflor_resto")
    assert hand.legal == {1: moves("accept refuse"), 3: moves("accept refuse")}


def test_every_further_flor_adds_three() -> None:
    cards = "7E 6E 1E / 7O 6O 3O / 7B 6B 5B / 4B 5C 6C"
    hand = judge("gauderio", cards, "0:flor 1:flor 0:1E 1:3O 2:flor 2:5B 3:4B 0:concede")
    assert hand.awards == [(0, 9, "flor")]
    assert hand.spoken == [{"0": 34, "1": 36, "2": 38}]


def test_a_partners_flor_adds_three_at_once_where_nobody_answered() -> None:
    cards = "7E 6E 1E / 7O 6O 3C / 7B 6B 5B / 4B 5C 6C"
    hand = judge("gauderio", cards, "0:flor 0:1E 1:7O 2:flor")
    assert (hand.points, hand.awards) == ([6, 0], [(0, 3, "flor"), (0, 3, "flor")])


def test_a_partners_flor_adds_three_to_what_a_flor_won() -> None:
    cards = "7E 6E 4E / 7O 1O 2O / 7B 6B 5B / 4B 5C 6C"
    hand = judge("gauderio", cards, "0:flor 1:contraflor 0:accept 0:4E 1:1O 2:flor")
    assert (hand.points, hand.awards) == ([9, 0], [(0, 6, "flor"), (0, 3, "flor")])
    hand = judge("gauderio", cards, "0:flor 1:achico 0:4E 1:1O 2:flor")
    assert hand.points == [7, 0]


def test_a_flor_that_was_not_called_scores_nothing() -> None:
    hand = judge("gauderio", ALONE, "0:7E 1:3C 0:6E 1:7O 1:5O 0:1E")
    assert hand.awards == []


def test_flor_comes_before_the_hand_and_may_end_the_game() -> None:
    hand = both("0:flor 1:flor 0:raise 1:refuse", score=(17, 12))
    assert (hand.over, hand.winner, hand.score) == (True, 1, [17, 18])
    assert (hand.reason, hand.points) == ("target_reached", [0, 6])
    hand = judge("gauderio", ALONE, "0:flor", score=(15, 0))
    assert (hand.over, hand.reason, hand.legal) == (True, "target_reached", {})


def test_of_flor_and_envido_that_reach_the_target_in_one_hand_the_flor_comes_first() -> None:
    """The envido was spoken and awaits the end of the hand, and so do two flores sung after it."""
    cards = "7E 6E 1B / 7O 6O 5O / 4C 5C 6C / 2B 5B 3C"
    spoken = "0:envido 3:accept 0:=33 1:good 2:good 3:good 0:1B"
    hand = judge("gauderio", cards, f"{spoken} 1:flor", declaration="manual", score=(22, 18))
    assert hand.legal == {2: moves(ANSWERS)}
    hand = judge("gauderio", cards, f"{spoken} 1:flor 2:flor 1:concede", declaration="manual", score=(22, 18))
    assert (hand.awards, hand.score, hand.winner) == ([(1, 6, "flor")], [22, 24], 1)
    hand = judge("gauderio", cards, f"{spoken} 1:flor 2:flor 1:concede", declaration="manual", score=(22, 17))
    assert (hand.awards, hand.score) == ([(1, 6, "flor"), (0, 2, "envido")], [24, 23])
    assert (hand.winner, hand.points, hand.reason) == (0, [2, 6], "target_reached")


def test_who_did_not_answer_first_may_add_a_flor_on_their_turn_while_flores_await_comparison() -> None:
    cards = "7E 6E 1E / 7O 6O 3O / 2B 5C 3C / 4B 5B 6B"
    hand = judge("gauderio", cards, "0:flor 1:flor 0:1E 1:3O 2:3C")
    assert "flor" in hand.legal[3]
    hand = judge("gauderio", cards, "0:flor 1:flor 0:1E 1:3O 2:3C 3:flor 3:concede")
    assert hand.awards == [(1, 9, "flor")]
    assert judge("gauderio", cards, "0:flor 1:flor 0:1E 1:3O 1:flor").status == "illegal"


def test_once_a_flor_was_settled_the_losers_have_none_to_add() -> None:
    cards = "7E 6E 1E / 7O 6O 3O / 2B 5C 3C / 4B 5B 6B"
    hand = judge("gauderio", cards, "0:flor 1:refuse 0:1E 1:3O 2:3C")
    assert "flor" not in hand.legal[3]
    assert judge("gauderio", cards, "0:flor 1:refuse 0:1E 1:flor").error == (3, "flor_not_allowed")


def test_without_flor_it_is_no_flor() -> None:
    assert judge("argentino", ALONE, "0:flor").error == (0, "flor_not_allowed")
    assert "flor" not in judge("argentino", ALONE).legal[0]
    assert judge("argentino", ALONE, "0:flor", flor=True).points == [3, 0]
    assert judge("gauderio", ALONE, "0:flor", flor=False).error == (0, "flor_not_allowed")


def test_other_variants_know_no_flor() -> None:
    with pytest.raises(UnreadableRecord):
        judge("paulista", "3P 2P 4P / QC 5E 4C", vira="JO", flor=True)
    hand = judge("paulista", "3P 2P 4P / QC 5E 4C", "0:flor", vira="JO")
    assert hand.error == (0, "flor_not_allowed")


def test_giving_up_after_a_flor_pays_one_more_only_while_no_envido_was_called() -> None:
    assert judge("gauderio", ALONE, "0:flor 0:concede", mazo_pays_envido=True).points == [3, 2]
    hand = judge("gauderio", "7O 5O 3C / 7E 6E 1E", "0:envido 1:flor 0:concede", mazo_pays_envido=True)
    assert hand.points == [0, 4]

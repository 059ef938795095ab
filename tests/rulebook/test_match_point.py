"""Section 3: the hand at match point."""

import pytest

from tests.rulebook.game import act, deal, start
from tests.rulebook.table import judge, moves

TWO = "3P 2C 4E / QC 5E 4C"
FOUR = "3P 2C 4E / QC 2E 4C / 3O 5C 5E / QE 6C 6E"


@pytest.mark.parametrize(("score", "team"), [((11, 5), 0), ((5, 11), 1), ((11, 0), 0), ((10, 11), 1)])
def test_the_team_at_eleven_decides_before_anything_is_played(score: tuple[int, int], team: int) -> None:
    hand = judge("paulista", FOUR, vira="JO", score=score)
    assert hand.legal == {seat: moves("accept refuse") for seat in (team, team + 2)}
    assert judge("paulista", FOUR, "0:3P", vira="JO", score=score).error == (0, "answer_first")


def test_below_eleven_nobody_decides() -> None:
    assert "3P" in judge("paulista", TWO, vira="JO", score=(10, 10)).legal[0]


def test_either_player_of_the_team_decides_for_it() -> None:
    assert judge("paulista", FOUR, "2:accept", vira="JO", score=(11, 5)).to_act == [0]
    assert judge("paulista", FOUR, "2:refuse", vira="JO", score=(11, 5)).winner == 1
    assert judge("paulista", FOUR, "1:accept", vira="JO", score=(11, 5)).error == (0, "not_your_turn")
    hand = judge("paulista", FOUR, "2:accept 0:accept", vira="JO", score=(11, 5))
    assert hand.error == (1, "nothing_to_answer")


def test_going_makes_the_hand_worth_three() -> None:
    hand = judge("paulista", TWO, "0:accept", vira="JO", score=(11, 5))
    assert (hand.stake, hand.legal) == (3, {0: moves("3P 2C 4E concede")})
    hand = judge("paulista", "4P 5C 4E / QO 2E 4C", "0:accept 0:4P 1:QO 1:2E 0:5C", vira="JO", score=(11, 5))
    assert (hand.winner, hand.points, hand.score, hand.over) == (1, [0, 3], [11, 8], False)


def test_winning_it_ends_the_game() -> None:
    hand = judge("paulista", TWO, "0:accept 0:3P 1:QC 0:2C 1:5E", vira="JO", score=(11, 5))
    assert (hand.points, hand.score, hand.over) == ([3, 0], [12, 5], True)


def test_running_gives_the_others_one() -> None:
    hand = judge("paulista", TWO, "0:refuse", vira="JO", score=(11, 5))
    assert (hand.winner, hand.points, hand.reason) == (1, [0, 1], "match_point_refused")
    assert hand.score == [11, 6]


def test_giving_it_up_later_pays_the_three() -> None:
    hand = judge("paulista", TWO, "0:accept 0:concede", vira="JO", score=(11, 5))
    assert (hand.winner, hand.points, hand.reason) == (1, [0, 3], "conceded")


def test_the_mao_of_the_other_team_plays_first_after_the_decision() -> None:
    hand = judge("paulista", TWO, "0:accept", vira="JO", score=(11, 5), dealer=0)
    assert hand.legal == {1: moves("QC 5E 4C concede")}


@pytest.mark.parametrize("variant", ["mineiro", "mineiro6", "mineiro8", "douradao"])
def test_mineiro_plays_a_hand_of_ten_worth_four_and_running_costs_two(variant: str) -> None:
    players = {"mineiro": 2, "mineiro6": 6}.get(variant, 8)
    low = [
        "5P",
        "5C",
        "5E",
        "5O",
        "6P",
        "6C",
        "6E",
        "6O",
        "QP",
        "QC",
        "QE",
        "3P",
        "3C",
        "3E",
        "3O",
        "2C",
        "2E",
        "KP",
        "KC",
        "KE",
        "JC",
        "JE",
        "AC",
        "4C",
    ]
    cards = " / ".join(" ".join(low[3 * seat : 3 * seat + 3]) for seat in range(players))
    hand = judge(variant, cards, score=(10, 9))
    assert (hand.stake, hand.to_act) == (4, list(range(0, players, 2)))
    hand = judge(variant, cards, "0:refuse", score=(10, 7))
    assert (hand.points, hand.score) == ([0, 2], [10, 9])


def test_at_eleven_in_mineiro_a_team_still_decides() -> None:
    """The rungs are even, but a table may play with a ladder of its own."""
    assert judge("mineiro", TWO.replace("3P", "3C"), score=(11, 3)).legal == {0: moves("accept refuse")}


def test_nobody_may_raise() -> None:
    hand = judge("paulista", TWO, "0:accept 0:raise", vira="JO", score=(11, 5))
    assert hand.error == (1, "raise_not_allowed")
    hand = judge("paulista", TWO, "0:accept 0:3P 1:raise", vira="JO", score=(11, 5))
    assert hand.error == (2, "raise_not_allowed")
    hand = judge("paulista", TWO, "0:accept", vira="JO", score=(11, 5), raise_timing="any")
    assert hand.legal == {0: moves("3P 2C 4E concede")}


def test_or_whoever_raises_loses_the_hand_at_its_stake() -> None:
    hand = judge("goiano", TWO, "0:accept 0:raise", score=(11, 5))
    assert (hand.winner, hand.points, hand.reason) == (1, [0, 3], "raised_at_match_point")
    hand = judge("goiano", TWO, "0:accept 0:3P 1:raise", score=(11, 5))
    assert (hand.winner, hand.over, hand.reason) == (0, True, "raised_at_match_point")
    assert judge("goiano", TWO, "0:accept", score=(11, 5)).legal == {0: moves("3P 2C 4E raise concede")}


def test_raising_cannot_replace_the_decision() -> None:
    hand = judge("goiano", TWO, "0:raise", score=(11, 5))
    assert (hand.status, hand.error) == ("illegal", (0, "answer_first"))


def test_a_raise_may_lose_the_hand_at_any_moment_where_raises_may_be_made_at_any() -> None:
    hand = judge("goiano", TWO, "0:accept", score=(11, 5), raise_timing="any")
    assert hand.legal == {0: moves("3P 2C 4E raise concede"), 1: {"raise"}}
    assert judge("goiano", TWO, "0:accept 1:raise", score=(11, 5), raise_timing="any").winner == 0


def test_the_hand_may_be_set_apart_or_away() -> None:
    point = {"at": 9, "stake": 4, "run_cost": 2}
    hand = judge("paulista", TWO, "0:refuse", vira="JO", score=(9, 0), match_point=point)
    assert hand.points == [0, 2]
    hand = judge("paulista", TWO, "0:accept", vira="JO", score=(10, 0), match_point=point)
    assert hand.stake == 4
    hand = judge("paulista", TWO, vira="JO", score=(11, 11), match_point=None)
    assert (hand.stake, hand.legal) == (1, {0: moves("3P 2C 4E raise concede")})


def test_it_keeps_its_distance_from_a_target_of_ones_own() -> None:
    assert judge("paulista", TWO, vira="JO", score=(11, 0), target=15).to_act == [0]
    assert "3P" in judge("paulista", TWO, vira="JO", score=(11, 0), target=15).legal[0]
    assert judge("paulista", TWO, vira="JO", score=(14, 0), target=15).legal == {0: moves("accept refuse")}
    assert judge("paulista", TWO, vira="JO", score=(5, 0), target=6).legal == {0: moves("accept refuse")}


def test_all_tied_at_match_point_scores_nobody_and_is_decided_anew() -> None:
    game = deal(start("paulista", 2, dealer=1, score=(11, 5)), "3P 2C 4E / 3C 2E 4C", "JO")
    game = act(game, "0:accept 0:3P 1:3C 0:2C 1:2E 0:4E 1:4C")
    assert (game.score, game.dealer) == ((11, 5), 1)
    game = deal(game, TWO, "JO")
    assert game.hand is not None
    assert game.hand.deciding == 0


def test_after_a_lost_match_point_the_next_hand_is_one_again() -> None:
    game = act(deal(start("paulista", 2, dealer=1, score=(11, 5)), TWO, "JO"), "0:refuse")
    game = deal(game, TWO, "JO")
    assert game.hand is not None
    assert (game.score, game.hand.deciding, game.hand.stake) == ((11, 6), 0, 3)

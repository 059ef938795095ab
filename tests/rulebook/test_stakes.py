"""Section 3: the ladder, who may raise and when, answers, running, giving up, the target."""

import pytest

from tests.rulebook.table import Judged, judge, moves

TWO = "3P 2C 4E / QC 5E 4C"
FOUR = "3P 2C 4E / QC 2E 4C / 3O 5C 5E / QE 6C 6E"


def two(actions: str, **rest: object) -> Judged:
    return judge("paulista", TWO, actions, vira="JO", **rest)


def four(actions: str, **rest: object) -> Judged:
    return judge("paulista", FOUR, actions, vira="JO", **rest)


RAISES = ["0:raise", "1:raise", "0:raise", "1:raise"]


@pytest.mark.parametrize(("rungs", "pays"), [(1, 1), (2, 3), (3, 6), (4, 9)])
def test_running_pays_the_stake_before_the_offer(rungs: int, pays: int) -> None:
    hand = two(" ".join([*RAISES[:rungs], f"{rungs % 2}:refuse"]))
    raiser = (rungs - 1) % 2
    assert (hand.winner, hand.points[raiser], hand.points[1 - raiser]) == (raiser, pays, 0)
    assert (hand.reason, hand.stake) == ("refused", pays)


@pytest.mark.parametrize(("rungs", "worth"), [(0, 1), (1, 3), (2, 6), (3, 9), (4, 12)])
def test_an_accepted_stake_is_what_the_hand_is_worth(rungs: int, worth: int) -> None:
    accept = [f"{rungs % 2}:accept"] if rungs else []
    hand = two(" ".join([*RAISES[:rungs], *accept, "0:3P 1:QC 0:2C 1:5E"]))
    assert (hand.points, hand.stake, hand.reason) == ([worth, 0], worth, "tricks")


@pytest.mark.parametrize(
    ("ladder", "steps"),
    [
        (None, [2, 4, 8, 10, 12]),
        ([2, 4, 6, 10, 12], [2, 4, 6, 10, 12]),
        ([2, 4, 6, 8, 12], [2, 4, 6, 8, 12]),
        ([1, 3, 6, 9, 12], [1, 3, 6, 9, 12]),
    ],
)
def test_mineiro_has_its_ladder_and_offers_others(ladder: list[int] | None, steps: list[int]) -> None:
    options = {} if ladder is None else {"ladder": ladder}
    for rungs in range(1, 5):
        run = judge("mineiro", TWO, " ".join([*RAISES[:rungs], f"{rungs % 2}:refuse"]), **options)
        assert sum(run.points) == steps[rungs - 1]
        go = judge("mineiro", TWO, " ".join([*RAISES[:rungs], f"{rungs % 2}:accept"]), **options)
        assert go.stake == steps[rungs]


def test_the_stake_is_the_old_one_while_an_offer_is_open() -> None:
    assert two("0:raise").stake == 1
    assert two("0:raise 1:raise").stake == 3


def test_an_offer_is_answered_by_accepting_running_or_raising() -> None:
    assert two("0:raise").legal == {1: moves("accept refuse raise")}
    assert four("0:raise").legal == {seat: moves("accept refuse raise") for seat in (1, 3)}


def test_any_player_of_the_other_team_answers_and_the_first_answer_counts() -> None:
    assert four("0:raise 3:accept 0:3P").to_act == [1]
    assert four("0:raise 3:accept 1:refuse").error == (2, "nothing_to_answer")
    assert four("0:raise 1:refuse").winner == 0
    assert four("0:raise 3:raise 2:accept").stake == 6


def test_only_the_other_team_answers() -> None:
    assert four("0:raise 2:accept").error == (1, "not_your_turn")
    assert four("0:raise 0:accept").error == (1, "not_your_turn")


def test_nothing_else_is_done_while_an_offer_is_open() -> None:
    for what in ("0:3P", "1:QC", "2:3O", "1:concede"):
        assert four(f"0:raise {what}").error == (1, "answer_first")


def test_there_is_nothing_to_answer_without_an_offer() -> None:
    assert two("0:accept").error == (0, "nothing_to_answer")
    assert two("1:refuse").error == (0, "nothing_to_answer")
    assert two("0:raise 1:accept 1:accept").error == (2, "nothing_to_answer")


def test_after_an_acceptance_play_goes_on_where_it_stopped() -> None:
    hand = four("0:3P 1:raise 0:accept")
    assert hand.legal == {1: moves("QC 2E 4C concede")}


def test_only_the_team_that_did_not_make_the_last_accepted_raise_may_raise() -> None:
    assert two("0:raise 1:accept").legal == {0: moves("3P 2C 4E concede")}
    assert two("0:raise 1:accept 0:raise").error == (2, "raise_not_allowed")
    assert two("0:raise 1:accept 0:3P").legal == {1: moves("QC 5E 4C raise concede")}
    assert four("0:raise 1:accept 0:3P 1:QC 2:raise").error == (4, "raise_not_allowed")


def test_raising_in_answer_accepts_and_is_the_last_raise() -> None:
    assert two("0:raise 1:raise 0:accept").legal == {0: moves("3P 2C 4E raise concede")}
    hand = two("0:raise 1:raise 0:accept 0:3P")
    assert hand.legal == {1: moves("QC 5E 4C concede")}
    assert hand.stake == 6


def test_before_any_raise_either_team_may_raise() -> None:
    assert "raise" in two("").legal[0]
    assert "raise" in two("0:3P").legal[1]


def test_there_is_no_rung_above_the_last() -> None:
    assert two(" ".join(RAISES)).legal == {0: moves("accept refuse")}
    hand = two(" ".join([*RAISES, "0:accept"]))
    assert hand.legal == {0: moves("3P 2C 4E concede")}
    assert two(" ".join([*RAISES, "0:raise"])).error == (4, "raise_not_allowed")


def test_a_raise_is_made_on_ones_own_turn_before_playing() -> None:
    assert two("1:raise").error == (0, "not_your_turn")
    assert two("0:3P 0:raise").error == (1, "not_your_turn")
    assert four("0:3P 2:raise").error == (1, "not_your_turn")


def test_or_at_any_moment_no_offer_is_open() -> None:
    hand = four("0:3P", raise_timing="any")
    assert hand.legal == {
        0: {"raise"},
        1: moves("QC 2E 4C raise concede"),
        2: {"raise"},
        3: {"raise"},
    }
    assert four("0:3P 0:raise", raise_timing="any").to_act == [1, 3]
    assert four("0:3P 0:raise 2:raise", raise_timing="any").error == (2, "raise_not_allowed")
    hand = four("0:3P 0:raise 3:accept", raise_timing="any")
    assert hand.legal == {1: moves("QC 2E 4C raise concede"), 3: {"raise"}}


def test_raising_beyond_what_is_needed_to_win_is_allowed() -> None:
    hand = two("0:raise", score=(10, 10))
    assert "raise" in hand.legal[1]
    assert two("0:raise 1:raise 0:accept 0:3P 1:QC 0:2C 1:5E", score=(10, 10)).points == [6, 0]


@pytest.mark.parametrize(
    ("score", "raises", "more"),
    [
        ((9, 9), 0, True),
        ((9, 9), 1, False),
        ((10, 6), 1, True),
        ((10, 6), 2, False),
        ((6, 10), 1, True),
        ((6, 10), 2, False),
        ((0, 3), 3, True),
        ((8, 9), 1, True),
    ],
)
def test_with_a_ceiling_no_rung_is_offered_once_the_stake_wins_the_game_for_who_is_behind(
    score: tuple[int, int], raises: int, more: bool
) -> None:
    answering = two(" ".join(RAISES[:raises]), score=score, raise_ceiling="needed").legal
    assert ("raise" in answering[raises % 2]) is more
    if raises:
        accepted = " ".join([*RAISES[:raises], f"{raises % 2}:accept"])
        plays = "" if raises % 2 == 0 else " 0:3P"
        later = two(accepted + plays, score=score, raise_ceiling="needed").legal
        assert ("raise" in later[raises % 2]) is more


def test_the_ceiling_counts_the_points_paid_within_the_hand() -> None:
    cards = "7E 6E 1B / 7O 5O 3C"
    hand = judge("argentino", cards, "0:envido 1:accept", score=(27, 28), target=30, raise_ceiling="needed")
    assert hand.score == [29, 28]
    assert "raise" in hand.legal[0]
    hand = judge("argentino", cards, "0:envido 1:accept 0:raise", score=(27, 28), raise_ceiling="needed")
    assert hand.legal == {1: moves("accept refuse")}


def test_giving_up_on_ones_own_turn_pays_the_stake_to_the_others() -> None:
    hand = two("0:concede")
    assert (hand.winner, hand.points, hand.reason) == (1, [0, 1], "conceded")
    hand = two("0:raise 1:raise 0:accept 0:3P 1:concede")
    assert (hand.winner, hand.points, hand.stake) == (0, [6, 0], 6)
    assert two("1:concede").error == (0, "not_your_turn")
    assert four("0:3P 1:concede").winner == 0


CEGO = "7E 6E 1B / 7O 5O 3C"


def test_giving_up_before_any_envido_may_pay_one_more() -> None:
    assert judge("argentino", CEGO, "0:concede", mazo_pays_envido=True).points == [0, 2]
    assert judge("argentino", CEGO, "0:7E 1:concede", mazo_pays_envido=True).points == [2, 0]
    assert judge("argentino", CEGO, "0:concede").points == [0, 1]


def test_but_not_after_the_first_trick_nor_once_envido_was_called() -> None:
    hand = judge("argentino", CEGO, "0:6E 1:3C 1:concede", mazo_pays_envido=True)
    assert hand.points == [1, 0]
    hand = judge("argentino", CEGO, "0:envido 1:refuse 0:concede", mazo_pays_envido=True)
    assert hand.points == [1, 1]


def test_running_from_a_truco_is_not_giving_up() -> None:
    assert judge("argentino", CEGO, "0:raise 1:refuse", mazo_pays_envido=True).points == [1, 0]


def test_giving_up_after_an_accepted_truco_pays_one_more_as_well_while_no_envido_was_called() -> None:
    hand = judge("argentino", CEGO, "0:raise 1:accept 0:concede", mazo_pays_envido=True)
    assert hand.points == [0, 3]


def test_the_game_ends_when_a_team_reaches_the_target_and_the_score_never_passes_it() -> None:
    hand = two("0:raise 1:accept 0:3P 1:QC 0:2C 1:5E", score=(10, 4))
    assert (hand.points, hand.score, hand.over) == ([3, 0], [12, 4], True)
    assert two("0:concede", score=(3, 10)).over is False
    assert two("0:raise 1:raise 0:refuse", score=(3, 9)).over is True
    hand = two("0:raise 1:raise 0:refuse", score=(3, 8))
    assert (hand.score, hand.over) == ([3, 11], False)

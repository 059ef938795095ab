"""Section 5: three players. Who deals plays alone against the pair of the others."""

from tests.rulebook.game import act, deal, hand_of, start
from tests.rulebook.table import judge, moves

CARDS = "3B 2C 4E / 12C 5E 4C / 1E 7O 6O 5B"
"""Seat 2 deals, is alone and has four cards; seats 0 and 1 are the pair."""
ASIDE = "2:aside=5B"
CALLS = "envido real_envido falta_envido"


def test_the_lone_dealer_lays_one_of_four_cards_aside_before_anything_else() -> None:
    hand = judge("gauderio", CARDS)
    assert hand.legal == {2: moves("aside=1E aside=7O aside=6O aside=5B")}
    assert judge("gauderio", CARDS, "0:3B").status == "illegal"
    hand = judge("gauderio", CARDS, ASIDE)
    assert hand.legal == {0: moves(f"3B 2C 4E raise concede {CALLS}")}
    hand = judge("gauderio", CARDS, f"{ASIDE} 0:4E 1:4C")
    assert hand.legal[2] == moves(f"1E 7O 6O raise concede {CALLS}")


def test_only_once_and_only_who_is_alone() -> None:
    assert judge("gauderio", CARDS, f"{ASIDE} 2:aside=1E").status == "illegal"
    assert judge("gauderio", CARDS, "0:aside=3B").status == "illegal"
    assert judge("gauderio", CARDS, "2:aside=3B").status == "illegal"
    assert judge("gauderio", CARDS, f"{ASIDE} 0:4E 1:4C 2:5B").error == (3, "card_not_in_hand")


def test_the_pair_both_score_what_the_pair_wins() -> None:
    hand = judge("gauderio", CARDS, f"{ASIDE} 0:3B 1:4C 2:6O 0:2C 1:5E 2:7O", score=(3, 5, 7))
    assert hand.tricks == [1, 0]
    hand = judge("gauderio", CARDS, f"{ASIDE} 2:concede 0:concede", score=(3, 5, 7))
    assert hand.error == (1, "not_your_turn")
    hand = judge("gauderio", CARDS, f"{ASIDE} 0:4E 1:4C 2:concede", score=(3, 5, 7))
    assert (hand.points, hand.score, hand.winner) == ([1, 1, 0], [4, 6, 7], 1)


def test_the_lone_player_scores_alone() -> None:
    hand = judge("gauderio", CARDS, f"{ASIDE} 0:concede", score=(3, 5, 7))
    assert (hand.points, hand.score, hand.winner) == ([0, 0, 1], [3, 5, 8], 0)


def test_the_pair_play_as_partners() -> None:
    cards = "3B 2C 4E / 3C 5E 4C / 3E 7O 6O 5B"
    hand = judge("gauderio", cards, f"{ASIDE} 0:3B 1:3C 2:6O")
    assert (hand.tricks, hand.to_act) == ([1], [0])
    hand = judge("gauderio", cards, f"{ASIDE} 0:3B 1:4C 2:3E")
    assert hand.tricks == [None]


def test_each_side_answers_the_other() -> None:
    hand = judge("gauderio", CARDS, f"{ASIDE} 0:raise")
    assert hand.legal == {2: moves(f"accept refuse raise {CALLS}")}
    hand = judge("gauderio", CARDS, f"{ASIDE} 0:4E 1:4C 2:raise")
    assert hand.to_act == [0, 1]
    hand = judge("gauderio", CARDS, f"{ASIDE} 0:4E 1:4C 2:raise 1:refuse")
    assert hand.points == [0, 0, 1]
    hand = judge("gauderio", CARDS, f"{ASIDE} 0:raise 2:raise 1:accept")
    assert (hand.stake, hand.to_act) == (3, [0])


def test_envido_counts_the_three_cards_kept_and_pays_each_of_the_pair() -> None:
    cards = "7B 6B 4E / 12C 5E 4C / 7O 6O 5C 1B"
    hand = judge("gauderio", cards, "2:aside=1B 0:envido 2:accept")
    assert (hand.points, hand.awards) == ([2, 2, 0], [(1, 2, "envido")])
    assert hand.spoken == [{"0": 33, "1": None, "2": None}]
    cards = "2B 3B 4E / 12C 5E 4C / 7O 6O 5C 1B"
    hand = judge("gauderio", cards, "2:aside=6O 0:envido 2:accept")
    assert hand.spoken == [{"0": 25, "1": None, "2": None}]
    hand = judge("gauderio", cards, "2:aside=1B 0:envido 2:accept")
    assert (hand.points, hand.awards) == ([0, 0, 2], [(0, 2, "envido")])


def test_a_flor_counts_the_three_cards_kept() -> None:
    cards = "7B 6B 4E / 12C 5E 4C / 7O 6O 5O 1B"
    assert "flor" in judge("gauderio", cards, "2:aside=1B 0:4E 1:4C").legal[2]
    assert "flor" not in judge("gauderio", cards, "2:aside=5O 0:4E 1:4C").legal[2]
    cards = "7B 6B 4E / 12C 5E 4C / 7O 6O 5O 1O"
    hand = judge("gauderio", cards, "2:aside=7O 0:4E 1:4C 2:flor")
    assert hand.points == [0, 0, 3]


def test_the_falta_is_what_the_leader_of_the_three_lacks() -> None:
    cards = "7B 6B 4E / 12C 5E 4C / 7O 6O 5C 1B"
    hand = judge("gauderio", cards, "2:aside=1B 0:falta_envido 2:accept", score=(3, 5, 20))
    assert hand.points == [4, 4, 0]


def test_three_ties_go_to_the_pair_of_the_mao() -> None:
    cards = "3B 2C 6E / 4C 5E 4E / 3E 2O 6O 5B"
    plays = f"{ASIDE} 0:3B 1:4C 2:3E 0:2C 1:5E 2:2O 0:6E 1:4E 2:6O"
    hand = judge("gauderio", cards, plays)
    assert (hand.points, hand.reason) == ([1, 1, 0], "all_tied")


def test_the_deal_and_with_it_the_partnership_pass_on() -> None:
    game = act(deal(start("gauderio", 3, dealer=2), CARDS), f"{ASIDE} 0:concede")
    assert (game.score, game.dealer) == ((0, 0, 1), 0)
    game = deal(game, "1E 7O 6O 5B / 3B 2C 4E / 12C 5E 4C")
    assert [len(cards) for cards in hand_of(game).dealt] == [4, 3, 3]
    game = act(game, "0:aside=5B 1:4E 2:4C 0:concede")
    assert game.score == (0, 1, 2)


def test_whoever_reaches_the_target_wins_and_of_the_pair_the_higher_or_the_nearer_to_the_mao() -> None:
    game = start("gauderio", 3, dealer=2, score=(23, 22, 20))
    game = act(deal(game, CARDS), f"{ASIDE} 0:4E 1:4C 2:concede")
    assert (game.score, game.winner) == ((24, 23, 20), 0)
    game = start("gauderio", 3, dealer=2, score=(22, 23, 20))
    game = act(deal(game, CARDS), f"{ASIDE} 0:raise 2:accept 0:4E 1:4C 2:concede")
    assert (game.score, game.winner) == ((24, 24, 20), 1)
    game = start("gauderio", 3, dealer=2, score=(23, 23, 20))
    game = act(deal(game, CARDS), f"{ASIDE} 0:4E 1:4C 2:concede")
    assert (game.score, game.winner) == ((24, 24, 20), 0)

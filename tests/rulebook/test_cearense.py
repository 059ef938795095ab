"""Section 4, cearense: the royal family is claimed, believed or doubted."""

import pytest

from games.rules.errors import UnreadableRecord
from tests.rulebook.game import act, deal, start
from tests.rulebook.table import judge, moves

TRUE = "KP QC QE / 2P 2E 5C"
FALSE = "KP QC 3E / 2P 2E 5C"
STOCK = "3P 3C 3O 6P 6C 6E"


@pytest.mark.parametrize("cards", [TRUE, FALSE])
def test_true_or_false_it_may_be_claimed_before_ones_first_card(cards: str) -> None:
    own = set(cards.split(" / ")[0].split())
    hand = judge("cearense", cards, vira="4O")
    assert hand.legal == {0: own | moves("raise claim_royal_family concede")}


def test_the_others_accept_or_doubt() -> None:
    for stock in (None, STOCK):
        hand = judge("cearense", TRUE, "0:claim_royal_family", vira="4O", stock=stock)
        assert hand.legal == {1: moves("accept refuse")}
    assert judge("cearense", TRUE, "0:claim_royal_family 0:KP", vira="4O").error == (1, "answer_first")
    assert judge("cearense", TRUE, "0:claim_royal_family 0:accept", vira="4O").error == (1, "not_your_turn")


def test_with_four_players_either_of_the_others_answers() -> None:
    cards = "KP QC QE / 2P 2E 5C / 3P 3C 3E / 6P 6C 6E"
    hand = judge("cearense", cards, "0:claim_royal_family", vira="4O", stock="7P 7C 7E")
    assert hand.legal == {1: moves("accept refuse"), 3: moves("accept refuse")}
    hand = judge("cearense", cards, "0:claim_royal_family 3:accept", vira="4O", stock="7P 7C 7E")
    assert hand.to_act == [0]


def test_believed_it_brings_three_new_cards() -> None:
    for cards in (TRUE, FALSE):
        hand = judge("cearense", cards, "0:claim_royal_family 1:accept", vira="4O", stock=STOCK)
        assert hand.points == [0, 0]
        assert hand.legal == {0: moves("3P 3C 3O raise claim_royal_family concede")}


def test_a_record_in_which_a_believed_claimer_draws_nothing_is_unreadable() -> None:
    with pytest.raises(UnreadableRecord) as found:
        judge("cearense", TRUE, "0:claim_royal_family 1:accept", vira="4O")
    assert found.value.params["field"] == "stock"


@pytest.mark.parametrize("cards", ["KP QC JE", "QP QC QE", "JP JC KE"])
def test_doubted_and_true_it_pays_the_claimer_three(cards: str) -> None:
    hand = judge("cearense", f"{cards} / 2P 2E 5C", "0:claim_royal_family 1:refuse", vira="4O")
    assert (hand.status, hand.winner, hand.points) == ("finished", 0, [3, 0])
    assert hand.reason == "royal_family"


@pytest.mark.parametrize("cards", ["KP QC 3E", "AP KC QE", "2P JC KE"])
def test_doubted_and_false_it_pays_the_others_three(cards: str) -> None:
    hand = judge("cearense", f"{cards} / 3P 2E 5C", "0:claim_royal_family 1:refuse", vira="4O")
    assert (hand.winner, hand.points, hand.reason) == (1, [0, 3], "royal_family")


def test_it_pays_three_whatever_the_stake() -> None:
    hand = judge("cearense", TRUE, "0:raise 1:raise 0:accept 0:claim_royal_family 1:refuse", vira="4O")
    assert hand.points == [3, 0]


def test_then_a_new_hand_is_dealt_by_the_next() -> None:
    game = act(deal(start("cearense", 2, dealer=1), TRUE, "4O"), "0:claim_royal_family 1:refuse")
    assert (game.score, game.dealer, game.needs_deal) == ((3, 0), 0, True)


def test_there_is_no_limit_of_claims() -> None:
    hand = judge(
        "cearense",
        TRUE,
        "0:claim_royal_family 1:accept 0:claim_royal_family 1:accept",
        vira="4O",
        stock=STOCK,
    )
    assert hand.legal == {0: moves("6P 6C 6E raise claim_royal_family concede")}


def test_not_after_ones_first_card_nor_out_of_turn() -> None:
    hand = judge("cearense", TRUE, "0:KP 1:2P", vira="4O")
    assert "claim_royal_family" not in hand.legal[1]
    assert judge("cearense", TRUE, "0:KP", vira="4O").legal[1] >= {"claim_royal_family"}
    hand = judge("cearense", TRUE, "1:claim_royal_family", vira="4O")
    assert hand.status == "illegal"


def test_not_at_match_point_nor_in_the_iron_hand() -> None:
    hand = judge("cearense", TRUE, "0:accept", vira="4O", score=(11, 3))
    assert hand.legal == {0: moves("KP QC QE concede")}
    hand = judge("cearense", TRUE, vira="4O", score=(11, 11))
    assert hand.legal == {0: moves("#0 #1 #2 concede")}


def test_other_variants_may_play_with_the_claim_and_it_without() -> None:
    hand = judge("paulista", TRUE, vira="4O", royal_family="claim")
    assert "claim_royal_family" in hand.legal[0]
    assert "claim_royal_family" not in judge("cearense", TRUE, vira="4O", royal_family="off").legal[0]
    hand = judge(
        "catarinense",
        "10B 10C 12E / 2B 2E 5C",
        "0:claim_royal_family 1:refuse",
        vira="4O",
        royal_family="claim",
    )
    assert hand.winner == 0


def test_nobody_claims_when_the_pack_cannot_give_three_new_cards() -> None:
    cards = "QP JP KP / QC JC KC / 3P 3C 3E / 2P 2C 2E / QE JE KE / AP AC AE"
    rest = {"vira": "3O", "deck": "short", "royal_family": "claim", "stock": "2O AO KO JO QO"}
    assert "claim_royal_family" in judge("paulista", cards, **rest).legal[0]
    hand = judge("paulista", cards, "0:claim_royal_family 1:accept", **rest)
    assert hand.legal == {0: moves("2O AO KO raise concede")}


def test_three_cards_left_are_enough_for_one_more_claim() -> None:
    """Six players, 25 cards with the joker: six are left, then three, then none."""
    cards = "QP JP KP / QC JC KC / 3P 3C 3E / 2P 2C 2E / QE JE KE / AP AC AE"
    stock = "2O AO KO JO QO CORINGA"
    rest = {"vira": "3O", "deck": "short", "coringa": "top", "royal_family": "claim", "stock": stock}
    twice = "0:claim_royal_family 1:accept 0:claim_royal_family 1:accept"
    assert "claim_royal_family" in judge("paulista", cards, twice[: len(twice) // 2], **rest).legal[0]
    assert judge("paulista", cards, twice, **rest).legal == {0: moves("JO QO CORINGA raise concede")}

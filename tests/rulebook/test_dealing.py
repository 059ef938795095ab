"""Section 1: seats, teams, who deals, who leads."""

import pytest

from games.rules.commands import Act, Deal
from games.rules.decide import decide, step
from games.rules.events import CardPlayed, TrickWon
from games.rules.moves import Move
from tests.rulebook.game import act, deal, start
from tests.rulebook.table import judge, moves
from truco_api.errors import IllegalMove

TWO = "3P 2C 4E / QC 5E 4C"
"""Seat 0 takes the first two tricks."""
TURNING = {
    "paulista": (2, 4, 6),
    "inteligente": (2,),
    "cearense": (2, 4),
    "catarinense": (2, 4, 6),
    "uruguaio": (2, 4, 6),
}
NOT_TURNING = {
    "mineiro": (2, 4),
    "goiano": (2, 4),
    "mineiro6": (6,),
    "mineiro8": (8,),
    "douradinha": (6,),
    "douradao": (8,),
    "italiano": (2, 4),
    "gauderio": (2, 4, 6),
    "argentino": (2, 4, 6),
}
FOUR = "3P 2C 4E / QC 2E 4C / 3O 5C 5E / QE 6C 6E"


@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_the_player_after_the_dealer_plays_first(dealer: int, first: int) -> None:
    assert judge("paulista", FOUR, vira="JO", dealer=dealer).to_act == [first]


def test_play_goes_round_in_the_order_of_the_seats() -> None:
    hand = judge("paulista", FOUR, "2:3O 3:QE 0:3P", vira="JO", dealer=1)
    assert hand.to_act == [1]


def test_the_team_of_a_seat_is_its_parity() -> None:
    assert judge("paulista", FOUR, "0:4E 1:QC 2:5C 3:QE", vira="JO").tricks == [1]
    assert judge("paulista", FOUR, "0:4E 1:4C 2:3O 3:6C", vira="JO").tricks == [0]


def test_after_a_hand_the_deal_passes_to_the_next_seat() -> None:
    game = act(deal(start("paulista", 2), "QC 5E 4C / 3P 2C 4E", "JO"), "1:3P 0:QC 1:2C 0:5E")
    assert (game.score, game.dealer, game.needs_deal) == ((0, 1), 1, True)
    assert judge("paulista", TWO, vira="JO", dealer=game.dealer).to_act == [0]


def test_the_deal_passes_round_the_whole_table() -> None:
    game, dealers = start("paulista", 4, dealer=2), []
    for _hand in range(5):
        dealers.append(game.dealer)
        game = act(deal(game, FOUR, "JO"), f"{(game.dealer + 1) % 4}:concede")
    assert dealers == [2, 3, 0, 1, 2]


def test_after_a_hand_nobody_won_the_same_dealer_deals_again() -> None:
    game = deal(start("paulista", 2, dealer=1), "3P 2C 4E / 3C 2E 4C", "JO")
    game = act(game, "0:3P 1:3C 0:2C 1:2E 0:4E 1:4C")
    assert (game.score, game.dealer, game.needs_deal) == ((0, 0), 1, True)


def test_who_takes_a_trick_leads_the_next() -> None:
    assert judge("paulista", FOUR, "0:4E 1:QC 2:5C 3:KE", vira="JO").error == (3, "card_not_in_hand")
    assert judge("paulista", FOUR, "0:4E 1:QC 2:3O 3:QE", vira="JO").to_act == [2]


def test_after_a_tied_trick_the_same_player_leads_again() -> None:
    hand = judge("paulista", "4O 2C 4E / 3C 2E 4C / 3O 5C 5E / QE 6C 6E", "0:4O 1:3C 2:3O 3:QE", vira="JO")
    assert (hand.tricks, hand.to_act) == ([None], [0])


def test_or_whoever_laid_the_first_of_the_tying_cards() -> None:
    cards = "4O 2C 4E / 3C 2E 4C / 3O 5C 5E / QE 6C 6E"
    hand = judge("paulista", cards, "0:4O 1:3C 2:3O 3:QE", vira="JO", lead_after_tie="first_tied")
    assert (hand.tricks, hand.to_act) == ([None], [1])
    hand = judge("paulista", cards, "2:3O 3:QE 0:4O 1:3C", vira="JO", dealer=1, lead_after_tie="first_tied")
    assert (hand.tricks, hand.to_act) == ([None], [2])


def test_the_leader_of_three_tied_covered_cards_is_whoever_laid_the_first() -> None:
    hand = judge("paulista", TWO, "0:~3P 1:~QC", vira="JO", covered="always", lead_after_tie="first_tied")
    assert (hand.tricks, hand.to_act) == ([None], [0])


def test_nobody_acts_out_of_turn() -> None:
    assert judge("paulista", FOUR, "1:QC", vira="JO").error == (0, "not_your_turn")
    assert judge("paulista", FOUR, "0:3P 0:2C", vira="JO").error == (1, "not_your_turn")
    assert judge("paulista", FOUR, "0:3P 2:concede", vira="JO").error == (1, "not_your_turn")


def test_only_a_card_of_ones_own_that_was_not_played_yet() -> None:
    assert judge("paulista", TWO, "0:QC", vira="JO").error == (0, "card_not_in_hand")
    assert judge("paulista", TWO, "0:3P 1:QC 0:3P", vira="JO").error == (2, "card_not_in_hand")
    assert judge("paulista", TWO, "0:3P 1:QC", vira="JO").legal[0] >= moves("2C 4E")


@pytest.mark.parametrize(
    ("variant", "players", "turned"),
    [
        *((name, n, True) for name, counts in TURNING.items() for n in counts),
        *((name, n, False) for name, counts in NOT_TURNING.items() for n in counts),
    ],
)
def test_a_deal_gives_everyone_three_cards_and_turns_the_next_where_one_is_turned(
    variant: str, players: int, turned: bool
) -> None:
    game = start(variant, players, dealer=players - 1)
    pack = game.rules.pack
    hand = step(game, Deal(pack))[1].hand
    assert hand is not None
    assert hand.dealt == tuple(pack[3 * seat : 3 * seat + 3] for seat in range(players))
    assert hand.deal.vira == (pack[3 * players] if turned else None)
    assert hand.stock == pack[3 * players + turned :]


def test_a_deal_needs_the_whole_pack_and_nothing_else() -> None:
    game = start("paulista", 2)
    for wrong in (game.rules.pack[1:], (*game.rules.pack, "9P"), (*game.rules.pack[1:], "9P")):
        with pytest.raises(IllegalMove):
            step(game, Deal(wrong))


def test_a_hand_is_not_dealt_while_another_is_played_nor_after_the_game() -> None:
    game = deal(start("paulista", 2, dealer=1, score=(0, 10)), TWO, "JO")
    with pytest.raises(IllegalMove):
        step(game, Deal(game.rules.pack))
    game = act(game, "0:raise 1:accept 0:concede")
    assert (game.winner, game.score) == (1, (0, 12))
    with pytest.raises(IllegalMove, match="over"):
        step(game, Deal(game.rules.pack))


def test_what_is_decided_is_told_in_events() -> None:
    game = deal(start("paulista", 2, dealer=1), TWO, "JO")
    assert decide(game, Act(0, Move("play", card="3P"))) == (CardPlayed(0, "3P"),)
    game = act(game, "0:3P")
    assert decide(game, Act(1, Move("play", card="QC"))) == (CardPlayed(1, "QC"), TrickWon(0))

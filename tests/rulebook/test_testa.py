"""Section 5: six players, and duels of each seat against the one opposite."""

import pytest

from games.rules.errors import UnreadableRecord
from games.rules.options import rules_for
from tests.rulebook.game import act, deal, hand_of, start
from tests.rulebook.table import judge, moves

SIX = "3B 2C 4E / 12C 5E 4C / 3O 5C 5B / 11E 6C 6E / 3C 5O 6B / 11O 7C 7B"
DUEL = "3B 2C 4E / - / - / 12C 5E 4C / - / -"
CALLS = "envido real_envido falta_envido"


def test_a_duel_is_played_by_two_seats_that_sit_opposite() -> None:
    hand = judge("argentino", DUEL, duel=[0, 3])
    assert hand.legal == {0: moves(f"3B 2C 4E raise concede {CALLS}")}
    hand = judge("argentino", DUEL, "0:3B 3:12C 0:2C 3:5E", duel=[0, 3])
    assert (hand.winner, hand.points, hand.tricks) == (0, [1, 0], [0, 0])


@pytest.mark.parametrize("duel", [[0, 3], [3, 0], [1, 4], [4, 1], [2, 5], [5, 2]])
def test_each_seat_may_have_a_duel_with_the_one_opposite(duel: list[int]) -> None:
    cards = " / ".join({min(duel): "3B 2C 4E", max(duel): "12C 5E 4C"}.get(seat, "-") for seat in range(6))
    hand = judge("argentino", cards, f"{min(duel)}:3B", duel=duel)
    assert hand.to_act == [max(duel)]


def test_the_first_of_the_two_after_the_dealer_is_the_mao() -> None:
    assert judge("argentino", DUEL, duel=[0, 3], dealer=0).to_act == [3]
    assert judge("argentino", DUEL, duel=[0, 3], dealer=2).to_act == [3]
    assert judge("argentino", DUEL, duel=[0, 3], dealer=4).to_act == [0]


def test_only_the_two_answer_and_speak() -> None:
    hand = judge("argentino", DUEL, "0:raise", duel=[0, 3])
    assert hand.legal == {3: moves(f"accept refuse raise {CALLS}")}
    hand = judge("argentino", DUEL, "0:envido 3:accept", duel=[0, 3])
    assert hand.spoken == [{"0": 4, "3": 24}]
    assert judge("argentino", DUEL, "1:3B", duel=[0, 3]).error == (0, "not_your_turn")
    assert judge("argentino", DUEL, "0:raise 1:accept", duel=[0, 3]).error == (1, "not_your_turn")


@pytest.mark.parametrize(
    "duel", [[0, 1], [1, 2], [0, 2], [0, 0], [0], [0, 3, 1], [0, 6], [True, 4], "03", [0, 3.0]]
)
def test_other_duels_are_unreadable(duel: object) -> None:
    with pytest.raises(UnreadableRecord) as found:
        judge("argentino", DUEL, duel=duel)
    assert found.value.params["field"] == "duel"


def test_a_duel_deals_cards_to_the_two_alone() -> None:
    with pytest.raises(UnreadableRecord):
        judge("argentino", SIX, duel=[0, 3])
    with pytest.raises(UnreadableRecord):
        judge("argentino", DUEL)


def test_no_duels_at_a_table_of_four_or_where_they_are_off() -> None:
    with pytest.raises(UnreadableRecord):
        judge("argentino", "3B 2C 4E / - / 12C 5E 4C / -", duel=[0, 2])
    with pytest.raises(UnreadableRecord):
        judge("argentino", DUEL, duel=[0, 3], testa=False)
    with pytest.raises(UnreadableRecord):
        judge("paulista", "3P 2C 4E / - / - / QC 5E 4C / - / -", duel=[0, 3], vira="JO")


def test_hands_all_together_alternate_with_a_round_of_three_duels() -> None:
    game, seen = start("argentino", 6, dealer=5), []
    for _hand in range(9):
        duel = game.duels[0] if game.duels else tuple(range(6))
        game = deal(
            game, " / ".join(each if seat in duel else "-" for seat, each in enumerate(SIX.split(" / ")))
        )
        hand = hand_of(game)
        seen.append((hand.deal.dealer, hand.deal.duel, hand.deal.order[0]))
        game = act(game, f"{hand.turn}:concede")
    assert seen[:5] == [
        (5, (), 0),
        (0, (1, 4), 1),
        (0, (2, 5), 2),
        (0, (0, 3), 3),
        (1, (), 2),
    ]
    assert seen[5:9] == [(2, (0, 3), 3), (2, (1, 4), 4), (2, (2, 5), 5), (3, (), 4)]


def test_until_a_team_has_half_the_target() -> None:
    together = " / ".join(SIX.split(" / "))
    game = act(deal(start("argentino", 6, dealer=5, score=(0, 14)), together), "0:concede")
    assert (game.score, game.duels) == ((0, 15), ())
    game = act(deal(start("argentino", 6, dealer=5, score=(0, 13)), together), "0:concede")
    assert (game.score, game.duels) == ((0, 14), ((1, 4), (2, 5), (0, 3)))


def test_or_the_score_that_was_set() -> None:
    game = act(deal(start("argentino", 6, dealer=5, testa_until=3), SIX), "0:raise 1:accept 0:concede")
    assert (game.score, len(game.duels)) == ((0, 2), 3)
    game = deal(game, "- / 12C 5E 4C / - / - / 3C 5O 6B / -")
    game = act(game, "1:raise 4:raise 1:refuse")
    assert (game.score, game.duels, game.dealer) == ((2, 2), ((2, 5), (0, 3)), 0)
    game = act(deal(game, "- / - / 3O 5C 5B / - / - / 11O 7C 7B"), "2:concede")
    assert (game.score, game.duels, game.dealer) == ((2, 3), (), 1)
    assert rules_for("uruguaio", 6).testa_until == 15
    assert rules_for("gauderio", 6).testa_until == 12


def test_a_table_without_testa_plays_all_together() -> None:
    game = act(deal(start("argentino", 6, dealer=5, testa=False), SIX), "0:concede")
    assert (game.duels, game.dealer) == ((), 0)


def test_a_duel_nobody_won_is_dealt_again() -> None:
    game = act(deal(start("argentino", 6, dealer=5, all_tied="redeal"), SIX), "0:concede")
    game = deal(game, "- / 3B 2C 6O / - / - / 3C 2O 6B / -")
    game = act(game, "1:3B 4:3C 1:2C 4:2O 1:6O 4:6B")
    assert (game.duels[0], game.dealer, len(game.duels)) == ((1, 4), 0, 3)


def test_all_together_a_hand_is_played_by_six_from_the_mao() -> None:
    hand = judge("argentino", SIX, "0:4E 1:5E 2:5B 3:6E 4:5O")
    assert hand.to_act == [5]
    hand = judge("argentino", SIX, "0:4E 1:5E 2:5B 3:6E 4:5O 5:7B")
    assert (hand.tricks, hand.to_act) == ([1], [5])

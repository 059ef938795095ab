"""Section 3: cutting the pack, and taking from it before the deal."""

import pytest

from games.rules.commands import Act, Deal, Mix
from games.rules.decide import step
from games.rules.errors import MoveNotAllowed, NotYourTurn, UnreadableRecord
from games.rules.events import TakingEnded
from games.rules.legal import legal_moves
from games.rules.moves import Move, to_json
from games.rules.state import Game
from tests.rulebook.game import act, hand_of, start
from tests.rulebook.table import judge, moves, word


def ready(players: int, dealer: int = 0, *, variant: str = "paulista", cut: str = "take") -> Game:
    """The pack in its own order, ready to be cut."""
    game = start(variant, players, dealer=dealer, cut=cut)
    return step(game, Deal(game.rules.pack))[1]


def legal(game: Game) -> dict[int, set[str]]:
    return {seat: {word(to_json(move)) for move in each} for seat, each in legal_moves(game).items()}


@pytest.mark.parametrize(
    ("players", "dealer", "cutter"), [(4, 0, 3), (4, 2, 1), (6, 5, 4), (2, 0, 1), (2, 1, 0)]
)
def test_the_player_before_the_dealer_cuts(players: int, dealer: int, cutter: int) -> None:
    assert list(legal(ready(players, dealer))) == [cutter]


def test_without_the_option_nobody_cuts() -> None:
    game = start("paulista", 4)
    assert hand_of(step(game, Deal(game.rules.pack))[1]).dealt[1] == game.rules.pack[:3]


def test_at_any_position_from_the_top_or_the_bottom() -> None:
    assert legal(ready(4)) == {3: {f"cut{at}{end}" for at in range(1, 40) for end in ("top", "bottom")}}
    for wrong in (Move("cut", at=0, end="top"), Move("cut", at=40, end="top")):
        assert wrong not in legal_moves(ready(4))[3]


def test_after_the_cut_the_dealer_deals_from_the_top() -> None:
    game = act(ready(4, cut="cut"), "3:cut5top")
    pack = game.rules.pack
    assert hand_of(game).dealt[1] == pack[5:8]
    assert hand_of(game).dealt[0] == pack[14:17]
    assert hand_of(game).deal.vira == pack[17]


def test_or_from_the_bottom() -> None:
    game = act(ready(4, cut="cut"), "3:cut5bottom")
    pack = game.rules.pack
    assert hand_of(game).dealt[1] == (pack[4], pack[3], pack[2])
    assert hand_of(game).deal.vira is not None


def test_with_take_that_player_may_take_a_card_or_none() -> None:
    assert legal(act(ready(4), "3:cut5top")) == {3: moves("take refuse")}
    game = act(ready(4), "3:cut5top 3:refuse")
    assert hand_of(game).dealt[1] == game.rules.pack[5:8]


def test_one_taken_card_is_kept_passed_or_burnt_or_a_second_is_taken() -> None:
    assert legal(act(ready(4), "3:cut5top 3:take")) == {3: moves("keep pass burn take")}


def test_a_kept_card_is_one_of_the_three() -> None:
    game = act(ready(4), "3:cut5top 3:take 3:keep")
    pack = game.rules.pack
    assert hand_of(game).dealt[3][0] == pack[5]
    assert [len(cards) for cards in hand_of(game).dealt] == [3, 3, 3, 3]
    assert hand_of(game).dealt[1] == pack[6:9]


def test_a_passed_card_goes_to_the_partner() -> None:
    game = act(ready(4), "3:cut5top 3:take 3:pass")
    assert hand_of(game).dealt[1] == (game.rules.pack[5], *game.rules.pack[6:8])


def test_a_burnt_card_is_out_of_the_hand_and_seen_by_all() -> None:
    game = act(ready(4), "3:cut5top 3:take")
    card = game.rules.pack[5]
    told, game = step(game, Act(3, Move("burn")))
    assert all(card not in cards for cards in (*hand_of(game).dealt, hand_of(game).stock or ()))
    assert [event.burnt for event in told if isinstance(event, TakingEnded)] == [(card,)]


def test_of_two_one_is_kept_and_the_other_passed() -> None:
    game = act(ready(4), "3:cut5top 3:take 3:take")
    one, two = game.rules.pack[5:7]
    assert legal(game) == {3: {f"keep={one}", f"keep={two}"}}
    game = act(game, f"3:keep={two}")
    assert (hand_of(game).dealt[3][0], hand_of(game).dealt[1][0]) == (two, one)
    assert sorted(map(len, hand_of(game).dealt)) == [3, 3, 3, 3]


def test_who_has_no_partner_cannot_pass_nor_take_a_second() -> None:
    assert legal(act(ready(2), "1:cut5top 1:take")) == {1: moves("keep burn")}


def test_of_three_the_cutters_partner_is_the_other_of_the_pair() -> None:
    game = act(ready(3, 1, variant="gauderio"), "0:cut5top 0:take")
    assert legal(game) == {0: moves("keep pass burn take")}
    game = act(game, "0:pass")
    assert hand_of(game).dealt[2][0] == game.rules.pack[5]
    assert [len(cards) for cards in hand_of(game).dealt] == [3, 4, 3]


def test_of_six_the_partner_is_the_nearest_in_play_order() -> None:
    game = act(ready(6, 0), "5:cut5top 5:take 5:pass")
    assert hand_of(game).dealt[1][0] == game.rules.pack[5]


def test_nobody_plays_before_the_deal() -> None:
    with pytest.raises(NotYourTurn):
        step(ready(4), Act(1, Move("play", card="4P")))


# The same from a record: `cards` are what the dealer dealt, `stock` what was drawn before.

FOUR = "3P 2C 4E / QC 2E 4C / 3O 5C 5E / QE 6C 6E"


def test_a_record_tells_the_cut_before_the_deal() -> None:
    hand = judge("paulista", FOUR, vira="JO", cut="cut")
    assert list(hand.legal) == [2]
    hand = judge("paulista", FOUR, "2:cut7bottom", vira="JO", cut="cut")
    assert hand.legal == {0: moves("3P 2C 4E raise concede")}
    assert judge("paulista", FOUR, "1:cut7top", vira="JO", cut="cut").status == "illegal"
    assert judge("paulista", FOUR, "2:cut7top 2:cut7top", vira="JO", cut="cut").status == "illegal"


def test_after_the_deal_an_answer_is_an_answer_again() -> None:
    hand = judge("paulista", FOUR, "2:cut7top 2:refuse 0:raise 1:refuse", vira="JO", cut="take")
    assert (hand.winner, hand.reason) == (0, "refused")
    hand = judge("paulista", FOUR, "2:cut7top 0:raise 1:accept", vira="JO", cut="cut")
    assert hand.stake == 3
    hand = judge("paulista", FOUR, "2:cut7top 2:refuse", vira="JO", cut="take", score=(11, 0))
    assert hand.to_act == [0, 2]
    hand = judge("paulista", FOUR, "2:cut7top 2:refuse 2:refuse", vira="JO", cut="take", score=(11, 0))
    assert hand.reason == "match_point_refused"


@pytest.mark.parametrize("third", ["", " 6P"])
def test_a_kept_card_comes_from_the_stock_and_fills_a_hand_the_dealer_dealt_two(third: str) -> None:
    cards = f"3P 2C 4E / QC 2E 4C / 3O 5C{third} / QE 6C 6E"
    hand = judge("paulista", cards, "2:cut7top 2:take 2:keep 0:3P 1:QC", vira="JO", cut="take", stock="KP 7C")
    assert hand.legal == {2: moves("KP 3O 5C raise concede")}


def test_a_passed_card_fills_the_partners_hand() -> None:
    cards = "2C 4E / QC 2E 4C / 3O 5C 5E / QE 6C 6E"
    hand = judge("paulista", cards, "2:cut7top 2:take 2:pass", vira="JO", cut="take", stock="KP")
    assert hand.legal == {0: moves("KP 2C 4E raise concede")}


def test_two_taken_cards_fill_both() -> None:
    cards = "2C 4E / QC 2E 4C / 3O 5C / QE 6C 6E"
    plays = "2:cut7top 2:take 2:take 2:keep=7C"
    hand = judge("paulista", cards, plays, vira="JO", cut="take", stock="KP 7C")
    assert hand.legal == {0: moves("KP 2C 4E raise concede")}
    hand = judge("paulista", cards, plays + " 0:KP 1:QC", vira="JO", cut="take", stock="KP 7C")
    assert hand.legal == {2: moves("7C 3O 5C raise concede")}


def test_a_burnt_card_fills_nobodys() -> None:
    hand = judge("paulista", FOUR, "2:cut7top 2:take 2:burn", vira="JO", cut="take", stock="KP")
    assert hand.legal == {0: moves("3P 2C 4E raise concede")}


def test_taking_does_not_depend_on_how_much_of_the_stock_is_written_down() -> None:
    hand = judge("paulista", FOUR, "2:cut7top", vira="JO", cut="take")
    assert hand.legal == {2: moves("take refuse")}
    with pytest.raises(UnreadableRecord) as found:
        judge("paulista", FOUR, "2:cut7top 2:take", vira="JO", cut="take")
    assert found.value.params["field"] == "stock"


def test_a_hand_that_the_deal_leaves_short_is_unreadable() -> None:
    cards = "3P 2C 4E / QC 2E 4C / 3O 5C / QE 6C 6E"
    with pytest.raises(UnreadableRecord) as found:
        judge("paulista", cards, "2:cut7top 2:refuse", vira="JO", cut="take")
    assert found.value.params["field"] == "cards.2"


def test_in_a_duel_the_pack_is_cut_by_the_player_before_the_dealer_who_takes_only_if_he_plays() -> None:
    cards = "3B 2C 4E / - / - / 12C 5E 4C / - / -"
    hand = judge("gauderio", cards, duel=[0, 3], dealer=5, cut="take")
    assert list(hand.legal) == [4]
    hand = judge("gauderio", cards, "4:cut7top", duel=[0, 3], dealer=5, cut="take")
    assert list(hand.legal) == [0]
    cards = "3B 2C / - / - / 12C 5E 4C / - / -"
    hand = judge("gauderio", cards, "0:cut7top 0:take", duel=[0, 3], dealer=1, cut="take", stock="7B")
    assert hand.legal == {0: moves("keep burn")}
    hand = judge(
        "gauderio", cards, "0:cut7top 0:take 0:keep 3:4C", duel=[0, 3], dealer=1, cut="take", stock="7B"
    )
    assert hand.legal[0] >= moves("7B 3B 2C")


def to_be_mixed(cut: str) -> Game:
    """The pack ready to be cut, and to be shuffled once more after it."""
    game = start("paulista", 4, cut=cut)
    return step(game, Deal(game.rules.pack, mix=True))[1]


def test_a_pack_that_is_mixed_after_the_cut_waits_for_it_and_asks_nobody() -> None:
    game = act(to_be_mixed("take"), "3:cut5top")
    assert game.needs_mix
    assert legal(game) == {}


def test_the_hands_come_from_the_mixed_pack() -> None:
    game = act(to_be_mixed("cut"), "3:cut5top")
    mixed = game.rules.pack[::-1]
    _events, game = step(game, Mix(mixed))
    assert hand_of(game).dealt[1] == mixed[:3]
    assert not game.needs_mix


def test_so_do_the_cards_that_the_cutter_takes() -> None:
    game = act(to_be_mixed("take"), "3:cut5top")
    mixed = game.rules.pack[::-1]
    game = act(step(game, Mix(mixed))[1], "3:take 3:keep")
    assert mixed[0] in hand_of(game).dealt[3]


@pytest.mark.parametrize("pack", [(), ("4P",) * 40])
def test_only_the_whole_pack_is_mixed(pack: tuple[str, ...]) -> None:
    with pytest.raises(MoveNotAllowed):
        step(act(to_be_mixed("cut"), "3:cut5top"), Mix(pack))


def test_a_pack_is_not_mixed_before_its_cut_nor_where_nobody_asked_for_it() -> None:
    game = to_be_mixed("cut")
    for early in (game, ready(4, cut="cut")):
        with pytest.raises(MoveNotAllowed):
            step(early, Mix(game.rules.pack))

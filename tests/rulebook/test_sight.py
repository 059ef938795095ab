"""Who sees what: the view of a seat, and the events as a seat is told them."""

from typing import Any

import pytest

from games.rules import events as ev
from games.rules.commands import Act, Deal
from games.rules.decide import step
from games.rules.moves import Move
from games.rules.seats import see, view
from games.rules.state import Game
from tests.rulebook.game import act, deal, stacked, start

FOUR = "3P 2C 4E / QC 2E 4C / 3O 5C 5E / QE 6C 6E"
OWN = [["3P", "2C", "4E"], ["QC", "2E", "4C"], ["3O", "5C", "5E"], ["QE", "6C", "6E"]]
HIDDEN = [None] * 3


def four(**rest: Any) -> Game:
    return deal(start("paulista", 4, dealer=3, **rest), FOUR, "JO")


def cards(game: Game, seat: int | None) -> list[Any]:
    shown: list[Any] = view(game, seat)["hand"]["cards"]
    return shown


def only(*seats: int) -> list[Any]:
    return [OWN[seat] if seat in seats else HIDDEN for seat in range(4)]


def test_a_seat_sees_its_own_cards_and_an_outsider_none() -> None:
    game = four()
    for seat in range(4):
        assert cards(game, seat) == only(seat)
    assert cards(game, None) == only()


def test_everyone_sees_the_vira_and_what_lies_open() -> None:
    game = act(four(), "0:3P")
    for seat in (0, 1, None):
        hand = view(game, seat)["hand"]
        assert hand["vira"] == "JO"
        assert hand["table"] == [{"seat": 0, "card": "3P", "covered": False}]
    assert cards(game, 0)[0] == ["2C", "4E"]
    assert cards(game, 1)[0] == [None, None]


def test_a_seat_is_told_what_it_may_do_and_nobody_elses_choices() -> None:
    game = four()
    assert [move["type"] for move in view(game, 0)["legal"]] == ["play", "play", "play", "raise", "concede"]
    assert view(game, 1)["legal"] == view(game, None)["legal"] == []
    assert view(game, 1)["hand"]["to_act"] == [0]


def test_partners_see_each_others_cards_while_they_decide_at_match_point_and_no_longer() -> None:
    game = four(score=(11, 5))
    assert cards(game, 0) == cards(game, 2) == only(0, 2)
    assert cards(game, 1) == only(1)
    assert cards(game, 3) == only(3)
    assert cards(game, None) == only()
    for answer in ("0:accept", "2:refuse"):
        after = act(game, answer)
        for seat in range(4):
            assert cards(after, seat) == only(seat), (answer, seat)


def test_with_both_teams_at_match_point_nobody_sees_a_partners_cards() -> None:
    game = four(score=(11, 11))
    assert [cards(game, seat) for seat in range(4)] == [only(seat) for seat in range(4)]


def test_in_a_blind_hand_nobody_sees_even_their_own() -> None:
    game = deal(start("paulista", 4, dealer=3, score=(11, 11), iron_hand="blind"), FOUR, "JO")
    for seat in (0, 1, 2, 3, None):
        assert cards(game, seat) == only()
    assert view(game, 0)["hand"]["blind"] is True
    assert view(game, 0)["legal"][0] == {"type": "play", "place": 0}
    game = act(game, "0:#1")
    assert view(game, 3)["hand"]["table"] == [{"seat": 0, "card": "2C", "covered": False}]


def test_a_covered_card_is_seen_by_its_owner_alone_until_the_game_ends() -> None:
    game = act(four(), "0:3P 1:QC 2:5C 3:QE 0:~2C")
    for seat, card in ((0, "2C"), (1, None), (2, None), (None, None)):
        assert view(game, seat)["hand"]["table"] == [{"seat": 0, "card": card, "covered": True}]
    game = act(game, "1:2E 2:3O 3:6C")
    for seat, card in ((0, "2C"), (1, None), (2, None), (None, None)):
        play = view(game, seat)["hand"]["tricks"][1]["plays"][0]
        assert play == {"seat": 0, "card": card, "covered": True}
    opened = view(game, None, open_cards=True)["hand"]
    assert opened["tricks"][1]["plays"][0]["card"] == "2C"
    assert opened["cards"][3] == ["6E"]


def test_a_hand_that_is_over_does_not_open_what_was_not_played() -> None:
    game = act(four(), "0:concede")
    assert cards(game, 1) == only(1)
    assert cards(game, None) == only()


def test_what_the_lone_player_laid_aside_is_theirs_alone() -> None:
    game = deal(start("gauderio", 3, dealer=2), "3B 2C 4E / 12C 5E 4C / 1E 7O 6O 5B")
    game = act(game, "2:aside=5B")
    assert [view(game, seat)["hand"]["laid_aside"] for seat in (0, 1, 2, None)] == [None, None, "5B", None]
    assert cards(game, 0)[2] == [None, None, None]
    assert view(game, None, open_cards=True)["hand"]["laid_aside"] == "5B"


def test_shown_cards_are_seen_by_all_and_drawn_ones_by_who_drew() -> None:
    game = deal(start("paulista", 2, dealer=1, royal_family="swap"), "QP JC KE / 3C 5E 4C", "7O")
    told, game = step(game, Act(0, Move("swap")))
    drawn = list(game.hand.held[0]) if game.hand else []
    for seat in (0, 1, None):
        assert see(told[0], seat)["shown"] == ["QP", "JC", "KE"]
        assert see(told[0], seat)["drawn"] == (drawn if seat == 0 else HIDDEN)
        assert view(game, seat)["hand"]["shown"] == [{"seat": 0, "cards": ["QP", "JC", "KE"]}]
    assert see(told[0], 1, open_cards=True)["drawn"] == drawn


def test_a_believed_claimers_cards_stay_unseen_and_a_doubted_ones_are_shown() -> None:
    game = act(deal(start("cearense", 2, dealer=1), "QP JC KE / 3C 5E 4C", "7O"), "0:claim_royal_family")
    assert view(game, 1)["hand"]["claimer"] == 0
    believed, _game = step(game, Act(1, Move("accept")))
    assert see(believed[0], 1) == {"seat": 1, "claimer": 0, "drawn": HIDDEN}
    assert None not in see(believed[0], 0)["drawn"]
    doubted, after = step(game, Act(1, Move("refuse")))
    assert see(doubted[0], None)["shown"] == ["QP", "JC", "KE"]
    assert view(after, None)["hand"]["shown"] == [{"seat": 0, "cards": ["QP", "JC", "KE"]}]


def test_the_deal_tells_each_seat_its_own_cards() -> None:
    game = start("paulista", 4, dealer=3)
    (dealt,), _game = step(game, Deal(stacked(game, FOUR, "JO"), salt="salt"))
    for seat in (0, 1, 2, 3, None):
        told = see(dealt, seat)
        assert told["cards"] == (only() if seat is None else only(seat))
        assert (told["vira"], told["dealer"], told["number"]) == ("JO", 3, 1)
        assert not {"stock", "salt"} & set(told)
    assert see(dealt, None, open_cards=True)["cards"] == OWN


def test_the_deal_of_a_blind_hand_tells_nobody_anything() -> None:
    game = start("goiano", 2, dealer=1, score=(11, 11))
    (dealt,), _game = step(game, Deal(stacked(game, "3P 2C 4E / QC 5E 4C")))
    for seat in (0, 1, None):
        assert see(dealt, seat)["cards"] == [HIDDEN, HIDDEN]


def test_a_covered_card_is_told_to_its_owner_alone() -> None:
    event = ev.CardPlayed(0, "3P", covered=True)
    assert see(event, 0) == {"seat": 0, "card": "3P", "covered": True}
    for seat in (1, 2, None):
        assert see(event, seat) == {"seat": 0, "card": None, "covered": True}
    assert see(event, 1, open_cards=True)["card"] == "3P"
    assert see(ev.CardPlayed(0, "3P"), None)["card"] == "3P"


def test_a_pack_to_be_cut_is_seen_by_none_and_a_taken_card_by_who_took_it() -> None:
    game = start("paulista", 4, dealer=0, cut="take")
    (ready,), game = step(game, Deal(game.rules.pack, salt="salt"))
    for seat in (0, 3, None):
        assert see(ready, seat) == {"number": 1, "dealer": 0, "duel": []}
    assert see(ready, None, open_cards=True)["pack"] == list(game.rules.pack)
    game = act(game, "3:cut5top")
    (taken,), game = step(game, Act(3, Move("take")))
    assert see(taken, 3) == {"seat": 3, "card": game.rules.pack[5]}
    assert see(taken, 1) == see(taken, None) == {"seat": 3, "card": None}
    assert view(game, 1)["hand"]["cut"] == {"done": True, "taken": 1, "burnt": [], "settled": False}


@pytest.mark.parametrize(
    ("answer", "seers", "field"), [("keep", {3}, "kept"), ("pass", {1, 3}, "passed"), ("burn", None, "burnt")]
)
def test_what_became_of_a_taken_card(answer: str, seers: set[int] | None, field: str) -> None:
    game = act(deal_to_cut(), "3:cut5top 3:take")
    card = game.rules.pack[5]
    told, game = step(game, Act(3, Move(answer)))
    for seat in (0, 1, 2, 3, None):
        seen = [card] if seers is None or seat in seers else [None]
        assert see(told[0], seat)[field] == seen
        burnt = [card] if answer == "burn" else []
        assert view(game, seat)["hand"]["cut"]["burnt"] == burnt


def deal_to_cut() -> Game:
    game = start("paulista", 4, dealer=0, cut="take")
    return step(game, Deal(game.rules.pack))[1]


def test_a_loser_who_never_spoke_keeps_the_points_secret() -> None:
    game = deal(start("argentino", 2, dealer=1), "7E 6E 1B / 7O 5O 3C")
    told, game = step(act(game, "0:envido"), Act(1, Move("accept")))
    awarded = next(event for event in told if isinstance(event, ev.PointsAwarded))
    assert see(awarded, None) == {
        "team": 0,
        "points": 2,
        "purpose": "envido",
        "spoken": [[0, 33], [1, None]],
    }
    assert view(game, None)["hand"]["awards"] == [
        {"team": 0, "points": 2, "for": "envido", "values": {"0": 33, "1": None}}
    ]


def test_a_refused_envido_tells_no_points() -> None:
    game = deal(start("argentino", 2, dealer=1), "7E 6E 1B / 7O 5O 3C")
    told, _game = step(act(game, "0:envido"), Act(1, Move("refuse")))
    assert all("33" not in str(see(event, None)) for event in told)


def test_every_event_has_its_rule_of_sight() -> None:
    """What is not allowed is not told: an event nobody thought of would show nothing."""
    samples: list[ev.Event] = [
        ev.PackReady(1, 0, ("3P",), salt="s"),
        ev.PackCut(0, 5, "top"),
        ev.PackMixed(1, ("3P",)),
        ev.CardTaken(0, "3P"),
        ev.TakingEnded(0),
        ev.HandDealt(1, 0, (("3P",),)),
        ev.CardLaidAside(0, "3P"),
        ev.CardPlayed(0, "3P"),
        ev.TrickWon(0),
        ev.TrickTied(0),
        ev.StakeRaised(0, 3),
        ev.RaiseAccepted(0, 3),
        ev.RaiseRefused(0),
        ev.RaisedAtMatchPoint(0),
        ev.HandConceded(0),
        ev.MatchPointAccepted(0),
        ev.MatchPointRefused(0),
        ev.CardsSwapped(0, ("3P",), ("2P",)),
        ev.RoyalFamilyClaimed(0),
        ev.ClaimAccepted(0, 1, ("2P",)),
        ev.ClaimDoubted(0, 1, ("2P",), True),
        ev.EnvidoCalled(0, "envido"),
        ev.EnvidoAccepted(0, 2),
        ev.EnvidoRefused(0),
        ev.PointsDeclared(0, 29),
        ev.FlorCalled(0),
        ev.FlorDeclined(0, "achico"),
        ev.ContraflorCalled(0, True),
        ev.ContraflorAnswered(0, True),
        ev.PointsAwarded(0, 2, "envido"),
        ev.HandScored(0, (1, 0), (1, 0), "tricks"),
        ev.GameWon(0, (12, 0)),
    ]
    assert {type(event) for event in samples} == set(ev.ALL.values())
    assert all(see(event, None) for event in samples)

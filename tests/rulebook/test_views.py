"""The shape of what a seat is shown, whole."""

from games.rules.options import rules_for
from games.rules.seats import view
from games.rules.state import new_game
from tests.rulebook.game import act, deal, start


def test_a_game_that_has_not_begun() -> None:
    rules = rules_for("paulista", 2)
    assert view(new_game(rules), 0) == {
        "variant": "paulista",
        "players": 2,
        "options": rules.settled(),
        "target": 12,
        "score": [0, 0],
        "dealer": 0,
        "hand_no": 0,
        "winner": None,
        "hand": None,
        "legal": [],
    }
    assert view(new_game(rules_for("gauderio", 3), 2), 0)["score"] == [0, 0, 0]


def test_a_hand_with_a_raise_open() -> None:
    game = deal(start("paulista", 2, dealer=1, score=(4, 2)), "3P 2C 4E / QC 5E 4C", "JO")
    game = act(game, "0:3P 1:QC 0:2C 1:raise 0:raise")
    shown = view(game, 1)
    assert shown["hand"] == {
        "number": 1,
        "dealer": 1,
        "order": [0, 1],
        "duel": [],
        "vira": "JO",
        "kind": "normal",
        "blind": False,
        "stake": 3,
        "turn": 1,
        "to_act": [1],
        "deciding": None,
        "raised_by": 1,
        "offer": {"seat": 0, "to": 6},
        "cards": [[None], ["5E", "4C"]],
        "tricks": [
            {
                "leader": 0,
                "plays": [
                    {"seat": 0, "card": "3P", "covered": False},
                    {"seat": 1, "card": "QC", "covered": False},
                ],
                "winner_seat": 0,
                "winner_team": 0,
            }
        ],
        "table": [{"seat": 0, "card": "2C", "covered": False}],
        "points": [0, 0],
        "awards": [],
        "envido": None,
        "flor": None,
        "claimer": None,
        "swapped": [],
        "shown": [],
        "laid_aside": None,
        "cut": None,
        "outcome": None,
    }
    assert shown["legal"] == [{"type": "accept"}, {"type": "refuse"}, {"type": "raise"}]
    assert (shown["score"], shown["dealer"], shown["hand_no"]) == ([4, 2], 1, 1)


def test_a_hand_that_is_over() -> None:
    game = deal(start("paulista", 2, dealer=1), "3P 2C 4E / QC 5E 4C", "JO")
    hand = view(act(game, "0:concede"), None)["hand"]
    assert hand["outcome"] == {"winner": 1, "points": [0, 1], "reason": "conceded"}
    assert (hand["to_act"], hand["offer"]) == ([], None)


def test_a_tied_trick_was_taken_by_nobody() -> None:
    game = deal(start("paulista", 2, dealer=1), "3P 2C 4E / 3C 5E 4C", "JO")
    trick = view(act(game, "0:3P 1:3C"), None)["hand"]["tricks"][0]
    assert (trick["winner_seat"], trick["winner_team"]) == (None, None)


def test_an_envido_that_is_called_and_one_that_is_spoken() -> None:
    game = deal(start("argentino", 2, dealer=1, declaration="manual"), "7E 6E 1B / 7O 5O 3C")
    game = act(game, "0:envido 1:real_envido")
    assert view(game, None)["hand"]["envido"] == {
        "chain": ["envido", "real_envido"],
        "seat": 1,
        "stage": "open",
        "worth": 0,
        "spoken": {},
    }
    spoken = view(act(game, "0:accept 0:=33"), None)["hand"]["envido"]
    assert (spoken["stage"], spoken["worth"], spoken["spoken"]) == ("declaring", 5, {"0": 33})
    pending = view(act(game, "0:accept 0:=33 1:good"), None)["hand"]["envido"]
    assert (pending["stage"], pending["spoken"]) == ("pending", {"0": 33, "1": None})


def test_a_settled_envido_and_the_points_it_paid() -> None:
    game = deal(start("argentino", 2, dealer=1), "7E 6E 1B / 7O 5O 3C")
    hand = view(act(game, "0:envido 1:accept"), None)["hand"]
    assert (hand["points"], hand["envido"]["stage"]) == ([2, 0], "done")
    assert hand["awards"] == [{"team": 0, "points": 2, "for": "envido", "values": {"0": 33, "1": None}}]
    hand = view(act(game, "0:envido 1:refuse"), None)["hand"]
    assert (hand["points"], hand["envido"]["stage"]) == ([1, 0], "done")


def test_the_stages_of_a_flor() -> None:
    game = deal(start("gauderio", 2, dealer=1), "7E 6E 1E / 7O 5O 3O")
    for actions, stage, called, asker in (
        ("0:flor", "asked", [0], 0),
        ("0:flor 1:flor", "comparing", [0, 1], 0),
        ("0:flor 1:contraflor", "contraflor", [0, 1], 1),
        ("0:flor 1:contraflor 0:contraflor_resto", "resto", [0, 1], 0),
        ("0:flor 1:achico", "done", [0], 0),
    ):
        shown = view(act(game, actions), None)["hand"]["flor"]
        assert shown == {"called": called, "asker": asker, "stage": stage}


def test_an_envido_cancelled_by_a_flor_is_over() -> None:
    game = deal(start("gauderio", 2, dealer=1), "7O 5O 3C / 7E 6E 1E")
    assert view(act(game, "0:envido 1:flor"), None)["hand"]["envido"]["stage"] == "done"


def test_who_swapped_and_who_lies_in_wait() -> None:
    game = deal(start("paulista", 2, dealer=1, royal_family="swap"), "QP JC KE / 3C 5E 4C", "7O")
    assert view(act(game, "0:swap"), 1)["hand"]["swapped"] == [0]
    game = deal(
        start("paulista", 4, dealer=3, score=(11, 3)), "3P 2C 4E / QC 2E 4C / 3O 5C 5E / QE 6C 6E", "JO"
    )
    hand = view(game, None)["hand"]
    assert (hand["kind"], hand["deciding"], hand["to_act"]) == ("match_point", 0, [0, 2])
    game = deal(start("paulista", 2, dealer=1, score=(11, 11)), "3P 2C 4E / QC 5E 4C", "JO")
    assert view(game, None)["hand"]["kind"] == "iron"


def test_a_duel_and_who_won_the_game() -> None:
    game = start("argentino", 6, dealer=5)._replace(duels=((0, 3),), score=(29, 3))
    game = deal(game, "3B 2C 4E / - / - / 12C 5E 4C / - / -")
    hand = view(game, 0)["hand"]
    assert (hand["duel"], hand["order"]) == ([0, 3], [0, 3])
    assert hand["cards"] == [["3B", "2C", "4E"], [], [], [None] * 3, [], []]
    shown = view(act(game, "0:3B 3:concede"), 0)
    assert (shown["winner"], shown["score"]) == (0, [30, 3])

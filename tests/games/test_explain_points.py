"""Why the game of points pays what it pays, and who plays a hand, in every language."""

from typing import Any

import pytest
from django.utils import translation

from games.explain import explain, reason_json
from games.rules.moves import Move
from tests.games.test_explain import Step, codes, hand, last, table, with_score

E, R, F, ACCEPT, REFUSE, RAISE, FLOR = (
    Move(kind) for kind in ("envido", "real_envido", "falta_envido", "accept", "refuse", "raise", "flor")
)
POINTS = "7B 6B 4E 1E 2C 5C"
"""Seat 1, the mão, holds 33; seat 0 holds 27."""
Moves = list[tuple[int, Move | str]]


def paid(told: list[Step]) -> list[str]:
    """What is said of the points paid apart from the hand, as codes."""
    return last(told, "PointsAwarded")


def words(told: list[Step], language: str) -> list[str]:
    """The same in words."""
    step = next(step for step in reversed(told) if type(step[1]).__name__ == "PointsAwarded")
    with translation.override(language):
        return [reason_json(why)["text"] for why in explain(*step, None, open_cards=False).why]


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ([(1, E), (0, REFUSE)], ["first_refused"]),
        ([(1, E), (0, R), (1, REFUSE)], ["calls_before"]),
        ([(1, E), (0, ACCEPT)], ["declare", "good", "best_number", "calls_pay"]),
        ([(1, E), (0, E), (1, R), (0, ACCEPT)], ["declare", "good", "best_number", "calls_pay"]),
        ([(1, F), (0, ACCEPT)], ["declare", "good", "best_number", "falta"]),
    ],
)
def test_what_envido_pays_follows_from_its_calls(moves: Moves, why: list[str]) -> None:
    assert paid(hand(table("argentino"), POINTS, *moves)) == ["envido_pays", *why]


def test_the_calls_are_named_in_the_readers_language() -> None:
    told = hand(table("argentino"), POINTS, (1, E), (0, R), (1, ACCEPT))
    assert words(told, "pt-br") == [
        "O jogador 1 diz 33.",
        "O jogador 0 diz “é bom”.",
        "O jogador 1 disse o número mais alto; entre iguais vence o mais perto do mão.",
        "O que foi cantado paga 5: envido, real envido.",
    ]
    refused = hand(table("argentino"), POINTS, (1, E), (0, E), (1, F), (0, REFUSE))
    assert words(refused, "es") == [
        "El último canto no se quiso, así que pagan los anteriores: envido, envido."
    ]
    said = explain(*refused[-1], None, open_cards=False).why[0]
    assert reason_json(said)["params"] == {"calls": ["envido", "envido"]}


def test_a_number_that_was_not_true_pays_the_others() -> None:
    at = table("argentino", declaration="manual")
    false = [(1, Move("declare", points=20)), (0, Move("declare", points=28))]
    told = hand(at, POINTS, (1, E), (0, ACCEPT), *false, (1, Move("concede")))
    assert paid(told) == ["envido_pays", "declare", "declare", "false_number", "calls_pay"]


def test_what_comes_before_an_open_truco_says_so() -> None:
    told = hand(table("argentino"), POINTS, (1, RAISE), (0, E))
    assert codes(told[-1]) == ["call", "comes_first"]
    told = hand(table("gauderio"), "4E 7B 2O 1C 2C 5C", (1, RAISE), (0, FLOR))
    assert last(told, "FlorCalled") == ["flor", "comes_first"]


BOTH = "7B 6B 4B 1C 2C 5C"
"""Both hold a flor: seat 1 of 37, seat 0 of 28."""
CONTRA, RESTO, ACHICO = (Move(kind) for kind in ("contraflor", "contraflor_resto", "achico"))


@pytest.mark.parametrize(
    ("cards", "moves", "why"),
    [
        ("7B 6B 4B 1C 2C 5E", [(1, FLOR)], ["unanswered_flor"]),
        (BOTH, [(1, FLOR), (0, REFUSE)], ["unanswered_flor"]),
        (BOTH, [(1, FLOR), (0, ACHICO)], ["achico_pays"]),
        (BOTH, [(1, FLOR), (0, CONTRA), (1, REFUSE)], ["contraflor_refused"]),
        (BOTH, [(1, FLOR), (0, RESTO), (1, REFUSE)], ["contraflor_refused"]),
        (
            BOTH,
            [(1, FLOR), (0, CONTRA), (1, ACCEPT)],
            ["declare", "good", "best_flor", "contraflor_pays"],
        ),
        (BOTH, [(1, FLOR), (0, RESTO), (1, ACCEPT)], ["declare", "good", "best_flor", "resto_pays"]),
        (
            BOTH,
            [(1, FLOR), (0, FLOR), (1, Move("concede"))],
            ["declare", "good", "best_flor", "each_flor"],
        ),
    ],
)
def test_what_a_flor_pays_follows_from_its_answer(cards: str, moves: Moves, why: list[str]) -> None:
    assert paid(hand(table("gauderio", target=30), cards, *moves)) == ["flor_pays", *why]


def test_a_further_flor_of_the_team_pays_again() -> None:
    at = table("gauderio", 4)
    cards = "7B 6B 4B 1C 2C 5E 7E 6E 4E 1O 2O 3C"
    told = hand(at, cards, (1, FLOR), (1, "4B"), (2, "5E"), (3, FLOR))
    assert paid(told) == ["flor_pays", "further_flor"]


def test_of_three_who_deals_plays_alone() -> None:
    told = hand(table("gauderio", 3), "7B 6B 4E 1C 2C 5E 7E 6C 4O 1O", (0, Move("lay_aside", card="1O")))
    assert codes(told[0]) == ["deal", "fixed", "alone", "plays_first"]
    assert codes(told[1]) == ["lay_aside", "fourth_card"]


def test_a_duel_says_whose_it_is_and_until_when() -> None:
    at = table("gauderio", 6)
    assert at.game is not None
    at = at._replace(game=at.game._replace(duels=((1, 4), (2, 5), (0, 3))))
    (deal,) = hand(at, "7B 6B 4E 1C 2C 5E")
    assert codes(deal) == ["deal", "fixed", "duel", "duels_until", "plays_first"]
    with translation.override("es"):
        texts = [reason_json(why)["text"] for why in explain(*deal, None, open_cards=False).why]
    assert texts[1] == "Esta mano es de punta y hacha: el jugador 1 y el jugador 4."


@pytest.mark.parametrize(
    ("options", "code"), [({"coringa": "top"}, "joker_top"), ({"coringa": "three_and_half"}, "joker_between")]
)
def test_a_joker_says_where_it_stands(options: dict[str, Any], code: str) -> None:
    told = hand(table(**options), "CORINGA 7P 4E 2O KC 5P", (1, "CORINGA"), vira="4C")
    assert codes(told[-1]) == ["play", code]


def test_the_best_cards_under_a_muestra_come_after_its_pieces() -> None:
    told = hand(table("uruguaio"), "1E 7B 4E 3O 1C 5B", (1, "1E"), vira="6C")
    assert codes(told[-1]) == ["play", "after_pieces"]
    high = explain(*told[-1], None, open_cards=False).why[0]
    assert high.params["order"] == "1E > 1B > 7E > 7O"


def test_a_claim_may_be_doubted() -> None:
    told = hand(table("cearense"), "KC QP JE 2O KE 5P", (1, Move("claim_royal_family")), vira="4C")
    assert codes(told[-1]) == ["claim", "may_doubt"]


def test_who_ran_out_of_time_is_named() -> None:
    from games.rules.table.events import TurnTimedOut

    at = with_score(table(players=4), 1, 2)
    told = explain(at, TurnTimedOut((1, 3), 1), at, None, open_cards=False)
    with translation.override("pt-br"):
        said, missed = reason_json(told.says), reason_json(told.why[0])
    assert said["text"] == "O jogador 1 ficou sem tempo: o jogo age em seu lugar."
    assert missed["text"] == "Sem tempo da vez nem reserva: o jogador 1, o jogador 3."
    assert missed["params"] == {"seats": [1, 3]}

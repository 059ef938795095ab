"""The verdict on a hand record: its shape, and why an action is refused."""

from typing import Any

import pytest

from tests.rulebook.table import judge

TWO = "3P 2C 4E / QC 5E 4C"
FOUR = "3P 2C 4E / QC 2E 4C / 3O 5C 5E / QE 6C 6E"


def test_the_verdict_on_a_hand_in_progress() -> None:
    hand = judge("paulista", TWO, "0:3P 1:raise", vira="JO", score=(4, 2))
    assert hand.whole == {
        "status": "in_progress",
        "score": [4, 2],
        "points": [0, 0],
        "winner": None,
        "reason": None,
        "game_over": False,
        "stake": 1,
        "tricks": [
            {
                "leader": 0,
                "plays": [{"seat": 0, "card": "3P", "covered": False}],
                "winner_seat": None,
                "winner_team": None,
                "tied": False,
            }
        ],
        "awards": [],
        "next": [{"seat": 0, "legal": [{"type": "accept"}, {"type": "refuse"}, {"type": "raise"}]}],
    }


def test_the_verdict_on_a_finished_hand() -> None:
    hand = judge("paulista", TWO, "0:3P 1:QC 0:2C 1:~5E", vira="JO", score=(11, 11))
    assert hand.whole == {
        "status": "finished",
        "score": [12, 11],
        "points": [3, 0],
        "winner": 0,
        "reason": "tricks",
        "game_over": True,
        "stake": 3,
        "tricks": [
            {
                "leader": 0,
                "plays": [
                    {"seat": 0, "card": "3P", "covered": False},
                    {"seat": 1, "card": "QC", "covered": False},
                ],
                "winner_seat": 0,
                "winner_team": 0,
                "tied": False,
            },
            {
                "leader": 0,
                "plays": [
                    {"seat": 0, "card": "2C", "covered": False},
                    {"seat": 1, "card": "5E", "covered": True},
                ],
                "winner_seat": 0,
                "winner_team": 0,
                "tied": False,
            },
        ],
        "awards": [],
        "next": [],
    }


def test_an_award_says_what_was_spoken_by_seat() -> None:
    hand = judge("argentino", "7E 6E 1B / 7O 5O 3C", "0:envido 1:accept")
    assert hand.whole["awards"] == [{"team": 0, "points": 2, "for": "envido", "values": {"0": 33, "1": None}}]


def test_an_illegal_action_leaves_the_state_before_it() -> None:
    before = judge("paulista", TWO, "0:3P", vira="JO").whole
    after = judge("paulista", TWO, "0:3P 0:2C 1:QC", vira="JO").whole
    error = after.pop("error")
    assert after == before | {"status": "illegal"}
    assert (error["action"], error["code"]) == (1, "not_your_turn")
    assert error["detail"]


@pytest.mark.parametrize(
    ("cards", "actions", "rest", "code"),
    [
        (TWO, "1:QC", {}, "not_your_turn"),
        (TWO, "0:QC", {}, "card_not_in_hand"),
        (TWO, "1:3P", {}, "not_your_turn"),
        (TWO, "0:~3P", {}, "covered_not_allowed"),
        (TWO, "0:~QC", {}, "card_not_in_hand"),
        (TWO, "0:raise 1:accept 0:raise", {}, "raise_not_allowed"),
        (TWO, "0:raise 0:raise", {}, "raise_not_allowed"),
        (TWO, "1:raise", {}, "not_your_turn"),
        (TWO, "0:accept", {}, "nothing_to_answer"),
        (TWO, "1:refuse", {}, "nothing_to_answer"),
        (TWO, "0:raise 0:accept", {}, "not_your_turn"),
        (TWO, "0:raise 1:QC", {}, "answer_first"),
        (TWO, "0:raise 0:concede", {}, "answer_first"),
        (TWO, "0:raise 1:concede", {}, "answer_first"),
        (TWO, "1:concede", {}, "not_your_turn"),
        (TWO, "0:concede 0:3P", {}, "hand_over"),
        (TWO, "0:concede 1:accept", {}, "hand_over"),
        (TWO, "0:concede 1:envido", {}, "hand_over"),
        (TWO, "0:#0", {}, "play_by_place"),
        (TWO, "0:swap", {}, "swap_not_allowed"),
        (TWO, "0:envido", {}, "envido_not_allowed"),
        (TWO, "0:flor", {}, "flor_not_allowed"),
        (TWO, "0:achico", {}, "flor_not_allowed"),
        (TWO, "0:contraflor", {}, "flor_not_allowed"),
        (TWO, "0:claim_royal_family", {}, "claim_not_allowed"),
        (TWO, "0:=20", {}, "nothing_to_answer"),
        (TWO, "0:cut5top", {}, "cut_not_allowed"),
        (TWO, "0:take", {}, "cut_not_allowed"),
        (TWO, "0:keep", {}, "cut_not_allowed"),
        (TWO, "0:burn", {}, "cut_not_allowed"),
        (TWO, "0:aside=3P", {}, "move_not_allowed"),
        (TWO, "0:3P", {"score": (11, 0)}, "answer_first"),
        (TWO, "1:accept", {"score": (11, 0)}, "not_your_turn"),
        (TWO, "0:raise", {"score": (11, 0)}, "answer_first"),
        (TWO, "1:raise", {"score": (11, 0)}, "answer_first"),
        (TWO, "0:accept 0:raise", {"score": (11, 0)}, "raise_not_allowed"),
        (TWO, "0:accept 1:raise", {"score": (11, 0)}, "not_your_turn"),
        (TWO, "0:raise 1:accept 0:3P 0:raise", {}, "not_your_turn"),
        (TWO, "0:raise 1:accept 0:3P 0:raise", {"raise_timing": "any"}, "raise_not_allowed"),
        (TWO, "0:raise 1:raise 0:raise 1:raise 0:raise", {}, "raise_not_allowed"),
        (TWO, "1:swap", {}, "swap_not_allowed"),
        (TWO, "1:claim_royal_family", {}, "claim_not_allowed"),
        (TWO, "1:claim_royal_family", {"royal_family": "claim"}, "not_your_turn"),
        (TWO, "0:claim_royal_family 0:claim_royal_family", {"royal_family": "claim"}, "claim_not_allowed"),
        (TWO, "0:claim_royal_family 1:raise", {"royal_family": "claim"}, "answer_first"),
        (TWO, "0:claim_royal_family 1:QC", {"royal_family": "claim"}, "answer_first"),
        ("3P 2C 4E / 3C 5E 4C", "0:3P 1:3C 0:4E", {"canga": "show_highest"}, "must_show_highest"),
        ("3P 2C 4E / 3C 5E 4C", "0:3P 1:3C 0:~2C", {"canga": "show_highest"}, "covered_not_allowed"),
        ("3P 2C 4E / 3C 5E 4C", "0:3P 1:3C 0:~4E", {"canga": "show_highest"}, "covered_not_allowed"),
        (FOUR, "0:raise 2:accept", {}, "not_your_turn"),
        (FOUR, "0:raise 2:raise", {}, "raise_not_allowed"),
        (FOUR, "0:raise 3:accept 1:refuse", {}, "nothing_to_answer"),
    ],
)
def test_why_an_action_is_refused(cards: str, actions: str, rest: dict[str, Any], code: str) -> None:
    hand = judge("paulista", cards, actions, vira="JO", **rest)
    assert hand.error == (len(actions.split()) - 1, code)


@pytest.mark.parametrize(
    ("cards", "actions", "code"),
    [
        ("7E 6E 1B / 7O 5O 3C", "1:envido", "not_your_turn"),
        ("7E 6E 1B / 7O 5O 3C", "0:raise 1:accept 0:envido", "envido_not_allowed"),
        ("7E 6E 1B / 7O 5O 3C", "0:7E 1:3C 0:envido", "envido_not_allowed"),
        ("7E 6E 1B / 7O 5O 3C", "0:envido 1:raise", "answer_first"),
        ("7E 6E 1B / 7O 5O 3C", "0:envido 0:raise", "answer_first"),
        ("7E 6E 1B / 7O 5O 3C", "0:envido 0:real_envido", "envido_not_allowed"),
        ("7E 6E 1B / 7O 5O 3C", "0:envido 1:envido 0:envido", "envido_not_allowed"),
        ("7E 6E 1B / 7O 5O 3C", "0:raise 1:envido 1:raise", "answer_first"),
        ("7E 6E 1B / 7O 5O 3C", "0:flor", "flor_not_allowed"),
        ("7E 6E 1E / 7O 5O 3O", "1:flor", "not_your_turn"),
        ("7E 6E 1E / 7O 5O 3O", "0:flor 1:7O", "answer_first"),
        ("7E 6E 1E / 7O 5O 3O", "0:flor 0:concede", "answer_first"),
        ("7E 6E 1E / 7O 5O 3O", "0:flor 1:envido", "envido_not_allowed"),
        ("7E 6E 1E / 7O 5O 3O", "0:flor 1:raise", "answer_first"),
        ("7E 6E 1E / 7O 5O 3O", "0:flor 1:accept", "nothing_to_answer"),
        ("7E 6E 1E / 7O 5O 3O", "0:flor 1:flor 1:accept", "nothing_to_answer"),
        ("7E 6E 1E / 7O 5O 3O", "0:flor 1:contraflor 1:accept", "not_your_turn"),
        ("7E 6E 1E / 7O 5O 3O", "0:flor 0:achico", "flor_not_allowed"),
        ("7E 6E 1E / 7O 5O 3O", "0:flor 1:flor 1:flor", "flor_not_allowed"),
        ("7E 6E 1E / 7O 5O 3O", "0:raise 1:flor 1:accept", "not_your_turn"),
        ("7E 6E 1E / 7O 5O 3O", "0:raise 1:flor 0:refuse 0:accept", "not_your_turn"),
    ],
)
def test_why_a_call_of_points_is_refused(cards: str, actions: str, code: str) -> None:
    hand = judge("gauderio", cards, actions)
    assert hand.error == (len(actions.split()) - 1, code)


@pytest.mark.parametrize(
    ("actions", "code"),
    [
        ("0:envido 1:accept 1:=20", "not_your_turn"),
        ("0:envido 1:accept 0:=38", "move_not_allowed"),
        ("0:envido 1:accept 0:=30 1:=29", "move_not_allowed"),
        ("0:envido 1:accept 0:7E", "answer_first"),
        ("0:envido 1:accept 0:raise", "answer_first"),
        ("0:envido 1:accept 0:accept", "nothing_to_answer"),
        ("0:envido 1:accept 1:accept", "not_your_turn"),
        ("0:envido 1:=20", "nothing_to_answer"),
        ("0:envido 1:accept 0:=30 1:good 0:=20", "nothing_to_answer"),
    ],
)
def test_why_a_declaration_is_refused(actions: str, code: str) -> None:
    hand = judge("argentino", "7E 6E 1B / 7O 5O 3C", actions, declaration="manual")
    assert hand.error == (len(actions.split()) - 1, code)


@pytest.mark.parametrize(
    ("actions", "code"),
    [
        ("0:3P", "not_your_turn"),
        ("2:raise", "not_your_turn"),
        ("0:raise", "not_your_turn"),
        ("2:accept", "nothing_to_answer"),
        ("2:take", "cut_not_allowed"),
        ("3:cut5top", "cut_not_allowed"),
        ("2:cut0top", "cut_not_allowed"),
        ("2:cut40top", "cut_not_allowed"),
        ("2:cut5top 2:keep", "cut_not_allowed"),
        ("2:cut5top 2:accept", "nothing_to_answer"),
        ("2:cut5top 0:refuse", "nothing_to_answer"),
        ("2:cut5top 2:refuse 2:take", "cut_not_allowed"),
    ],
)
def test_why_something_is_refused_before_the_deal(actions: str, code: str) -> None:
    hand = judge("paulista", FOUR, actions, vira="JO", cut="take")
    assert hand.error == (len(actions.split()) - 1, code)

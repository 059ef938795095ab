"""Looking back: hands, records, states of the past, replays, and verdicts."""

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.games.conftest import Seating
from tests.games.players import Body, Person, good, person, play_on, refused

Stack = Callable[..., None]


def test_hands_are_listed_with_their_scores_and_versions(seated: Seating, chance: Random) -> None:
    game, people = seated()
    end = play_on(game, people, chance)
    hands = good(people[0].get(game, "hands/"))["hands"]
    assert [hand["number"] for hand in hands] == list(range(1, len(hands) + 1))
    for hand, following in pairwise(hands):
        assert following["score_before"] == hand["score"]
        assert following["first_version"] == hand["last_version"] + 1
    assert hands[-1]["score"] == end["result"]["score"]
    assert hands[-1]["last_version"] == end["version"]


def test_a_record_is_sealed_until_the_game_has_ended(seated: Seating) -> None:
    game, (zero, one) = seated()
    for who in (zero, one, person("outsider")):
        refused(who.get(game, "hands/1/record/"), 409, "record_sealed")
    good(zero.client.post(f"/api/v1/games/{game}/resign/"))
    assert good(one.get(game, "hands/1/record/"))["format"] == "truco-hand/1"


@pytest.mark.parametrize("players", [2, 4])
def test_a_record_judged_again_gives_what_happened(seated: Seating, chance: Random, players: int) -> None:
    game, people = seated(players)
    play_on(game, people, chance)
    for hand in good(people[0].get(game, "hands/"))["hands"]:
        record = good(APIClient().get(f"/api/v1/games/{game}/hands/{hand['number']}/record/"))
        verdict = good(APIClient().post("/api/v1/verdicts/", record))
        assert verdict["status"] == "finished"
        for name in ("points", "score", "winner", "reason"):
            assert verdict[name] == hand[name]


def test_a_hand_that_was_not_dealt_is_not_found(seated: Seating) -> None:
    game, (zero, _) = seated()
    refused(zero.get(game, "hands/2/record/"), 404, "no_such_hand")
    refused(zero.get(game, "hands/0/replay/"), 404, "no_such_hand")


def test_every_version_has_its_state(seated: Seating, chance: Random) -> None:
    game, people = seated()
    play_on(game, people, chance, steps=8)
    now = people[0].see(game)
    for version in range(1, now["version"] + 1):
        then = good(people[0].get(game, f"states/{version}/"))
        assert then["version"] == version
        assert (then["view"] is None) == (version <= 3)
    assert then["view"] == now["view"]
    refused(people[0].get(game, f"states/{now['version'] + 1}/"), 404, "no_such_version")
    refused(people[0].get(game, "states/0/"), 404, "no_such_version")


def test_the_states_of_an_ended_game_lie_open(stack: Stack, seated: Seating) -> None:
    stack(["3C 7P 4E", "2O KC 5P"], "4C")
    game, (zero, _) = seated()
    dealt = zero.see(game)["version"]
    good(zero.client.post(f"/api/v1/games/{game}/resign/"))
    then = good(person("outsider").get(game, f"states/{dealt}/"))
    assert then["view"]["hand"]["cards"] == [["2O", "KC", "5P"], ["3C", "7P", "4E"]]


@pytest.fixture
def replayed(stack: Stack, seated: Seating) -> Callable[[str], list[Body]]:
    """Plays a hand of which every step is known; gives its replay in a language."""
    stack(["3C 7P 4E", "2O KC 5P"], "4C")
    game, people = seated()
    for seat, card in ((1, "3C"), (0, "5P"), (0, "2O"), (1, "7P")):
        good(people[seat].act(game, {"type": "play", "card": card}, people[seat].see(game)["version"]))

    def replay(language: str) -> list[Body]:
        answer = people[0].get(game, "hands/1/replay/", **{"Accept-Language": language})
        steps: list[Body] = good(answer)["steps"]
        return steps

    return replay


def _codes(step: Body) -> list[str]:
    return [step["says"]["code"], *(why["code"] for why in step["why"])]


def test_each_step_says_what_happened_and_why(replayed: Callable[[str], list[Body]]) -> None:
    steps = replayed("en")
    assert [_codes(step) for step in steps] == [
        ["deal", "vira", "plays_first"],
        ["play"],
        ["play", "manilha"],
        ["trick_won", "manilha", "beats"],
        ["play"],
        ["play"],
        ["trick_won", "plain", "beats"],
        ["hand_won", "two_tricks", "worth"],
    ]
    assert [why["text"] for why in steps[0]["why"]] == [
        "The vira is 4C, so the manilhas are 5P > 5C > 5E > 5O.",
        "Player 1 plays first.",
    ]
    assert steps[3]["says"] == {
        "code": "trick_won",
        "params": {"who": 0, "card": "5P"},
        "text": "Player 0 takes the trick with 5P.",
    }
    assert [why["text"] for why in steps[3]["why"]] == [
        "5P is a manilha, because the vira is 4C.",
        "5P beats 3C, the best of the others.",
    ]
    assert steps[-1]["says"]["text"] == "Team 0 wins the hand; the score is 1:0."
    assert steps[-1]["score"] == [1, 0]


@pytest.mark.parametrize(
    ("language", "won", "why"),
    [
        ("pt-BR", "O jogador 0 faz a vaza com 5P.", "5P é manilha, porque a vira é 4C."),
        ("es", "El jugador 0 gana la baza con 5P.", "5P es manilha, porque la vira es 4C."),
        ("en", "Player 0 takes the trick with 5P.", "5P is a manilha, because the vira is 4C."),
    ],
)
def test_a_replay_speaks_the_readers_language(
    replayed: Callable[[str], list[Body]], language: str, won: str, why: str
) -> None:
    step = replayed(language)[3]
    assert (step["says"]["text"], step["why"][0]["text"]) == (won, why)


def test_a_step_says_who_may_act_and_raise_next(replayed: Callable[[str], list[Body]]) -> None:
    steps = replayed("en")
    assert steps[0]["next"]["to_act"] == [1]
    assert steps[0]["next"]["may_raise"] == [1]
    assert [why["code"] for why in steps[0]["next"]["why"]] == ["either_may_raise"]
    assert steps[2]["next"] == {"to_act": [], "may_raise": [], "why": []}
    assert steps[3]["next"]["to_act"] == [0]


def test_a_replay_of_raises_says_who_may_raise_and_what_running_costs(stack: Stack, seated: Seating) -> None:
    stack(["3C 7P 4E", "2O KC 5P"], "4C")
    game, people = seated()
    for seat, kind in ((1, "raise"), (0, "raise"), (1, "accept"), (1, "concede")):
        good(people[seat].act(game, {"type": kind}, people[seat].see(game)["version"]))
    steps = good(people[0].get(game, "hands/1/replay/", **{"Accept-Language": "en"}))["steps"]
    assert [_codes(step) for step in steps[1:]] == [
        ["raise", "first_raise"],
        ["raise", "accepted_before"],
        ["accept", "goes_on"],
        ["concede"],
        ["hand_won", "conceded", "worth"],
    ]
    assert steps[1]["next"]["why"][0]["text"] == "Team 0 answers the raise to 3."
    assert steps[3]["next"]["why"][0]["text"] == "Team 0 raised last, so only team 1 may raise, to 9."
    assert steps[3]["next"]["may_raise"] == [1]
    assert steps[-1]["score"] == [6, 0]


RECORD: dict[str, Any] = {
    "format": "truco-hand/1",
    "variant": "paulista",
    "players": 2,
    "score": [0, 0],
    "dealer": 1,
    "vira": "3O",
    "cards": [["3P", "2C", "KE"], ["4O", "5P", "6P"]],
    "actions": [{"seat": 0, "type": "play", "card": "3P"}],
}


def test_a_verdict_needs_no_login() -> None:
    verdict = good(APIClient().post("/api/v1/verdicts/", RECORD))
    assert (verdict["status"], verdict["next"][0]["seat"]) == ("in_progress", 1)


def test_an_illegal_action_is_a_verdict_too() -> None:
    wrong = RECORD | {"actions": [{"seat": 1, "type": "play", "card": "4O"}]}
    verdict = good(APIClient().post("/api/v1/verdicts/", wrong))
    assert (verdict["status"], verdict["error"]["code"]) == ("illegal", "not_your_turn")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"format": "truco-hand/2"}, "format"),
        ({"variant": "poker"}, "variant"),
        ({"cards": [["3P", "2C", "KE"], ["3P", "5P", "6P"]]}, "cards.1"),
        ({"dealer": 2}, "dealer"),
        ({"options": {"deck": "marked"}}, "options.deck"),
        ({"actions": [{"seat": 0, "type": "play"}]}, "actions.0.card"),
        ({"bids": []}, "bids"),
    ],
)
def test_a_record_that_cannot_be_read_names_the_field(change: Body, field: str) -> None:
    problem = refused(APIClient().post("/api/v1/verdicts/", RECORD | change), 422, "unreadable_record")
    assert [error["field"] for error in problem["errors"]] == [field]


@pytest.mark.parametrize("body", [[], [RECORD], "record", 7, None])
def test_a_body_that_is_no_record_is_refused(body: Any) -> None:
    response = APIClient().post("/api/v1/verdicts/", body)
    assert response.status_code == 422
    assert response.json()["code"] == "unreadable_record"


def test_a_person_may_look_back_whoever_they_are(seated: Seating, chance: Random) -> None:
    game, people = seated()
    play_on(game, people, chance)
    outsider: Person = person("outsider")
    replay = good(outsider.get(game, "hands/1/replay/"))
    assert replay["open_cards"] is True
    assert all(card for hand in replay["steps"][0]["data"]["cards"] for card in hand)

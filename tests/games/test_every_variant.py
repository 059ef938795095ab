"""Every variant with every number of players, over the API: opened, played to its end, looked back upon in
three languages, and judged again."""

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from games.rules.moves import TYPES
from games.rules.variants import VARIANTS
from tests.games.conftest import Seating
from tests.games.players import Body, Person, good, refused

EVERY = [(variant.id, players) for variant in VARIANTS.values() for players in variant.players]
LANGUAGES = ("en", "pt-BR", "es")
SHORT = 6
"""The target of the games here, so that they come to an end, and near it, soon."""
EXPLAINED = {
    "hand_dealt/1",
    "trick_won/1",
    "trick_tied/1",
    "stake_raised/1",
    "raise_accepted/1",
    "points_awarded/1",
    "hand_scored/1",
    "game_won/1",
}


def play_out(game: str, people: list[Person], rng: Random, done: Counter[str]) -> Body:
    """Play a game to its end, each time preferring what was done least so far; the game as it ended."""
    seen = people[0].see(game)
    while seen["phase"] == "playing":
        seats = list(seen["clock"]["awaited"])
        rng.shuffle(seats)
        own = next(own for seat in seats if (own := people[seat].see(game))["view"]["legal"])
        legal = own["view"]["legal"]
        rng.shuffle(legal)
        move = min(legal, key=lambda move: done[move["type"]] * rng.random())
        done[move["type"]] += 1
        seen = good(people[own["you"]].act(game, move, own["version"]))
    return people[0].see(game)


def get(path: str, language: str = "en") -> Body:
    """Something that anybody may read."""
    return good(APIClient().get(f"/api/v1/{path}", headers={"Accept-Language": language}))


@pytest.mark.parametrize(("variant", "players"), EVERY)
def test_a_variant_is_played_to_its_end_and_explained(
    seated: Seating, chance: Random, variant: str, players: int
) -> None:
    rng = Random(f"{variant} {players}")
    game, people = seated(players, variant=variant, options={"target": SHORT})
    _check_described(people[0].see(game), variant, players)
    end = play_out(game, people, rng, Counter({"concede": 3, "refuse": 2}))
    assert (end["phase"], end["result"]["reason"]) == ("finished", "target")
    assert max(end["result"]["score"]) == SHORT
    hands = get(f"games/{game}/hands/")["hands"]
    assert all(after["score_before"] == before["score"] for before, after in pairwise(hands))
    for hand in hands:
        _check_judged_again(game, hand)
        _check_explained(game, hand["number"])
    _check_drawn(game, len(hands))


def _check_described(seen: Body, variant: str, players: int) -> None:
    """What the catalogue says of a variant is what is played."""
    described = get(f"variants/{variant}/")
    row = next(row for row in described["by_players"] if row["players"] == players)
    view = seen["view"]
    defaults = {option["name"]: option["default"] for option in row["options"]}
    changed = {"target", "match_point", "testa_until"}  # what hangs on the target
    assert set(view["options"]) == set(defaults)
    for name in set(defaults) - changed:
        assert view["options"][name] == defaults[name]
    assert len(view["score"]) == row["scores"]
    cards = [card for group in described["strength"]["groups"] for card in group]
    assert sorted(cards) == sorted(described["pack"])
    assert view["hand"]["vira"] in (described["pack"] if described["turns_card"] else [None])
    assert view["options"]["ladder"] == described["ladder"]
    assert described["signals"]


def _check_judged_again(game: str, hand: Body) -> None:
    record = get(f"games/{game}/hands/{hand['number']}/record/")
    verdict = good(APIClient().post("/api/v1/verdicts/", record))
    assert verdict["status"] == "finished"
    for name in ("points", "score", "winner", "reason"):
        assert verdict[name] == hand[name]


def _check_explained(game: str, number: int) -> None:
    """Every step has its words in every language, and what decides something has its reasons."""
    told = [get(f"games/{game}/hands/{number}/replay/", language)["steps"] for language in LANGUAGES]
    for steps in zip(*told, strict=True):
        reasons = [[step["says"], *step["why"], *step["next"]["why"]] for step in steps]
        for same in zip(*reasons, strict=True):
            assert len({reason["code"] for reason in same}) == 1
            texts = [reason["text"] for reason in same]
            assert not any("{" in text or "}" in text for text in texts), texts
            assert all(text[:1] == text[:1].upper() and text.endswith((".", "”.")) for text in texts), texts
            assert texts[0] not in texts[1:], texts
        if steps[0]["type"] in EXPLAINED:
            assert steps[0]["why"], steps[0]


def _check_drawn(game: str, number: int) -> None:
    """The page of a hand draws as many tables as there are steps, and has every card that lies on them."""
    steps = get(f"games/{game}/hands/{number}/replay/")["steps"]
    for seat in ("", "?seat=1"):
        page = Client().get(f"/games/{game}/hands/{number}/{seat}").content.decode()
        assert page.count('<figure class="board">') == len(steps)
        drawn = set(re.findall(r'<symbol id="([^"]+)"', page))
        assert set(re.findall(r'href="#((?:card|suit)-[^"]+)"', page)) <= drawn
    assert Client().get(f"/games/{game}/").status_code == 200


TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("gauderio", 4, {"declaration": "manual", "cut": "take", "target": 15}),
    ("gauderio", 3, {"target": 15}),
    ("cearense", 2, {}),
    ("paulista", 4, {"cut": "take", "royal_family": "swap", "three_clowns": True, "under_seven": True}),
    ("paulista", 2, {"iron_hand": "blind", "target": 2, "covered": "always"}),
]
FLORES = {"flor", "achico", "contraflor", "contraflor_resto"}


def test_every_action_can_be_taken_over_the_api(seated: Seating, chance: Random) -> None:
    done: Counter[str] = Counter()
    rng = Random(11)
    wanted = set(TYPES) - {"signal", "watch"} - FLORES
    for _ in range(6):
        for variant, players, options in TABLES:
            game, people = seated(players, variant=variant, options=options)
            play_out(game, people, rng, done)
            for hand in get(f"games/{game}/hands/")["hands"]:
                _check_judged_again(game, hand)
        if wanted <= set(done):
            break
    assert wanted <= set(done)


@pytest.mark.parametrize(
    ("calls", "score"),
    [
        (["flor", "achico"], [0, 4]),
        (["flor", "contraflor", "accept"], [0, 6]),
        (["flor", "contraflor", "refuse"], [4, 0]),
        (["flor", "contraflor_resto", "refuse"], [6, 0]),
        (["flor", "contraflor", "contraflor_resto", "refuse"], [0, 6]),
        (["flor", "flor", "concede"], [1, 6]),
    ],
)
def test_flores_are_sung_and_met_over_the_api(
    stack: Callable[..., None], seated: Seating, calls: list[str], score: list[int]
) -> None:
    stack(["7B 6B 4B", "1C 2C 5C"])
    game, people = seated(variant="gauderio")
    for kind in calls:
        seat = people[0].see(game)["clock"]["awaited"][0]
        good(people[seat].act(game, {"type": kind}, people[seat].see(game)["version"]))
    view = people[0].see(game)["view"]
    assert [told + paid for told, paid in zip(view["score"], view["hand"]["points"], strict=True)] == score


def test_a_hand_that_was_given_up_before_it_was_dealt_has_no_record(seated: Seating) -> None:
    game, (zero, _) = seated(options={"cut": "take"})
    good(zero.client.post(f"/api/v1/games/{game}/resign/"))
    refused(zero.get(game, "hands/1/record/"), 404, "no_such_hand")
    assert good(zero.get(game, "hands/1/replay/"))["steps"][-1]["type"] == "game_finished/1"

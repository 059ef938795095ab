"""Any single thing that is changed in a bundle is found: every value, member, item and byte.

`BUNDLE_MUTATIONS=all` plays whole games instead of a few actions, which takes minutes.
"""

import os
from random import Random
from typing import Any

import pytest

from tests.bundles.conftest import CHECKER, Bundle, bundle_of, fetched, findings_in
from tests.bundles.mutations import mutated
from tests.bundles.test_games import signed_game
from tests.checkpoints.conftest import collected
from tests.games.conftest import Seating
from tests.games.players import good, play_on
from tests.tournaments.shell.cups import Cup
from truco_api.eventstore.chain import canonical

pytestmark = pytest.mark.django_db
STEPS = 10_000 if os.environ.get("BUNDLE_MUTATIONS") == "all" else 4


def unfound(bundle: Bundle) -> list[str]:
    """Changes that the checker does not find."""
    report = CHECKER.check_bundle(bundle)
    assert report.wrong == []
    found = []
    for change in mutated(bundle):
        try:
            if not CHECKER.check_bundle(bundle).wrong:
                found.append(change)
        except CHECKER.Broken:
            pass
    assert CHECKER.check_bundle(bundle).wrong == [], "every change was taken back"
    return found


GAMES: dict[str, dict[str, Any]] = {
    "paulista": {},
    "a vira, six players": {"variant": "paulista", "players": 6},
    "signals": {"variant": "mineiro", "players": 4, "options": {"signals": "partner"}},
    "envido and flor": {"variant": "argentino"},
    "a cut": {"options": {"cut": "take"}, "players": 4},
    "revealed after each hand": {"reveal": "hand"},
}


@pytest.mark.parametrize("kind", sorted(GAMES))
def test_no_change_to_a_game_that_has_ended_is_missed(seated: Seating, kind: str) -> None:
    game, people = seated(**GAMES[kind])
    if kind == "signals":
        good(people[0].client.post(f"/api/v1/games/{game}/signals/", {"type": "signal", "sign": "zap"}), 201)
    play_on(game, people, Random(11), steps=STEPS)
    people[0].client.post(f"/api/v1/games/{game}/resign/")
    collected()
    assert unfound(bundle_of(f"games/{game}/")) == []


def test_no_change_to_a_running_game_is_missed(seated: Seating) -> None:
    game, people = seated()
    play_on(game, people, Random(11), steps=STEPS)
    collected()
    assert unfound(bundle_of(f"games/{game}/", people[1].client)) == []


def test_no_change_is_missed_before_there_is_a_checkpoint(seated: Seating) -> None:
    game, _ = seated()
    assert unfound(bundle_of(f"games/{game}/")) == []


def test_no_change_to_what_was_signed_is_missed(seated: Seating) -> None:
    assert unfound(signed_game(seated)) == []


@pytest.mark.parametrize("part", ["", "matches/R1M1/"])
def test_no_change_to_a_championship_is_missed(cup: Cup, part: str) -> None:
    bundle = bundle_of(f"{cup.path[1:]}/{part}")
    assert [name[:5] for name in bundle["subject"]["streams"]] == ["champ", "game-"]
    assert unfound(bundle) == []


def test_no_changed_byte_is_missed(seated: Seating) -> None:
    game, people = seated()
    play_on(game, people, Random(11), steps=STEPS)
    good(people[0].client.post(f"/api/v1/games/{game}/resign/"))
    collected()
    raw = fetched(f"games/{game}/")
    assert findings_in(raw) == []
    rng = Random(20260301)
    for _ in range(400):
        at, sign = rng.randrange(len(raw)), bytes([rng.randrange(256)])
        for changed in (
            raw[:at] + sign + raw[at:],
            raw[:at] + raw[at + 1 :],
            raw[:at] + (sign if raw[at : at + 1] != sign else b" ") + raw[at + 1 :],
            raw[:at] + raw[at + 1 : at + 2] + raw[at : at + 1] + raw[at + 2 :],
        ):
            assert changed == raw or findings_in(changed), (at, sign, changed[at - 20 : at + 20])


def test_a_file_that_means_the_same_and_is_written_otherwise_is_found(seated: Seating) -> None:
    game, _ = seated()
    raw = fetched(f"games/{game}/")
    text = raw.decode()
    for other in (text + "\n", " " + text, text.replace(":", ": ", 1), text.replace("1", "1.0", 1)):
        assert findings_in(other.encode())
    double = text.replace('{"checkpoint"', '{"checkpoint":0,"checkpoint"', 1)
    assert findings_in(double.encode())


def test_two_games_exchanged_for_each_other_are_found(seated: Seating) -> None:
    (one, _), (other, _) = seated(), seated()
    bundle, wrong = bundle_of(f"games/{one}/"), bundle_of(f"games/{other}/")
    bundle["streams"] = wrong["streams"]
    assert findings_in(canonical(bundle).encode())
    bundle["subject"]["streams"] = wrong["subject"]["streams"]
    assert findings_in(canonical(bundle).encode())

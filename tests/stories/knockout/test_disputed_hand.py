"""A disputed hand: protest, what depends on it waits, the hand played again, an appeal, the final table."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.core.management import call_command

from games import dealing
from tests.stories.knockout.people import Club, sign_up
from tests.stories.knockout.test_online import play
from tests.tournaments.shell.world import Somebody

REGULATION: dict[str, Any] = {
    "variant": "paulista",
    "entry_kind": "single",
    "options": {"target": 6},
    "presence": "assumed",
    "disputes": {"protest_minutes": 20, "ruling_minutes": 30, "appeal_minutes": 10},
    "stages": [{"mode": "online", "third_place": False}],
}
NAMES = ("ana", "bia", "caio", "davi")


class Story:
    """The championship and its players."""

    def __init__(self, club: Club, beat: Callable[[], None]) -> None:
        self.club, self.beat, self.rng = club, beat, Random(7)
        self.path = club.championship(REGULATION)
        self.players = {name: sign_up(name) for name in NAMES}
        for name, player in self.players.items():
            body = {"name": name, "members": [{"username": name}]}
            entry = player.post(f"{self.path}/entries/", body, 201)
            club.boss.post(f"{self.path}/entries/{entry['id']}/confirm/")
        for verb in ("close", "draw", "start"):
            club.boss.post(f"{self.path}/{verb}/")
        beat()

    def match(self, match: str) -> Any:
        return self.club.public.get(f"{self.path}/matches/{match}/")

    def both(self, match: str) -> list[Somebody]:
        return [self.players[side["name"]] for side in self.match(match)["sides"]]

    def play(self, match: str) -> str:
        """Play the running game of a match to its end; which game it was."""
        game = str(self.match(match)["game_id"])
        play(self.both(match), game, self.rng)
        self.beat()
        return game

    def loser(self, match: str) -> Somebody:
        found = self.match(match)
        name = next(side["name"] for side in found["sides"] if side["entry"] != found["winner"])
        return self.players[name]


def test_a_disputed_hand_is_played_again_and_the_appeal_is_heard(
    club: Club, beat: Callable[[], None], later: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dealing, "CHANCE", Random(7))
    story = Story(club, beat)
    path, public = story.path, club.public

    first_game = story.play("R1M1")
    hands = public.get(f"/games/{first_game}/hands/")["hands"]
    assert len(hands) > 2
    second = hands[1]
    claim = {"reason": "The second card was not mine.", "leg": 1, "hand": 2, "action": 3}
    protester = story.loser("R1M1")
    assert (
        protester.post(f"{path}/matches/R1M1/disputes/", claim | {"hand": 99}, 422)["code"] == "invalid_claim"
    )
    dispute = protester.post(f"{path}/matches/R1M1/disputes/", claim, 201)
    assert dispute["claim"]["score"] == second["score_before"]
    assert dispute["claim"]["version"] > second["first_version"]
    assert dispute["frozen"] == ["R2M1"]

    # The other match goes on, the final waits.
    story.play("R1M2")
    assert story.match("R1M2")["status"] == "decided"
    beat()
    assert (story.match("R2M1")["status"], story.match("R2M1")["frozen_by"]) == ("frozen", "D1")

    # The arbiter finds it, looks at the hand, and has it played again.
    (waiting,) = club.arbiter.get("/disputes/")["results"]
    seen = club.arbiter.get(f"/games/{waiting['claim']['game_id']}/hands/2/replay/")
    assert seen["steps"][2]["version"] == waiting["claim"]["version"]
    ruling = {"ruling": "replay", "reason": "The device showed another card."}
    club.arbiter.post(f"{path}/disputes/D1/ruling/", ruling)
    beat()
    again = story.match("R1M1")["game_id"]
    assert again not in (None, first_game)
    view = story.both("R1M1")[0].get(f"/games/{again}/")["view"]
    assert list(view["score"]) == second["score_before"]
    assert public.get(f"/games/{again}/hands/")["hands"][0]["dealer"] == second["dealer"]
    story.play("R1M1")
    decided = story.match("R1M1")
    assert decided["status"] == "decided"
    assert story.match("R2M1")["status"] == "frozen"

    # Who lost now appeals; nobody but the organizer hears it.
    appealing = story.loser("R1M1")
    appealing.post(f"{path}/disputes/D1/appeal/", {"reason": "It was the right card."})
    assert club.arbiter.post(f"{path}/disputes/D1/ruling/", ruling, 403)["code"] == "role_required"
    club.boss.post(f"{path}/disputes/D1/ruling/", {"ruling": "uphold", "reason": "The arbiter is right."})
    assert (
        appealing.post(f"{path}/disputes/D1/appeal/", {"reason": "Again."}, 409)["code"] == "appeal_refused"
    )

    beat()
    story.play("R2M1")
    whole = public.get(f"{path}/")
    assert whole["phase"] == "finished"
    assert whole["podium"]["champion"]["entry"] == story.match("R2M1")["winner"]
    told = [event["type"].split("/")[0] for event in public.get(f"{path}/matches/R1M1/history/")["events"]]
    for before, after in (
        ("leg_played", "match_decided"),
        ("match_decided", "dispute_opened"),
        ("dispute_opened", "dispute_ruled"),
        ("dispute_ruled", "match_reopened"),
        ("match_reopened", "replay_ordered"),
        ("replay_ordered", "ruling_appealed"),
    ):
        assert told.index(before) < told.index(after)
    assert told[-1] == "dispute_ruled"
    call_command("audit")

    # A protest about the final comes too late.
    later(21)
    late = story.loser("R2M1").post(f"{path}/matches/R2M1/disputes/", {"reason": "No."}, 409)
    assert late["code"] == "dispute_too_late"

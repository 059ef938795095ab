"""Two pairs online: the championship opens the games, people play them over the API, the end is an event."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from django.core.management import call_command

from games import dealing
from tests.stories.knockout.people import Club, sign_up
from tests.tournaments.shell.world import Somebody

REGULATION: dict[str, Any] = {
    "variant": "paulista",
    "entry_kind": "pair",
    "options": {"target": 3},
    "stages": [{"mode": "online", "best_of": 3}],
}


def play(players: list[Somebody], game: str, rng: Random) -> Any:
    """Whoever is awaited takes a random legal action, to the end of the game; the last view."""
    seats = {player.get(f"/games/{game}/")["you"]: player for player in players}
    seen = players[0].get(f"/games/{game}/")
    while seen["phase"] == "playing":
        seat = rng.choice(seen["clock"]["awaited"])
        own = seats[seat].get(f"/games/{game}/")
        headers = {"If-Match": f'"{own["version"]}"'}
        seats[seat].post(f"/games/{game}/actions/", rng.choice(own["view"]["legal"]), headers=headers)
        seen = players[0].get(f"/games/{game}/")
    return seen


def test_two_pairs_play_a_match_of_three_legs_online(
    club: Club, beat: Callable[[], None], monkeypatch: Any
) -> None:
    rng = Random(12)
    monkeypatch.setattr(dealing, "CHANCE", rng)
    path = club.championship(REGULATION)
    players = {name: sign_up(name) for name in ("ana", "bia", "caio", "davi")}
    for one, other in (("ana", "bia"), ("caio", "davi")):
        body = {"name": f"{one} e {other}", "members": [{"username": one}, {"username": other}]}
        entry = players[one].post(f"{path}/entries/", body, 201)
        club.boss.post(f"{path}/entries/{entry['id']}/confirm/")
    for verb in ("close", "draw", "start"):
        club.boss.post(f"{path}/{verb}/")
    beat()
    for side in ("bia", "davi"):
        players[side].post(f"{path}/matches/R1M1/presence/")
    beat()

    legs = []
    while (match := club.public.get(f"{path}/matches/R1M1/"))["status"] != "decided":
        game = match["game_id"]
        assert game not in legs
        legs.append(game)
        if len(legs) == 3:
            # Nobody need play to the bitter end: the third leg is given up by home.
            home = match["sides"][0]["name"].split()[0]
            players[home].post(f"/games/{game}/resign/")
        else:
            assert play(list(players.values()), game, rng)["phase"] == "finished"
        beat()
    assert len(legs) in (2, 3)
    assert [leg["game_id"] for leg in match["legs"]] == legs
    assert max(match["score"]) == 2
    for leg in match["legs"]:
        if leg["ending"] == "target":
            assert leg["score"][leg["winner"]] == 3
    whole = club.public.get(f"{path}/")
    assert whole["phase"] == "finished"
    assert whole["podium"]["champion"]["entry"] == match["winner"]
    call_command("audit")

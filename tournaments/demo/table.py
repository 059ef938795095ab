"""Four bots at one table, each seeing only what its own seat is shown over the API."""

import time
from random import Random
from typing import Any
from uuid import uuid4

from games.bots.sensible_bot import choose
from tournaments.demo.api import Json, Refused
from tournaments.demo.cast import Player

PLAYING = "playing"
POLL_SECONDS = 0.1


def play(game_id: str, players: list[Player], rng: Random) -> int:
    """Play a game to its end; how many actions it took."""
    address = f"games/{game_id}/"
    seats = {player.api.get(address)["you"]: player for player in players}
    state, actions = players[0].api.get(address), 0
    while state["phase"] == PLAYING:
        awaited = state["clock"]["awaited"]
        if not awaited:
            time.sleep(POLL_SECONDS)
            state = players[0].api.get(address)
            continue
        state = act(address, seats[rng.choice(awaited)], state, rng)
        actions += 1
    return actions


def act(address: str, player: Player, state: Json, rng: Random) -> Json:
    """One action of this player, who looks first unless the state is their own view already."""
    own: dict[str, Any] = state if state["view"]["legal"] else player.api.get(address)
    if not own["view"]["legal"]:
        return own
    try:
        return player.api.post(
            f"{address}actions/",
            choose(own["view"], rng),
            If_Match=f'"{own["version"]}"',
            Idempotency_Key=uuid4().hex,
        )
    except Refused as refused:
        if refused.code != "stale_version":
            raise
        return player.api.get(address)

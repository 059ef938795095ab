"""Four bots at one table, each seeing only what its own seat is shown over the API, each with a device that
brings seeds to the deals."""

import time
from dataclasses import dataclass
from random import Random
from typing import Any
from uuid import uuid4

from games.bots.sensible_bot import choose
from tournaments.demo.api import Json, Refused
from tournaments.demo.cast import Player
from tournaments.demo.device import Device

PLAYING = "playing"
POLL_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Game:
    """What a game took: actions, and hands, each of which a player's device has checked."""

    actions: int
    hands: int


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at a place, with their device."""

    player: Player
    device: Device


def play(game_id: str, players: list[Player], rng: Random) -> Game:
    """Play a game to its end, then let a device check how it was dealt."""
    address = f"games/{game_id}/"
    seats = {player.api.get(address)["you"]: Seat(player, Device(player, game_id)) for player in players}
    for seat in seats.values():
        seat.device.promise()
    state, actions = players[0].api.get(address), 0
    while state["phase"] == PLAYING:
        awaited = state["clock"]["awaited"]
        if awaited:
            state = act(address, seats[rng.choice(awaited)], state, rng)
            actions += 1
            continue
        for place in state["deal"]["waiting_for"]:
            seats[place].device.give(seats[place].player.api.get(address))
        state = players[0].api.get(address)
        if not state["clock"]["awaited"]:
            time.sleep(POLL_SECONDS)
    return Game(actions, seats[0].device.check())


def act(address: str, seat: Seat, state: Json, rng: Random) -> Json:
    """One action of this player, who looks first unless the state is their own view already."""
    own: dict[str, Any] = state if state["view"]["legal"] else seat.player.api.get(address)
    if not own["view"]["legal"]:
        return own
    seed = seat.device.seed_due(own)
    try:
        return seat.player.api.post(
            f"{address}actions/",
            choose(own["view"], rng) | ({"seed": seed} if seed else {}),
            If_Match=f'"{own["version"]}"',
            Idempotency_Key=uuid4().hex,
        )
    except Refused as refused:
        if refused.code != "stale_version":
            raise
        return seat.player.api.get(address)

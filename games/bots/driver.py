"""A bot at its place: it is shown what its seat sees, and acts through the same door as everybody else."""

from random import Random
from typing import Any, Final, Protocol

from games.bots import random_bot, sensible_bot
from games.dealing import CHANCE
from games.projections import bot_to_act
from games.rules.moves import from_json
from games.rules.table import BOT
from games.rules.table.sight import view
from games.services import play_for_bot
from games.states import State


class Choose(Protocol):
    """How a bot plays: one of `view["legal"]`, from nothing but the view."""

    def __call__(self, view: dict[str, Any], rng: Random) -> dict[str, Any]: ...


PLAYERS: Final[dict[str, Choose]] = {
    f"{BOT}random": random_bot.choose,
    f"{BOT}sensible": sensible_bot.choose,
}


def take_turn(state: State) -> State | None:
    """Let the bot that is to act do so upon this state; None when no bot is to act.

    Raises StaleGame when somebody acted meanwhile.
    """
    seat = bot_to_act(state.table)
    if seat is None:
        return None
    bot = state.table.seats[seat] or ""
    seen = view(state.table, seat)
    assert seen is not None, "somebody is to act, so the game has begun"
    move = from_json(PLAYERS[bot](seen, CHANCE))
    return play_for_bot(game_id=state.game_id, seat=seat, bot=bot, move=move, expected_version=state.version)

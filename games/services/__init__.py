"""What can be done with games. Everything here is one transaction: it happens wholly or not at all."""

from games.services._work import Answer, Asked, Guard, SeatFor
from games.services.play import CLOCK, abandon, act, expire_turn, play_for_bot, resign
from games.services.tables import (
    bot_holder,
    clock_policy,
    create_table,
    leave_seat,
    open_table,
    start_game,
    take_seat,
)

__all__ = [
    "CLOCK",
    "Answer",
    "Asked",
    "Guard",
    "SeatFor",
    "abandon",
    "act",
    "bot_holder",
    "clock_policy",
    "create_table",
    "expire_turn",
    "leave_seat",
    "open_table",
    "play_for_bot",
    "resign",
    "start_game",
    "take_seat",
]

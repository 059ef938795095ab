"""What can be done with games. Everything here is one transaction: it happens wholly or not at all."""

from games.services._work import Answer, Asked, Guard, SeatFor
from games.services.conduct import report_conduct
from games.services.invitations import (
    accept_invitation,
    find_invitation,
    invitations_by,
    invitations_to,
    invite,
    withdraw_invitation,
)
from games.services.play import CLOCK, abandon, act, expire_turn, give_stake, play_for_bot, resign, stop
from games.services.quick import cancel_match, request_match, sweep_matches
from games.services.rematch import agree_rematch
from games.services.seeds import DEALER, Seed, give_seed, go_on, promise_seeds
from games.services.signals import as_action, as_signal, signal
from games.services.tables import (
    bot_holder,
    clock_policy,
    create_table,
    deal_terms,
    house_terms,
    leave_seat,
    open_table,
    start_game,
    take_seat,
)

__all__ = [
    "CLOCK",
    "DEALER",
    "Answer",
    "Asked",
    "Guard",
    "SeatFor",
    "Seed",
    "abandon",
    "accept_invitation",
    "act",
    "agree_rematch",
    "as_action",
    "as_signal",
    "bot_holder",
    "cancel_match",
    "clock_policy",
    "create_table",
    "deal_terms",
    "expire_turn",
    "find_invitation",
    "give_seed",
    "give_stake",
    "go_on",
    "house_terms",
    "invitations_by",
    "invitations_to",
    "invite",
    "leave_seat",
    "open_table",
    "play_for_bot",
    "promise_seeds",
    "report_conduct",
    "request_match",
    "resign",
    "signal",
    "start_game",
    "stop",
    "sweep_matches",
    "take_seat",
    "withdraw_invitation",
]

"""Playing: a player's action, a bot's, the clock's; and giving a game up."""

from uuid import UUID

from games import queries
from games.rules.moves import Move
from games.rules.table.commands import Abandon, ExpireTurn, GiveSeed, PlayMove
from games.services._work import Answer, Asked, SeatFor, Work, working
from games.services.seeds import Seed
from games.states import State
from truco_api.devicekeys.signed import Signed

CLOCK = "system:clock"


def act(
    *,
    game_id: UUID,
    move: Move,
    seat_for: SeatFor,
    by: Asked,
    seed: Seed | None = None,
    signed: Signed | None = None,
) -> Answer:
    """A player acts, and perhaps gives a seed; answers with what happened and what the seat sees after it.

    Raises what the rules refuse, and StaleGame when anything but seeds has come after `by.expected_version`.
    """
    with working(game_id, by) as work:
        if isinstance(work, Answer):
            return work
        seat = seat_for(work.table)
        if seed is not None:
            work.do(GiveSeed(seat, *seed))
        if signed is None:
            work.do(PlayMove(seat, move))
        else:
            work.do_signed(PlayMove(seat, move), signed.by(seat))
        state = work.commit()
        return work.answer(queries.action_json(state, seat, work.events_seen(state, seat), work.now))


def resign(*, game_id: UUID, seat_for: SeatFor, by: Asked, signed: Signed | None = None) -> Answer:
    """A player gives the whole game up for their team."""
    with working(game_id, by) as work:
        if isinstance(work, Answer):
            return work
        seat = seat_for(work.table)
        command = Abandon(work.table.team_of(seat), "left")
        if signed is None:
            work.do(command)
        else:
            work.do_signed(command, signed.by(seat))
        state = work.commit()
        return work.answer(queries.action_json(state, seat, work.events_seen(state, seat), work.now))


def play_for_bot(*, game_id: UUID, seat: int, bot: str, move: Move, expected_version: int) -> State:
    """`bot` ("bot:<kind>") acts at a seat it holds, having seen `expected_version`."""
    with working(game_id, Asked(bot, expected_version=expected_version)) as work:
        assert isinstance(work, Work), "there is no key"
        work.do(PlayMove(seat, move))
        return work.commit()


def expire_turn(*, game_id: UUID, expected_version: int) -> State:
    """The clock acts for whoever is overdue; NotDue when nobody is, StaleGame when somebody has acted."""
    with working(game_id, Asked(CLOCK, expected_version=expected_version)) as work:
        assert isinstance(work, Work), "there is no key"
        work.do(ExpireTurn(work.now_ms))
        return work.commit()


def abandon(*, game_id: UUID, team: int | None, reason: str, actor: str) -> None:
    """End a game before its target, `team` losing it (None: nobody wins); GameOver when it has ended."""
    with working(game_id, Asked(actor)) as work:
        assert isinstance(work, Work), "there is no key"
        work.do(Abandon(team, reason))
        work.commit()

"""Playing: a player's action, a bot's, the clock's; and giving a game up."""

from collections.abc import Callable
from uuid import UUID

from games import queries
from games.rules.moves import Move
from games.rules.table.commands import Abandon, ExpireTurn, GiveScore, GiveSeed, PlayMove
from games.rules.table.errors import GameOver
from games.services._work import Answer, Asked, SeatFor, Work, worked, working
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

    def do(work: Work) -> Answer:
        seat = seat_for(work.table)
        if seed is not None:
            work.do(GiveSeed(seat, *seed))
        if signed is None:
            work.do(PlayMove(seat, move))
        else:
            work.do_signed(PlayMove(seat, move), signed.by(seat))
        state = work.commit()
        return work.answer(queries.action_json(state, seat, work.events_seen(state, seat), work.now))

    return worked(game_id, by, do)


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


def stop(
    *, game_id: UUID, reason: str, actor: str, when: Callable[[tuple[int, ...]], bool]
) -> tuple[int, ...] | None:
    """End a running game where it stands, won by whoever is ahead, if the score is such as `when` says.

    Answers with the score; None if the game was over already.
    """
    with working(game_id, Asked(actor)) as work:
        assert isinstance(work, Work), "there is no key"
        game = work.table.game
        if game is None or work.table.over:
            return None
        score = game.score if game.hand is None or game.hand.outcome else game.hand.score_now
        if when(score):
            behind = score.index(min(score)) if len(set(score)) > 1 else None
            work.do(Abandon(behind, reason))
            work.commit()
        return score


def give_stake(*, game_id: UUID, team: int, reason: str, actor: str) -> None:
    """Give a team what the hand that is on is worth; who comes to the target by it has won the game.

    GameOver when it has ended.
    """
    with working(game_id, Asked(actor)) as work:
        assert isinstance(work, Work), "there is no key"
        game = work.table.game
        if game is None or work.table.over:
            raise GameOver
        hand = game.hand if game.hand is not None and game.hand.outcome is None else None
        stake = hand.stake if hand else work.table.rules.ladder[0]
        so_far = hand.score_now if hand else game.score
        if so_far[team] + stake >= work.table.rules.target:
            work.do(Abandon(1 - team, reason))
        else:
            score = tuple(own + stake * (side == team) for side, own in enumerate(game.score))
            work.do(GiveScore(score, reason))
        work.commit()


def abandon(*, game_id: UUID, team: int | None, reason: str, actor: str) -> None:
    """End a game before its target, `team` losing it (None: nobody wins); GameOver when it has ended."""
    with working(game_id, Asked(actor)) as work:
        assert isinstance(work, Work), "there is no key"
        work.do(Abandon(team, reason))
        work.commit()

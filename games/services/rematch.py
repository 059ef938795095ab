"""Playing once more: agreed on in the game that has ended, and opened with the same places and terms."""

from uuid import UUID, uuid4

from games import queries
from games.rules.table import Table
from games.rules.table.commands import AgreeRematch, OpenRematch, OpenTable, SetHouseTerms, StartGame
from games.rules.table.company import all_agreed, next_dealer
from games.services._work import Answer, Asked, SeatFor, Work, working


def agree_rematch(*, game_id: UUID, agreed: bool, seat_for: SeatFor, by: Asked) -> Answer:
    """Want to play once more, or no more. With the last to agree the next game has begun.

    Answers with the game that has ended, where `rematch.game` names the next one.
    """
    with working(game_id, by) as work:
        if isinstance(work, Answer):
            return work
        work.do(AgreeRematch(seat_for(work.table), agreed, work.now_ms))
        if agreed and work.table.rematch.game is None and all_agreed(work.table):
            again = uuid4()
            work.do(OpenRematch(str(again)))
            _open(again, work.table, by.actor)
        state = work.commit()
        return work.answer(queries.with_names(queries.game_json(state, by.actor, work.now)))


def _open(game_id: UUID, ended: Table, actor: str) -> None:
    """The next game, in the same transaction; the deal passes on, so nothing is drawn."""
    command = OpenTable(
        variant=ended.rules.variant.id,
        players=ended.rules.players,
        owner=ended.owner,
        options=ended.rules.given,
        clock=ended.clock,
        auto_start=True,
        public=ended.public,
        seats={seat: holder for seat, holder in enumerate(ended.seats) if holder},
        game=str(game_id),
        deals=ended.deals.terms,
    )
    with working(game_id, Asked(actor), new=True) as work:
        assert isinstance(work, Work), "there is no key"
        work.do(command)
        work.do(SetHouseTerms(ended.house))
        work.do(StartGame(next_dealer(ended)))
        work.commit()

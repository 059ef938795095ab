"""What devices bring to the deals, and deals that have waited long enough for it."""

from typing import NamedTuple
from uuid import UUID

from games import queries
from games.rules.table.commands import GiveSeed, PromiseSeeds
from games.services._work import Answer, Asked, SeatFor, Work, working
from games.states import State

DEALER = "system:dealer"


class Seed(NamedTuple):
    """The seed of a device for a hand."""

    number: int
    seed: str


def promise_seeds(*, game_id: UUID, anchor: str, seat_for: SeatFor, by: Asked) -> Answer:
    """A device promises the seeds of a chain; if the first hand waited for it, the hand goes on."""
    with working(game_id, by) as work:
        if isinstance(work, Answer):
            return work
        seat = seat_for(work.table)
        work.do(PromiseSeeds(seat, anchor))
        return _seen(work, seat)


def give_seed(*, game_id: UUID, seed: Seed, seat_for: SeatFor, by: Asked) -> Answer:
    """A device gives the seed that it has promised; if the deal waited for it, the hand is dealt."""
    with working(game_id, by) as work:
        if isinstance(work, Answer):
            return work
        seat = seat_for(work.table)
        work.do(GiveSeed(seat, *seed))
        return _seen(work, seat)


def go_on(*, game_id: UUID, expected_version: int) -> State:
    """Deal without the seeds that did not come in time; nothing happens when there is still time."""
    with working(game_id, Asked(DEALER, expected_version=expected_version)) as work:
        assert isinstance(work, Work), "there is no key"
        work.go_on()
        return work.commit()


def _seen(work: Work, seat: int) -> Answer:
    state = work.commit()
    return work.answer(queries.action_json(state, seat, work.events_seen(state, seat), work.now))

"""Opening a table, taking and leaving places, and beginning."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings

from games import queries
from games.dealing import draw_dealer
from games.rules.clocks import ClockPolicy, OnTimeout
from games.rules.table import BOT, Phase
from games.rules.table.commands import (
    CarryScore,
    LeaveSeat,
    OpenTable,
    PromiseSeeds,
    SetHouseTerms,
    StartGame,
    TakeSeat,
)
from games.rules.table.deals import DealTerms, Reveal
from games.rules.table.house import HouseTerms, OnLeave
from games.services._work import Answer, Asked, Guard, Work, working
from truco_api.eventstore import StaleVersion


def create_table(*, command: OpenTable, house: HouseTerms, by: Asked) -> Answer:
    """Open a table for a person; answers with the game as they see it."""
    game_id = uuid4()
    with working(game_id, by, new=True) as work:
        if isinstance(work, Answer):
            return work
        # A table that one must be invited to is listed for nobody.
        public = command.public and not house.by_invitation
        work.do(replace(command, game=str(game_id), public=public))
        work.do(SetHouseTerms(house))
        _begin_when_full(work)
        return _seen(work, by, status=201)


def open_table(
    *,
    variant: str,
    options: Mapping[str, Any],
    players: int,
    clock: Mapping[str, Any] | None,
    seats: Mapping[int, str] | None,
    actor: str,
    origin: str | None,
    start: bool,
    now: datetime,
    game_id: UUID | None = None,
    deals: DealTerms | None = None,
    score: tuple[int, ...] = (),
    dealer: int | None = None,
) -> UUID:
    """Open a table for another part of the system, which may choose its id, so that twice is once.

    With `start` the game begins at once and every place must be given in `seats`; from this `score`, with
    this `dealer`, where it goes on in the place of another. `clock` holds any of
    `turn_seconds`, `reserve_seconds`, `on_timeout` and `abandon_after`. Raises what the rules refuse.
    """
    del now  # the database's clock dates the events
    game_id = game_id or uuid4()
    command = OpenTable(
        variant=variant,
        players=players,
        owner=actor,
        options=options,
        clock=clock_policy(clock or {}),
        public=False,
        origin=origin,
        seats=seats or {},
        game=str(game_id),
        deals=deals or deal_terms({}),
    )
    try:
        with working(game_id, Asked(actor), new=True) as work:
            assert isinstance(work, Work), "there is no key"
            work.do(command)
            if start:
                _begin(work, score, dealer)
            work.commit()
    except StaleVersion:
        pass  # it was opened before, by a repetition of the same wish
    return game_id


def take_seat(
    *, game_id: UUID, holder: str, seat: int | None, may: Guard, by: Asked, anchor: str | None = None
) -> Answer:
    """Sit down, perhaps promising seeds, or seat a bot; with the last place taken the game begins, if the
    table is so set."""
    with working(game_id, by) as work:
        if isinstance(work, Answer):
            return work
        may(work.table)
        work.do(TakeSeat(holder, seat))
        if anchor is not None:
            work.do(PromiseSeeds(work.table.seats.index(holder), anchor))
        _begin_when_full(work)
        return _seen(work, by)


def leave_seat(*, game_id: UUID, seat: int, may: Guard, by: Asked) -> Answer:
    """Get up before the game begins, or later where a bot plays on; or send a bot away."""
    with working(game_id, by) as work:
        if isinstance(work, Answer):
            return work
        may(work.table)
        work.do(LeaveSeat(seat))
        return _seen(work, by)


def start_game(*, game_id: UUID, may: Guard, by: Asked) -> Answer:
    """Begin: the dealer is drawn and the first hand dealt."""
    with working(game_id, by) as work:
        if isinstance(work, Answer):
            return work
        may(work.table)
        _begin(work)
        return _seen(work, by)


def bot_holder(kind: str) -> str:
    """How places name a bot of this kind."""
    return BOT + kind


def clock_policy(clock: Mapping[str, Any]) -> ClockPolicy:
    """The terms that these values mean; what is left out is the default."""
    values = dict(clock)
    if "on_timeout" in values:
        values["on_timeout"] = OnTimeout(values["on_timeout"])
    return ClockPolicy(**values)


def deal_terms(terms: Mapping[str, Any]) -> DealTerms:
    """The terms of the deals that these values mean: `seed_seconds`, `reveal`."""
    seconds = terms.get("seed_seconds", settings.SEED_SECONDS)
    return DealTerms(seconds, Reveal(terms.get("reveal", Reveal.GAME)))


def house_terms(terms: Mapping[str, Any]) -> HouseTerms:
    """The house rules that these values mean; what is left out is as usual."""
    values = dict(terms)
    return HouseTerms(OnLeave(values.pop("on_leave", OnLeave.KEEP)), **values)


def _begin_when_full(work: Work) -> None:
    if work.table.auto_start and work.table.full and work.table.phase is Phase.OPEN:
        _begin(work)


def _begin(work: Work, score: tuple[int, ...] = (), dealer: int | None = None) -> None:
    begun = StartGame(draw_dealer(work.table.rules) if dealer is None else dealer)
    work.do(begun, *([CarryScore(score)] if any(score) else []))


def _seen(work: Work, by: Asked, status: int = 200) -> Answer:
    state = work.commit()
    return work.answer(queries.with_names(queries.game_json(state, by.actor, work.now)), status)

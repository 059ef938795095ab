"""Reports of conduct: from a player about another of the same game, for those who look after the play."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction

from games.errors import AlreadyReported, NotSeated, TooManyReports
from games.models import ConductReport
from games.projections import user_of
from games.rules.table.errors import NoSuchSeat, SeatNotHeld
from games.states import latest
from truco_api.accounts.models import User

A_DAY: Final = timedelta(days=1)
MOST_A_DAY: Final = 10


def report_conduct(
    *, game_id: UUID, reporter: User, seat: int, kind: str, text: str, now: datetime
) -> ConductReport:
    """Report who plays (or played, before a bot took over) at another seat of one's own game.

    Raises NotSeated, NoSuchSeat, SeatNotHeld (nobody there, a bot, or oneself), AlreadyReported and
    TooManyReports.
    """
    state = latest(game_id)
    table = state.table
    own = table.place_of(reporter.actor)
    if own is None:
        raise NotSeated
    if not 0 <= seat < len(table.seats):
        raise NoSuchSeat(field="seat", last=len(table.seats) - 1)
    lent = {one.seat: one.holder for one in table.lent}
    reported = user_of(lent.get(seat) or table.seats[seat] or "")
    if reported is None or seat == own:
        raise SeatNotHeld(field="seat", seat=seat)
    recent = ConductReport.objects.filter(reporter=reporter, created_at__gt=now - A_DAY).order_by(
        "created_at"
    )
    if len(recent) >= MOST_A_DAY:
        raise TooManyReports(wait=int((recent[0].created_at + A_DAY - now).total_seconds()) + 1)
    try:
        with transaction.atomic():
            return ConductReport.objects.create(
                game=game_id,
                origin=table.origin or "",
                version=state.version,
                reporter=reporter,
                reported_id=reported,
                seat=seat,
                kind=kind,
                text=text,
                created_at=now,
            )
    except IntegrityError as error:
        raise AlreadyReported from error

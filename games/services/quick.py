"""Quick match: wait for others who want the same game, and be seated with them.

Whoever comes or looks pairs up all who wait in the same pool, one at a time for each pool, so that nobody is
seated twice; a sweep does it every second as well, since time widens what everybody accepts.
"""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

import orjson
from django.db import IntegrityError, connection, transaction

from games.errors import AlreadyWaiting, MatchRequestNotFound
from games.models import MatchRequest
from games.rules.matching import Waiting, groups, seated
from games.rules.options import rules_for
from games.rules.table.house import STAND_IN
from games.services.tables import open_table
from games.states import milliseconds
from games.strengths import strength_of
from games.telling import tell
from truco_api.accounts.models import User

MATCHMAKER: Final = "system:matchmaker"
PATIENCE_SECONDS: Final = 120
LONGEST_PATIENCE: Final = 1800
LOCK_POOL: Final = "SELECT pg_advisory_xact_lock(7220919, hashtext(%s))"

Status = MatchRequest.Status


def request_match(
    *, user: User, wish: Mapping[str, Any], seconds: int, fill_with_bots: bool, now: datetime
) -> MatchRequest:
    """Wait for a game of `wish` (variant, players, options, clock), at most so many seconds.

    Asked again while waiting for the same, the request that waits; AlreadyWaiting when for something else.
    """
    settled = _settled(wish)
    pool = hashlib.sha256(orjson.dumps(settled, option=orjson.OPT_SORT_KEYS)).hexdigest()
    try:
        with transaction.atomic():
            asked = MatchRequest.objects.create(
                user=user,
                pool=pool,
                wish=settled,
                strength=strength_of(user.pk, settled["variant"]),
                fill_with_bots=fill_with_bots,
                created_at=now,
                expires_at=now + timedelta(seconds=seconds),
            )
    except IntegrityError:
        waiting = MatchRequest.objects.filter(user=user, status=Status.WAITING).first()
        if waiting is None or waiting.pool != pool:
            raise AlreadyWaiting from None
        asked = waiting
    pair_up(pool, now=now)
    asked.refresh_from_db()
    return asked


def cancel_match(*, user: User, request_id: UUID) -> MatchRequest:
    """Wait no longer; nothing changes when a game was found meanwhile. MatchRequestNotFound for others'."""
    asked = MatchRequest.objects.filter(id=request_id, user=user).first()
    if asked is None:
        raise MatchRequestNotFound
    with transaction.atomic():
        _lock(asked.pool)
        MatchRequest.objects.filter(id=request_id, status=Status.WAITING).update(status=Status.CANCELLED)
    asked.refresh_from_db()
    return asked


def sweep_matches(*, now: datetime) -> int:
    """Pair up everybody who waits, and let go who has waited long enough; how many games were opened."""
    pools = MatchRequest.objects.filter(status=Status.WAITING).values_list("pool", flat=True)
    return sum(pair_up(pool, now=now) for pool in set(pools))


@transaction.atomic
def pair_up(pool: str, *, now: datetime) -> int:
    """Seat together who fits in this pool; how many games were opened."""
    _lock(pool)
    waiting = list(MatchRequest.objects.filter(pool=pool, status=Status.WAITING).order_by("created_at", "id"))
    if not waiting:
        return 0
    by_id = {str(one.id): one for one in waiting}
    players = int(waiting[0].wish["players"])
    in_line = [Waiting(str(one.id), one.strength, milliseconds(one.created_at)) for one in waiting]
    found = groups(in_line, players, milliseconds(now))
    for group in found:
        _seat([by_id[one.ident] for one in seated(group)], now)
    late = [one for one in waiting if one.status == Status.WAITING and one.expires_at <= now]
    return len(found) + sum(_let_go(one, now) for one in late)


def _seat(requests: Sequence[MatchRequest], now: datetime) -> None:
    """Open their game; places that nobody has are the bots'."""
    wish = requests[0].wish
    seats = {seat: f"user:{one.user_id}" for seat, one in enumerate(requests)}
    seats |= dict.fromkeys(range(len(requests), int(wish["players"])), STAND_IN)
    game = open_table(
        variant=wish["variant"],
        options=wish["options"],
        players=wish["players"],
        clock=wish["clock"],
        seats=seats,
        actor=seats[0],
        origin=None,
        start=True,
        now=now,
    )
    for one in requests:
        one.status, one.game = Status.MATCHED, game
        one.save(update_fields=["status", "game"])
        tell(one.user_id, "match_found/1", {"request": str(one.id), "game": str(game)}, by=MATCHMAKER)


def _let_go(asked: MatchRequest, now: datetime) -> int:
    if asked.fill_with_bots:
        _seat([asked], now)
        return 1
    asked.status = Status.EXPIRED
    asked.save(update_fields=["status"])
    tell(asked.user_id, "match_not_found/1", {"request": str(asked.id)}, by=MATCHMAKER)
    return 0


def _settled(wish: Mapping[str, Any]) -> dict[str, Any]:
    """What is wanted, written in one way only, so that equal wishes are equal; raises what rules refuse."""
    rules = rules_for(wish["variant"], wish["players"], wish.get("options") or {})
    return {
        "variant": rules.variant.id,
        "players": rules.players,
        "options": dict(sorted(rules.given.items())),
        "clock": dict(wish.get("clock") or {}),
    }


def _lock(pool: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(LOCK_POOL, [pool])

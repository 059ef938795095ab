"""Whom a game waits for, told when it has waited for a while: most turns are taken before anybody is told.

Nothing is written on the path of an action. A turn that is still on after so many seconds is a game that has
not changed for so long; the sweep looks at each such moment once, by a mark that moves on with the time.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from games.models import Invitation, Place
from games.projections import user_of
from truco_api.accounts.models import User
from truco_api.errors import gettext_noop
from truco_api.eventstore import Recorded, subscriber
from truco_api.notices import kinds
from truco_api.notices.models import Mark, Notice
from truco_api.notices.services import Told, notify
from truco_api.presence.queries import presence_of

MARK: Final = "turns"
LONGEST: Final = timedelta(days=1)
"""After a longer standstill older turns are left alone."""
WAITING: Final = """
SELECT game.id, game.version, game.variant, game.changed_at, place.user_id
FROM games_game game JOIN games_place place ON place.game_id = game.id AND place.seat = ANY(game.awaited)
WHERE game.phase = 'playing' AND game.changed_at > %(after)s AND game.changed_at <= %(until)s
    AND place.user_id IS NOT NULL
"""


def _still_their_turn(user: UUID, params: Mapping[str, Any]) -> bool:
    """Whether the game still waits for them."""
    places = Place.objects.filter(game_id=params["game"], user_id=user).select_related("game")
    return any(place.seat in place.game.awaited and place.game.phase == "playing" for place in places)


YOUR_TURN: Final = kinds.register(
    "your_turn", gettext_noop("It is your turn ({variant})."), _still_their_turn
)


def _still_invited(user: UUID, params: Mapping[str, Any]) -> bool:
    """Whether the invitation holds, and they have not sat down."""
    held = Invitation.objects.filter(
        code=params["code"], to_id=user, withdrawn_at=None, expires_at__gt=timezone.now()
    )
    return held.exists() and not Place.objects.filter(game_id=params["game"], user_id=user).exists()


INVITED: Final = kinds.register(
    "table_invitation", gettext_noop("{by} invites you to a table."), _still_invited
)
FOUND: Final = kinds.register("match_found", gettext_noop("A table is found for you, and the game begins."))


@subscriber("games.notices", stream_kind="person", types={"invited/1", "match_found/1"})
def told(event: Recorded) -> None:
    """What is told to one person alone, for when they are not looking."""
    user, game = UUID(event.stream.partition("-")[2]), event.data["game"]
    cause = f"{event.stream}:{event.version}"
    if event.type == "match_found/1":
        notify([user], Told(FOUND, cause, f"/api/v1/games/{game}/", {"game": game}), at=event.at)
        return
    code, by = event.data["code"], user_of(event.data["by"])
    host = User.objects.filter(id=by).first() if by else None
    params = {"game": game, "code": code, "by": host.shown_name if host else None}
    notify([user], Told(INVITED, cause, f"/api/v1/table-invitations/{code}/", params), at=event.at)


@transaction.atomic
def look() -> int:
    """Tell whoever a game has been waiting for since so many seconds and who is not connected; how many
    turns were looked at."""
    until = timezone.now() - timedelta(seconds=settings.TURN_NOTICE_SECONDS)
    Mark.objects.get_or_create(name=MARK, defaults={"at": until})
    mark = Mark.objects.select_for_update(skip_locked=True).filter(name=MARK).first()
    if mark is None or mark.at >= until:
        return 0
    found = _waiting(max(mark.at, until - LONGEST), until)
    here = presence_of(user for *_, user in found)
    for game, version, variant, since, user in found:
        if not here[user].connected:
            _tell(game, version, variant, since, user)
    mark.at = until
    mark.save(update_fields=["at"])
    return len(found)


def _tell(game: UUID, version: int, variant: str, since: datetime, user: UUID) -> None:
    """One notice stands for a game: the last turn's gives way to this one's."""
    link = f"/api/v1/games/{game}/"
    Notice.objects.filter(user_id=user, kind=YOUR_TURN, link=link).delete()
    params = {"game": str(game), "variant": variant}
    notify([user], Told(YOUR_TURN, f"game-{game}:{version}", link, params), at=since)


def _waiting(after: datetime, until: datetime) -> list[tuple[UUID, int, str, datetime, UUID]]:
    with connection.cursor() as cursor:
        cursor.execute(WAITING, {"after": after, "until": until})
        rows: list[tuple[UUID, int, str, datetime, UUID]] = cursor.fetchall()
    return rows

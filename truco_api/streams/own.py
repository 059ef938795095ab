"""What concerns one person, of all that happens: their games, their championships, and what is told to them
alone. One cursor for all of it, the position in the feed."""

from typing import Any, Final
from uuid import UUID

from games.codec import CODEC
from games.queries import clock_json, event_json
from games.spectating import Sight, sight
from games.telling import stream_of as told_stream
from tournaments.queries import history
from truco_api.accounts.models import User
from truco_api.eventstore import Recorded
from truco_api.eventstore.hot import hot
from truco_api.eventstore.store import recorded

Data = dict[str, Any]
RESYNC_BEHIND: Final = 1000
_GENERAL: Final = (
    "entries_closed/1",
    "check_in_opened/1",
    "championship_started/1",
    "championship_cancelled/1",
    "championship_finished/1",
    "draw_made/1",
    "round_opened/1",
    "regulation_changed/1",
)
"""What concerns everybody who is entered."""
# What a person takes part in: their entries and matches, and the streams of all of it.
_MINE: Final = """
WITH entries AS (
    SELECT entry.id, entry.championship_id FROM tournaments_entryrow entry
    WHERE entry.members && (SELECT array_agg(id) FROM tournaments_person WHERE account_id = %(user)s)
), matches AS (
    SELECT 'championship-' || championship_id || '/' || match AS key FROM tournaments_matchrow
    WHERE home IN (SELECT id FROM entries) OR away IN (SELECT id FROM entries)
), mine AS (
    SELECT 'game-' || game.id AS stream
    FROM games_place place JOIN games_game game ON game.id = place.game_id
    WHERE place.user_id = %(user)s AND {games}
    UNION SELECT 'championship-' || championship_id FROM entries
    UNION SELECT %(told)s
)
"""
# Games that have changed since. The feed places what was committed a moment before, so its times may go back.
_CHANGED: Final = """game.changed_at >= coalesce((
    SELECT at - interval '1 minute' FROM eventstore_feed JOIN eventstore_event USING (stream, version)
    WHERE position <= %(after)s ORDER BY position DESC LIMIT 1
), '-infinity')"""
_CONCERNS: Final = """
FROM mine JOIN eventstore_feed USING (stream) JOIN eventstore_event USING (stream, version)
WHERE position > %(after)s AND (
    split_part(stream, '-', 1) <> 'championship'
    OR type = ANY(%(general)s)
    OR stream || '/' || (data::jsonb ->> 'match') IN (SELECT key FROM matches)
    OR data::jsonb ->> 'entry_id' IN (SELECT id::text FROM entries)
)
"""
_READ: Final = (
    _MINE.format(games=_CHANGED)
    + "SELECT position, stream, version, type, data, at, actor, hash"
    + _CONCERNS
    + "ORDER BY position LIMIT %(limit)s"
)
_COUNTED: Final = f"SELECT count(*) FROM (SELECT 1 {_CONCERNS} LIMIT %(limit)s) AS counted"  # noqa: S608 - ours
_COUNT: Final = _MINE.format(games=_CHANGED) + _COUNTED
_STREAMS: Final = _MINE.format(games="game.phase IN ('open', 'playing')") + "SELECT stream FROM mine"  # noqa: S608 - ours
_KNOWN: Final = "SELECT position FROM eventstore_feed WHERE position = %(after)s"


def about(account: UUID | str) -> str:
    """The name under which the hub rings when something new concerns this account."""
    return f"about-{account}"


def events(user: User, *, after: int, limit: int) -> list[Data]:
    """Up to `limit` events that concern a person, after a position of the feed, as they may see them."""
    rows = hot().rows(_READ, _asked(user, after=after, limit=limit, general=list(_GENERAL)))
    return [_item(user, position, recorded(row)) for position, *row in rows]


def is_behind(user: User, after: int) -> bool:
    """Whether so much has happened since that the views should be fetched anew; so it is without a cursor."""
    if not after or not hot().rows(_KNOWN, {"after": after}):
        return True
    asked = _asked(user, after=after, limit=RESYNC_BEHIND + 1, general=list(_GENERAL))
    return int(hot().rows(_COUNT, asked)[0][0]) > RESYNC_BEHIND


def streams_of(user: User) -> set[str]:
    """The streams by which something new may concern a person."""
    return {str(stream) for (stream,) in hot().rows(_STREAMS, _asked(user))}


def _asked(user: User, **more: Any) -> Data:
    return {"user": user.pk, "told": told_stream(user.pk), **more}


def _item(user: User, position: int, event: Recorded) -> Data:
    """One event with its place, and what it means for this person."""
    kind, _, ident = event.stream.partition("-")
    item: Data = {"position": position, "about": kind, "id": ident}
    match kind:
        case "game":
            return item | _of_game(user, UUID(ident), event)
        case "championship":
            return item | {"event": history.shown([event])[0]}
        case _:
            at = event.at.isoformat(timespec="milliseconds")
            told = {"version": event.version, "type": event.type, "at": at, "data": event.data}
            return item | {"event": told}


def _of_game(user: User, game_id: UUID, event: Recorded) -> Data:
    seen: Sight = sight(game_id, user.actor)
    table = seen.table
    newest = event.version == seen.state.version
    return {
        "event": event_json(event, CODEC.decode(event), seen.seat, open_cards=table.over),
        "your_turn": newest and seen.seat in table.awaited,
        "clock": clock_json(table, seen.at) if newest else None,
    }

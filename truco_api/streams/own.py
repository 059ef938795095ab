"""What concerns one person, of all that happens: their games, their championships, and what is told to them
alone. One cursor for all of it, the position in the feed."""

from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from games.codec import CODEC
from games.queries import clock_json, event_json
from games.spectating import Sight, sight
from games.states import stream_of as game_stream
from games.telling import stream_of as told_stream
from tournaments.models import EntryRow, MatchRow, Person
from tournaments.queries import history
from truco_api.accounts.models import User
from truco_api.eventstore import Recorded
from truco_api.eventstore.hot import hot
from truco_api.eventstore.store import recorded

Data = dict[str, Any]
RESYNC_BEHIND: Final = 1000
# The feed places what was committed a moment before, so the times of its places may go back a little.
_SLACK: Final = timedelta(minutes=1)
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
_GAMES: Final = """
SELECT place.game_id FROM games_place place JOIN games_game game ON game.id = place.game_id
WHERE place.user_id = %(user)s AND game.changed_at >= %(since)s
"""
_SINCE: Final = """
SELECT at FROM eventstore_feed JOIN eventstore_event USING (stream, version)
WHERE position <= %(after)s ORDER BY position DESC LIMIT 1
"""
_CONCERNS: Final = """
FROM eventstore_feed JOIN eventstore_event USING (stream, version)
WHERE stream = ANY(%(streams)s) AND position > %(after)s AND (
    split_part(stream, '-', 1) <> 'championship'
    OR type = ANY(%(general)s)
    OR stream || '/' || (data::jsonb ->> 'match') = ANY(%(matches)s)
    OR data::jsonb ->> 'entry_id' = ANY(%(entries)s)
)
"""
_READ: Final = f"""
SELECT position, stream, version, type, data, at, actor, hash {_CONCERNS} ORDER BY position LIMIT %(limit)s
"""
_COUNT: Final = f"SELECT count(*) FROM (SELECT 1 {_CONCERNS} LIMIT %(limit)s) AS counted"  # noqa: S608 - our own
_EPOCH: Final = datetime.fromisoformat("1970-01-01T00:00:00+00:00")


def about(account: UUID | str) -> str:
    """The name under which the hub rings when something new concerns this account."""
    return f"about-{account}"


def events(user: User, *, after: int, limit: int) -> list[Data]:
    """Up to `limit` events that concern a person, after a position of the feed, as they may see them."""
    rows = hot().rows(_READ, {**_concerns(user, after), "limit": limit})
    return [_item(user, position, recorded(row)) for position, *row in rows]


def is_behind(user: User, after: int) -> bool:
    """Whether so much has happened since that the views should be fetched anew; so it is without a cursor."""
    if not after or not hot().rows(_SINCE, {"after": after}):
        return True
    values = {**_concerns(user, after), "limit": RESYNC_BEHIND + 1}
    return int(hot().rows(_COUNT, values)[0][0]) > RESYNC_BEHIND


def streams_of(user: User) -> set[str]:
    """The streams by which something new may concern a person."""
    streams: list[str] = _concerns(user, 0, running=True)["streams"]
    return set(streams)


def _concerns(user: User, after: int, *, running: bool = False) -> Data:
    """What the person takes part in."""
    at = hot().rows(_SINCE, {"after": after})[0][0] - _SLACK if after and not running else _EPOCH
    games = hot().rows(
        _GAMES + (" AND game.phase IN ('open', 'playing')" if running else ""),
        {
            "user": user.pk,
            "since": at,
        },
    )
    persons = list(Person.objects.filter(account=user).values_list("id", flat=True))
    entries = (
        dict(EntryRow.objects.filter(members__overlap=persons).values_list("id", "championship_id"))
        if persons
        else {}
    )
    matches = (
        [
            f"championship-{championship}/{match}"
            for championship, match in (
                *MatchRow.objects.filter(home__in=entries).values_list("championship_id", "match"),
                *MatchRow.objects.filter(away__in=entries).values_list("championship_id", "match"),
            )
        ]
        if entries
        else []
    )
    return {
        "streams": [
            told_stream(user.pk),
            *(game_stream(game) for (game,) in games),
            *(f"championship-{championship}" for championship in set(entries.values())),
        ],
        "general": list(_GENERAL),
        "matches": matches,
        "entries": [str(entry) for entry in entries],
        "after": after,
    }


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
